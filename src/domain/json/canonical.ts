import type { JsonValue } from "./value.ts"

/** A JSON value whose object members may also be undefined, which counts as absent. */
export type Canonical =
  JsonValue | ReadonlyArray<Canonical> | { readonly [key: string]: Canonical | undefined }

const isList = (value: Canonical): value is ReadonlyArray<Canonical> => Array.isArray(value)

/**
 * The one text of a JSON value: keys sorted by UTF-16 code units, no spaces, numbers and strings as
 * `JSON.stringify` writes them (so `-0` is `0` and a lone surrogate is escaped), absent members left out. An own
 * `__proto__` key is a key like others. Recursive: manifests are at most `limits.jsonDepth` deep.
 */
export const canonicalJson = (value: Canonical): string => {
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`
  const members: Array<string> = []
  for (const key of Object.keys(value).toSorted()) {
    const memberValue = value[key]
    if (memberValue !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(memberValue)}`)
  }
  return `{${members.join(",")}}`
}

/** Tells whether two JSON values are equal whatever the order of their keys. */
export const sameJson = (left: Canonical | undefined, right: Canonical | undefined): boolean =>
  left === undefined || right === undefined ? left === right : canonicalJson(left) === canonicalJson(right)

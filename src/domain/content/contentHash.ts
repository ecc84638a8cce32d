import { canonicalJson } from "../json/canonical.ts"
import { isJsonObject, type JsonValue } from "../json/value.ts"
import { hexOfIntegrity, sha512Hex, sha512Integrity } from "../hash.ts"
import { manifestName, type BundleFile } from "./BundleFile.ts"

/** What the content hash looks at; the mode follows from it. */
export type HashedFile = Pick<BundleFile, "path" | "size" | "sha512">

const encoder = new TextEncoder()

/** UTF-8 orders by code point: surrogates, which stand for the highest ones, come after U+E000 to U+FFFF. */
const rank = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit)

/** Compares two texts by their UTF-8 bytes, the order of the content hash; negative when `left` comes first. */
export const compareUtf8 = (left: string, right: string): number => {
  let index = 0
  while (index < left.length && index < right.length && left[index] === right[index]) index += 1
  const leftUnit = left.charCodeAt(index)
  const rightUnit = right.charCodeAt(index)
  if (Number.isNaN(leftUnit) || Number.isNaN(rightUnit)) return left.length - right.length
  return rank(leftUnit) - rank(rightUnit)
}

/** The files in the order of the content hash; the input is not changed. */
export const inHashOrder = <F extends { readonly path: string }>(files: ReadonlyArray<F>): ReadonlyArray<F> =>
  files.toSorted((left, right) => compareUtf8(left.path.normalize("NFC"), right.path.normalize("NFC")))

/**
 * What the content hash of a bundle hashes, whatever the order of `files`: the line `gsd-content-1` and, per file, path NUL
 * size NUL hex LF. Source: consent.md "Content hash".
 */
export const hashedText = (files: ReadonlyArray<HashedFile>): string => {
  const rows = inHashOrder(files).map(
    (file) => `${file.path.normalize("NFC")}\0${file.size}\0${file.sha512.toLowerCase()}\n`
  )
  return `gsd-content-1\n${rows.join("")}`
}

/** Content hash of a bundle, `sha512-<base64>` of its `hashedText`. */
export const contentHash = (files: ReadonlyArray<HashedFile>): string => sha512Integrity(hashedText(files))

const withoutIntegrity = (manifest: JsonValue): JsonValue =>
  isJsonObject(manifest)
    ? Object.fromEntries(Object.entries(manifest).filter(([key]) => key !== "integrity"))
    : manifest

/**
 * The value a manifest's own `integrity` member has to have: the content hash in which capability.json is replaced
 * by the canonical JSON of the manifest without that member. `pack` writes it.
 */
export const integrityOf = (files: ReadonlyArray<HashedFile>, manifest: JsonValue): string => {
  const bytes = encoder.encode(canonicalJson(withoutIntegrity(manifest)))
  const replaced = { path: manifestName, size: bytes.length, sha512: sha512Hex(bytes) }
  return contentHash([...files.filter((file) => file.path !== manifestName), replaced])
}

/**
 * Tells whether a manifest's `integrity` holds: it is `integrityOf` the bundle, or the digest of the archive that
 * the bundle came in (`archive`, as `sha512-…`; left out for folders and git). A text that is no digest never holds.
 */
export const manifestIntegrityMatches = (claim: {
  readonly declared: string
  readonly files: ReadonlyArray<HashedFile>
  readonly manifest: JsonValue
  readonly archive?: string
}): boolean =>
  hexOfIntegrity(claim.declared) !== "" &&
  (claim.declared === integrityOf(claim.files, claim.manifest) || claim.declared === claim.archive)

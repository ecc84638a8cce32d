import { isJsonObject, member, type JsonObject, type JsonValue } from "../json/value.ts"
import { visible } from "../text/escape.ts"

const namesIn = (value: JsonValue | undefined): ReadonlyArray<string> =>
  isJsonObject(value) ? Object.keys(value) : []

const isOptionalPeer = (manifest: JsonObject, name: string): boolean =>
  member(member(member(manifest, "peerDependenciesMeta"), name), "optional") === true

/** Every package that a manifest wants beside its own, ascending. */
const wantedBy = (manifest: JsonObject): ReadonlyArray<string> => {
  const peers = namesIn(member(manifest, "peerDependencies")).filter(
    (name) => !isOptionalPeer(manifest, name)
  )
  const own = ["dependencies", "optionalDependencies"].flatMap((key) => namesIn(member(manifest, key)))
  return [...new Set([...own, ...peers])].toSorted()
}

const listed = (value: JsonValue | undefined, all: JsonValue | undefined): ReadonlyArray<string> => {
  if (value === true) return namesIn(all)
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : namesIn(value)
}

/** Packages that a manifest says it brings along; `true` stands for all its dependencies. npm knows two spellings. */
const bundledBy = (manifest: JsonObject): ReadonlySet<string> => {
  const spellings = ["bundleDependencies", "bundledDependencies"]
  return new Set(spellings.flatMap((key) => listed(member(manifest, key), member(manifest, "dependencies"))))
}

const shownNames = (names: ReadonlyArray<string>): string => {
  const some = names.slice(0, 5).map((name) => `\`${visible(name, 100)}\``)
  return [...some, ...(names.length > 5 ? [`${names.length - 5} more`] : [])].join(", ")
}

const needs = (names: ReadonlyArray<string>): string | undefined =>
  names.length === 0
    ? undefined
    : `needs ${shownNames(names)} and does not bring it along; nothing is installed beside a capability`

/** Why the dependencies of a package do not let it be a capability; a clause to follow its name, undefined when they do. */
export const judgeDependencies = (manifest: JsonObject): string | undefined => {
  const bundled = bundledBy(manifest)
  return needs(wantedBy(manifest).filter((name) => !bundled.has(name)))
}

const carriedIn = (path: string): string | undefined =>
  /^node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(path)?.[1]

/** The same by the files of the package, whose paths are those of its folder: what it says it brings along has to be there, and what it brings along has to be said. */
export const judgeBundled = (manifest: JsonObject, paths: ReadonlyArray<string>): string | undefined => {
  const bundled = bundledBy(manifest)
  const carried = new Set(paths.flatMap((path) => carriedIn(path) ?? []))
  const absent = needs(wantedBy(manifest).filter((name) => !bundled.has(name) || !carried.has(name)))
  if (absent !== undefined) return absent
  return carried.size === 0 || bundled.size > 0
    ? undefined
    : `carries ${shownNames([...carried].toSorted())} in \`node_modules\` and names none of it in \`bundleDependencies\``
}

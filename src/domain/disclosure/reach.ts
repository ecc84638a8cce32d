import { bundledProgram } from "../capability/programPath.ts"
import { manifestName, type BundleFile } from "../content/BundleFile.ts"
import { isJsonObject, member, type JsonValue } from "../json/value.ts"
import { mcpServersOf } from "./mcpServers.ts"
import { declaredList, powersOf, runningPowersOf } from "./powers.ts"

const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/iu.test(path)

/** Markdown in a bundle's root that is written for people; any other Markdown may be read by an agent. */
const documentation =
  /^(?:readme|changelog|changes|history|license|licence|notice|contributing|code_of_conduct|security|authors)(?:[.-][^/]*)?\.(?:md|markdown)$/iu

const stringsIn = (value: JsonValue): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : []
}

/** A path as manifests may write it, without `./` and doubled slashes. */
export const plainPath = (path: string): string =>
  path
    .split("/")
    .filter((name) => name !== "" && name !== ".")
    .join("/")

const names = (texts: ReadonlyArray<string>, path: string): boolean => {
  const last = path.slice(path.lastIndexOf("/") + 1)
  return texts.some((text) => text.includes(last))
}

/** Files of a bundle that matter to consent, each in one of the two lists. */
export interface ReachedFiles {
  /** What a power can run or read: every file that is not Markdown, and Markdown that what runs names. */
  readonly reachable: ReadonlyArray<BundleFile>
  /** Markdown an agent may be given: all of it but documentation in the root that no fragment names. */
  readonly instructions: ReadonlyArray<BundleFile>
}

/**
 * Sorts the files of a bundle by what they are to its powers. Left out of both: capability.json, which is judged
 * by its powers, and documentation for people. Source: consent.md "Update".
 */
export const reachedFiles = (raw: JsonValue, files: ReadonlyArray<BundleFile>): ReachedFiles => {
  const run = stringsIn(runningPowersOf(raw) as JsonValue)
  const instruct = stringsIn(powersOf(raw) as JsonValue)
  const others = files.filter((file) => file.path !== manifestName)
  const isReachable = (file: BundleFile): boolean => !isMarkdown(file.path) || names(run, file.path)
  return {
    reachable: others.filter(isReachable),
    instructions: others.filter(
      (file) => !isReachable(file) && (!documentation.test(file.path) || names(instruct, file.path))
    )
  }
}

/**
 * Paths of files that a raw manifest declares as a script or binary, normalised, sorted, unique: they are stored
 * with mode 0555 (`derivedMode`). Whether they exist is not looked at.
 */
export const declaredExecutables = (raw: JsonValue): ReadonlyArray<string> => {
  const scripts = declaredList(member(raw, "hooks")).map((hook) => member(hook, "script"))
  const binaries = declaredList(member(raw, "reviewer")).flatMap((lane) => [
    member(member(lane, "invoke"), "binary"),
    member(member(lane, "probe"), "binary"),
    ...declaredList(member(lane, "requiresBinaries"))
  ])
  const resolvers = declaredList(member(raw, "taskContentResolver"))
  const servers = mcpServersOf(member(raw, "mcpServers")).map(({ config }) => member(config, "command"))
  const found = [
    ...scripts.filter((path) => typeof path === "string").map(plainPath),
    ...[
      ...binaries,
      ...servers,
      ...resolvers.map((resolver) => member(member(resolver, "invoke"), "binary")),
      member(member(member(raw, "runtime"), "orchestratorExec"), "command")
    ].flatMap((path) => (typeof path === "string" ? (bundledProgram(path) ?? []) : []))
  ]
  return [...new Set(found)].toSorted()
}

import { isLoopPoint } from "../domain/capability/loopContract.ts"
import type { LoopRenderRequested } from "../pipelines/loopRender.ts"
import type { Common } from "./common.ts"
import { fastTable, type FastCommand } from "./fastTable.ts"

/** A call of `loop render`. */
export interface FastRender {
  readonly _tag: "Render"
  readonly common: Common
  readonly wanted: LoopRenderRequested
}

/** A call of `family validate`. */
export interface FastValidate {
  readonly _tag: "Validate"
  readonly json: boolean
  readonly strict: boolean
  /** Folders, or patterns of folders, at least one. */
  readonly patterns: ReadonlyArray<string>
}

const schemaNames = ["capability", "family"] as const

/** A file whose schema `gsd schema` prints. */
export type SchemaName = (typeof schemaNames)[number]

/** A command line that the fast path answers. */
export type Fast =
  | { readonly _tag: "Version"; readonly json: boolean }
  | { readonly _tag: "List"; readonly common: Common }
  | { readonly _tag: "Schema"; readonly name: SchemaName }
  | FastRender
  | FastValidate

interface Read {
  readonly words: ReadonlyArray<string>
  /** Values of each flag, in order. */
  readonly flags: ReadonlyMap<string, ReadonlyArray<string>>
}

const isValue = (text: string | undefined): text is string => text !== undefined && !text.startsWith("-")

const literals = /^(?:true|false|1|0|y|n|yes|no|on|off)$/u

/** The command that words begin with. */
const commandOf = (words: ReadonlyArray<string>): FastCommand | undefined =>
  [fastTable.list, fastTable.render, fastTable.validate].find(
    (one) =>
      one.words.length <= words.length && one.words.every((names, at) => names.includes(words[at] ?? ""))
  )

/** Flags that may stand behind these words: everyone's, and the command's own once it was named. */
const flagsAfter = (words: ReadonlyArray<string>) => [...fastTable.flags, ...(commandOf(words)?.flags ?? [])]

/** Reads words and the flags of the table; undefined as soon as anything needs the whole parser. */
const readArgv = (argv: ReadonlyArray<string>): Read | undefined => {
  const words: Array<string> = []
  const flags = new Map<string, ReadonlyArray<string>>()
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ""
    if (!word.startsWith("-")) {
      words.push(word)
      continue
    }
    const equals = word.indexOf("=")
    const name = word.slice(2, equals === -1 ? undefined : equals)
    const flag = flagsAfter(words).find((one) => `--${one.name}` === `--${name}` && word.startsWith("--"))
    const before = flags.get(name)
    if (flag === undefined || (before !== undefined && flag.kind !== "texts")) return undefined
    const next = argv[at + 1]
    if (flag.kind === "boolean") {
      if (equals !== -1 || (next !== undefined && literals.test(next))) return undefined
      flags.set(name, ["true"])
      continue
    }
    const value = equals === -1 ? next : word.slice(equals + 1)
    if (!isValue(value) || value === "" || (flag.values !== undefined && !flag.values.includes(value)))
      return undefined
    flags.set(name, [...(before ?? []), value])
    if (equals === -1) at += 1
  }
  return { words, flags }
}

const commonOf = ({ flags }: Read): Common => {
  const [root] = flags.get("root") ?? []
  const [project] = flags.get("project") ?? []
  return {
    json: flags.has("json"),
    scope: "global",
    ...(root === undefined ? {} : { root }),
    ...(project === undefined ? {} : { project })
  }
}

const renderOf = (read: Read): FastRender | undefined => {
  const { flags, words } = read
  const [point, ...rest] = words.slice(fastTable.render.words.length)
  if (point === undefined || rest.length > 0 || !isLoopPoint(point)) return undefined
  if (flags.has("json") && flags.has("markdown")) return undefined
  const [workstream] = flags.get("ws") ?? []
  const wanted = { point, set: flags.get("set") ?? [], ...(workstream === undefined ? {} : { workstream }) }
  return { _tag: "Render", common: commonOf(read), wanted }
}

/** Its command has no engine, so the flags that choose one are none of its. */
const validateOf = ({ flags, words }: Read): FastValidate | undefined => {
  const patterns = words.slice(fastTable.validate.words.length)
  const known = [...fastTable.top, ...fastTable.validate.flags.map(({ name }) => name)]
  if (patterns.length === 0 || [...flags.keys()].some((name) => !known.includes(name))) return undefined
  return { _tag: "Validate", json: flags.has("json"), strict: flags.has("strict"), patterns }
}

/** The schema that a command line without flags asks for. */
const schemaOf = ({ flags, words }: Read): SchemaName | undefined =>
  words.length === 2 && words[0] === "schema" && flags.size === 0
    ? schemaNames.find((name) => name === words[1])
    : undefined

/** The command line, when it is one that can be answered without the whole parser; its meaning is the same there. */
export const fastPath = (argv: ReadonlyArray<string>): Fast | undefined => {
  const read = readArgv(argv)
  if (read === undefined) return undefined
  const { words, flags } = read
  if (flags.has("version")) {
    const json = flags.has("json")
    const alone = words.length === 0 && flags.size === (json ? 2 : 1)
    return alone ? { _tag: "Version", json } : undefined
  }
  if (flags.get("scope")?.[0] === "project") return undefined
  const name = schemaOf(read)
  if (name !== undefined) return { _tag: "Schema", name }
  const command = commandOf(words)
  if (command === fastTable.validate) return validateOf(read)
  if (command === fastTable.render) return renderOf(read)
  const isList = command === fastTable.list && words.length === command.words.length
  return isList ? { _tag: "List", common: commonOf(read) } : undefined
}

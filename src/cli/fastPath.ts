import type { Common } from "./common.ts"
import { fastTable } from "./fastTable.ts"

/** A command line that the fast path answers. */
export type Fast =
  { readonly _tag: "Version"; readonly json: boolean } | { readonly _tag: "List"; readonly common: Common }

interface Read {
  readonly words: ReadonlyArray<string>
  readonly flags: ReadonlyMap<string, string>
}

const isValue = (text: string | undefined): text is string => text !== undefined && !text.startsWith("-")

const literals = /^(?:true|false|1|0|y|n|yes|no|on|off)$/u

/** Reads words and the flags of the table; undefined as soon as anything needs the whole parser. */
const readArgv = (argv: ReadonlyArray<string>): Read | undefined => {
  const words: Array<string> = []
  const flags = new Map<string, string>()
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ""
    if (!word.startsWith("-")) {
      words.push(word)
      continue
    }
    const equals = word.indexOf("=")
    const name = word.slice(2, equals === -1 ? undefined : equals)
    const flag = fastTable.flags.find((one) => `--${one.name}` === `--${name}` && word.startsWith("--"))
    if (flag === undefined || flags.has(name)) return undefined
    const next = argv[at + 1]
    if (flag.kind === "boolean") {
      if (equals !== -1 || (next !== undefined && literals.test(next))) return undefined
      flags.set(name, "true")
      continue
    }
    const value = equals === -1 ? next : word.slice(equals + 1)
    if (!isValue(value) || value === "" || (flag.values !== undefined && !flag.values.includes(value)))
      return undefined
    flags.set(name, value)
    if (equals === -1) at += 1
  }
  return { words, flags }
}

const isListWords = (words: ReadonlyArray<string>): boolean =>
  words.length === fastTable.list.length &&
  words.every((word, at) => fastTable.list[at]?.includes(word) === true)

/** The command line, when it is one that can be answered without the whole parser; its meaning is the same there. */
export const fastPath = (argv: ReadonlyArray<string>): Fast | undefined => {
  const read = readArgv(argv)
  if (read === undefined) return undefined
  const { words, flags } = read
  const json = flags.has("json")
  if (flags.has("version")) {
    const alone = words.length === 0 && flags.size === (json ? 2 : 1)
    return alone ? { _tag: "Version", json } : undefined
  }
  if (!isListWords(words) || flags.get("scope") === "project") return undefined
  const root = flags.get("root")
  const project = flags.get("project")
  const chosen = { ...(root === undefined ? {} : { root }), ...(project === undefined ? {} : { project }) }
  return { _tag: "List", common: { json, scope: "global", ...chosen } }
}

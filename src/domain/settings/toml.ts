import * as Result from "effect/Result"
import { parse, TomlDate, TomlError, type TomlTable, type TomlValue } from "smol-toml"

export type { TomlTable }

/** Why a text is no TOML. Lines and columns count from 1; `found` quotes nothing of the text, which may hold secrets. */
export interface TomlFault {
  readonly line: number
  readonly column: number
  readonly found: string
}

const prefix = "Invalid TOML document: "
const plainWords = /^[a-z][a-z ,.:;-]*$/iu

/** The parser's message is followed by the lines around. */
const reasonOf = (error: TomlError): string => {
  const [first = ""] = error.message.split("\n")
  const reason = first.startsWith(prefix) ? first.slice(prefix.length) : ""
  return plainWords.test(reason) ? reason : "something that is no TOML"
}

const faultOf = (error: unknown): TomlFault =>
  error instanceof TomlError
    ? { line: error.line, column: error.column, found: reasonOf(error) }
    : { line: 1, column: 1, found: "something that cannot be read" }

/** Reads a text as TOML 1.0; integers are bigints, so that none loses a digit. Never throws. */
export const parseToml = (text: string): Result.Result<TomlTable, TomlFault> =>
  Result.try({ try: () => parse(text, { integersAsBigInt: true }), catch: faultOf })

const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === "object" && !Array.isArray(value) && !(value instanceof TomlDate)

const isTables = (value: TomlValue | undefined): value is Array<TomlTable> =>
  Array.isArray(value) && value.length > 0 && value.every(isTable)

const isSameLeaf = (left: TomlValue | undefined, right: TomlValue | undefined): boolean =>
  left instanceof TomlDate && right instanceof TomlDate
    ? left.toISOString() === right.toISOString() && left.isLocal() === right.isLocal()
    : Object.is(left, right)

/** A key, and that of the table it is in: depth is somebody else's, so no list of keys is copied. */
interface Name {
  readonly key: string
  readonly above: Name | undefined
}

/** What stood, what was added, and what stands now under one name. */
interface Three {
  readonly before: TomlValue | undefined
  readonly added: TomlValue | undefined
  readonly after: TomlValue | undefined
  readonly name: Name | undefined
}

const own = (table: TomlValue | undefined, key: string): TomlValue | undefined =>
  isTable(table) && Object.hasOwn(table, key) ? table[key] : undefined

const keysIn = (value: TomlValue | undefined): ReadonlyArray<string> =>
  isTable(value) ? Object.keys(value) : []

const isOf =
  (accepts: (value: TomlValue | undefined) => boolean) =>
  ({ added, after, before }: Three): boolean =>
    accepts(after) && [before, added].every((value) => value === undefined || accepts(value))

const areTables = isOf(isTable)
const areLists = isOf(isTables)
const isArray = (value: TomlValue | undefined): value is Array<TomlValue> => Array.isArray(value)

const membersOf = ({ added, after, before, name }: Three): ReadonlyArray<Three> =>
  [...new Set([before, added, after].flatMap(keysIn))].map((key) => ({
    before: own(before, key),
    added: own(added, key),
    after: own(after, key),
    name: { key, above: name }
  }))

const itemsOf = ({ added, after, before, name }: Three): ReadonlyArray<Three> | undefined => {
  const [old, fresh, all] = [before, added, after].map((value) => (isArray(value) ? value : []))
  if (old === undefined || fresh === undefined || all?.length !== old.length + fresh.length) return undefined
  return all.map((value, index) => ({
    before: old[index],
    added: fresh[index - old.length],
    after: value,
    name
  }))
}

/** What is to be compared below; undefined when the three do not go together. */
const below = (three: Three): ReadonlyArray<Three> | undefined => {
  const { added, after, before } = three
  if (areTables(three)) return membersOf(three)
  if (before !== undefined && added !== undefined) return areLists(three) ? itemsOf(three) : undefined
  if (isArray(after)) return isArray(before ?? added) ? itemsOf(three) : undefined
  return isSameLeaf(before ?? added, after) ? [] : undefined
}

const dotted = (name: Name | undefined): string => {
  const keys: Array<string> = []
  for (let at = name; at !== undefined; at = at.above) keys.push(at.key)
  return keys.toReversed().join(".")
}

/**
 * The dotted name of something that is not what it was, or not what was added: where a text that was put behind another
 * fell into one of its tables, or took a name of it. Undefined when all of both stands: tables hold the members of both,
 * arrays of tables those of both in turn. Without recursion, so no nesting overflows the stack.
 */
export const conflictIn = (before: TomlTable, added: TomlTable, after: TomlTable): string | undefined => {
  const open: Array<Three> = [{ before, added, after, name: undefined }]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const next = below(one)
    if (next === undefined) return dotted(one.name)
    for (const three of next) open.push(three)
  }
  return undefined
}

/** Tells whether two tables hold the same. */
export const sameToml = (left: TomlTable, right: TomlTable): boolean =>
  conflictIn({}, left, right) === undefined && conflictIn({}, right, left) === undefined

/** What a header says, as `[mcp_servers.x]` and `[[hooks]]`. */
export interface TomlHeader {
  readonly keys: ReadonlyArray<string>
  /** It begins an item of an array of tables. */
  readonly isItem: boolean
}

/** Reads the line of a header; undefined for any other. */
export const readHeader = (line: string): TomlHeader | undefined => {
  const keys: Array<string> = []
  let value: TomlValue | undefined = Result.getOrUndefined(parseToml(line))
  while (isTable(value)) {
    const [key] = Object.keys(value)
    if (key === undefined) return keys.length === 0 ? undefined : { keys, isItem: false }
    keys.push(key)
    value = own(value, key)
  }
  return isTables(value) ? { keys, isItem: true } : undefined
}

/** Tells whether something stands under keys. */
export const holdsKeys = (table: TomlTable, keys: ReadonlyArray<string>): boolean =>
  keys.reduce<TomlValue | undefined>((value, key) => own(value, key), table) !== undefined

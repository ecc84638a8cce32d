import * as Result from "effect/Result"
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Node } from "yaml"
import type { JsonObject, JsonValue } from "../json/value.ts"
import { limits } from "../limits.ts"
import { plainFrontmatter } from "./plainFrontmatter.ts"

/** Why a text has no readable front matter, as a sentence without a period that names no file. */
export type FrontmatterProblem = string

/** A text in its two parts. */
export interface Parted {
  /** What stands between the marks; undefined when the text does not begin with one. */
  readonly front: string | undefined
  readonly body: string
  /** Lines before the body. */
  readonly lines: number
}

const opening = /^\ufeff?---[ \t]*(?:\r\n|\n|\r)/u
const closing = /(?<=^|[\r\n])(?:---|\.\.\.)[ \t]*(?=[\r\n]|$)/u

/** Parts a text at its front matter, which begins with its first character; fails when it has no end within bounds. */
export const partFrontmatter = (text: string): Result.Result<Parted, FrontmatterProblem> => {
  const mark = opening.exec(text)?.[0]
  if (mark === undefined) return Result.succeed({ front: undefined, body: text, lines: 0 })
  const rest = text.slice(mark.length)
  const end = closing.exec(rest.slice(0, limits.frontmatterBytes))
  if (end === null)
    return Result.fail(
      rest.length > limits.frontmatterBytes
        ? `its front matter has no end within ${limits.frontmatterBytes} characters`
        : "its front matter is not closed by a line `---`"
    )
  const front = rest.slice(0, end.index)
  const after = rest.slice(end.index + end[0].length).replace(/^(?:\r\n|\n|\r)/u, "")
  return Result.succeed({ front, body: after, lines: front.split(/\r\n|\n|\r/u).length + 1 })
}

/** How deep brackets stand at most; those in quotes count too, which only refuses what nobody writes. */
const bracketDepth = (front: string): number => {
  let depth = 0
  let deepest = 0
  for (const character of front) {
    if (character === "[" || character === "{") deepest = Math.max(deepest, (depth += 1))
    else if ((character === "]" || character === "}") && depth > 0) depth -= 1
  }
  return deepest
}

const isTooDeep = (front: string): boolean =>
  bracketDepth(front) > limits.frontmatterDepth ||
  new RegExp(`^(?:[ \\t]*[-?:][ \\t]){${limits.frontmatterDepth}}`, "mu").test(front)

type Read<A> = Result.Result<A, FrontmatterProblem>

const tooDeep = `its front matter is nested deeper than ${limits.frontmatterDepth}`

const scalarOf = (value: unknown): Read<JsonValue> => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return Result.succeed(value)
  return typeof value === "number" && Number.isFinite(value)
    ? Result.succeed(value)
    : Result.fail("its front matter holds a value that is no text, number, truth value or list")
}

const isNode = (value: unknown): value is Node =>
  isMap(value) || isSeq(value) || isScalar(value) || isAlias(value)

const keyOf = (key: unknown): string | undefined =>
  isScalar(key) && key.value !== null && typeof key.value !== "object" ? String(key.value) : undefined

const listOf = (items: ReadonlyArray<unknown>, depth: number): Read<ReadonlyArray<JsonValue>> => {
  const values: Array<JsonValue> = []
  for (const item of items) {
    const value = valueOf(item, depth)
    if (Result.isFailure(value)) return Result.fail(value.failure)
    values.push(value.success)
  }
  return Result.succeed(values)
}

const recordOf = (
  pairs: ReadonlyArray<{ readonly key: unknown; readonly value: unknown }>,
  depth: number
): Read<JsonObject> => {
  const values = new Map<string, JsonValue>()
  for (const pair of pairs) {
    const key = keyOf(pair.key)
    if (key === undefined) return Result.fail("its front matter has a key that is no plain text")
    if (values.has(key)) return Result.fail(`its front matter says \`${key}\` twice`)
    const value = valueOf(pair.value, depth)
    if (Result.isFailure(value)) return Result.fail(value.failure)
    values.set(key, value.success)
  }
  return Result.succeed(Object.fromEntries(values))
}

const valueOf = (node: unknown, depth: number): Read<JsonValue> => {
  if (node === null || node === undefined) return Result.succeed(null)
  if (!isNode(node)) return Result.fail("its front matter holds something that is no value")
  if (isAlias(node)) return Result.fail("its front matter uses an alias (`*name`)")
  if (node.anchor !== undefined) return Result.fail("its front matter uses an anchor (`&name`)")
  if (depth > limits.frontmatterDepth) return Result.fail(tooDeep)
  if (isMap(node)) return recordOf(node.items, depth + 1)
  return isSeq(node) ? listOf(node.items, depth + 1) : scalarOf(node.value)
}

const readYaml = (given: string): Read<JsonValue> => {
  const front = given.replace(/\r\n?/gu, "\n")
  const plain = plainFrontmatter(front)
  if (plain !== undefined) return Result.succeed(Object.fromEntries(plain))
  if (isTooDeep(given)) return Result.fail(tooDeep)
  const options = { version: "1.2", schema: "core", uniqueKeys: false, logLevel: "silent" } as const
  const parsed = Result.try(() => parseDocument(front, options))
  if (Result.isFailure(parsed)) return Result.fail("its front matter cannot be read as YAML")
  const [error] = parsed.success.errors
  if (error !== undefined)
    return Result.fail(
      `its front matter is no YAML: ${error.message.split("\n")[0]?.replace(/:$/u, "") ?? ""}`
    )
  return valueOf(parsed.success.contents, 0)
}

/**
 * Reads the front matter of a text, YAML 1.2 between two lines of dashes at the very start; a byte order mark and any
 * line ends are fine. Empty when there is none. Refused: what is too large or too deep, keys that stand twice, anchors
 * and aliases, and anything but keys and values at the top. Dates stay text. Total.
 */
export const frontmatterOf = (text: string): Result.Result<JsonObject, FrontmatterProblem> =>
  Result.flatMap(partFrontmatter(text), ({ front }): Read<JsonObject> => {
    if (front === undefined || front.trim() === "") return Result.succeed({})
    return Result.flatMap(readYaml(front), (value): Read<JsonObject> => {
      if (value === null) return Result.succeed({})
      return typeof value === "object" && !Array.isArray(value)
        ? Result.succeed(value as JsonObject)
        : Result.fail("its front matter is no list of keys and values")
    })
  })

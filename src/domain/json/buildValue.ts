import { createScanner } from "jsonc-parser"
import type { JSONScanner } from "jsonc-parser"
import * as Result from "effect/Result"
import { JsonKeyDuplicate, JsonSurrogateLone, JsonSyntaxInvalid, JsonTooDeep } from "./JsonProblem.ts"
import type { JsonProblem } from "./JsonProblem.ts"
import { positionAt } from "./position.ts"
import type { SourceText } from "./position.ts"
import { describeToken, nextToken, token, tokenFault } from "./token.ts"

type Container = Array<unknown> | Record<string, unknown>

/** What may come next: a value, a key, or the separators around them. */
type Expected = "value" | "valueOrClose" | "key" | "keyOrClose" | "colon" | "commaOrClose" | "end"

interface Builder {
  readonly source: SourceText
  readonly scanner: JSONScanner
  readonly maxDepth: number
  readonly stack: Array<Container>
  /** Keys of the open objects, innermost last; an array keeps its place with "". */
  readonly keys: Array<string>
  expected: Expected
  root: unknown
}

const halfPair = /\p{Cs}/u
const surrogateEscape = /\\(?:u([0-9a-fA-F]{4})|[^u])/gu

const here = (builder: Builder) => positionAt(builder.source, builder.scanner.getTokenOffset())

const fault = (builder: Builder, found: string) => new JsonSyntaxInvalid({ found, ...here(builder) })

/** Offset, inside a token's source, of the escape that is half of a pair. */
const loneEscape = (raw: string): number => {
  let high = -1
  let highEnd = -1
  for (const match of raw.matchAll(surrogateEscape)) {
    const unit = match[1] === undefined ? 0 : Number.parseInt(match[1], 16)
    const isLow = unit >= 0xdc00 && unit <= 0xdfff
    const closes = high >= 0 && highEnd === match.index && isLow
    if (high >= 0 && !closes) return high
    if (isLow && !closes) return match.index
    high = unit >= 0xd800 && unit < 0xdc00 ? match.index : -1
    highEnd = match.index + match[0].length
  }
  return Math.max(high, 0)
}

const checkString = (builder: Builder): JsonProblem | undefined => {
  if (!halfPair.test(builder.scanner.getTokenValue())) return undefined
  const start = builder.scanner.getTokenOffset()
  const raw = builder.source.text.slice(start, start + builder.scanner.getTokenLength())
  return new JsonSurrogateLone(positionAt(builder.source, start + loneEscape(raw)))
}

/** Objects are ordinary, as JSON.parse makes them: `__proto__` becomes an own property and never changes the prototype. */
const putMember = (object: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  } else {
    object[key] = value
  }
}

const place = (builder: Builder, value: unknown): void => {
  const top = builder.stack.at(-1)
  if (top === undefined) builder.root = value
  else if (Array.isArray(top)) top.push(value)
  else putMember(top, builder.keys.at(-1) ?? "", value)
  builder.expected = top === undefined ? "end" : "commaOrClose"
}

const open = (builder: Builder, container: Container): JsonProblem | undefined => {
  if (builder.stack.length >= builder.maxDepth) {
    return new JsonTooDeep({ maxDepth: builder.maxDepth, ...here(builder) })
  }
  place(builder, container)
  builder.stack.push(container)
  builder.keys.push("")
  builder.expected = Array.isArray(container) ? "valueOrClose" : "keyOrClose"
  return undefined
}

const close = (builder: Builder): undefined => {
  builder.stack.pop()
  builder.keys.pop()
  builder.expected = builder.stack.length === 0 ? "end" : "commaOrClose"
}

const takeValue = (builder: Builder, kind: number): JsonProblem | undefined => {
  switch (kind) {
    case token.openBrace:
      return open(builder, {})
    case token.openBracket:
      return open(builder, [])
    case token.string: {
      place(builder, builder.scanner.getTokenValue())
      return checkString(builder)
    }
    case token.number: {
      const value = Number(builder.scanner.getTokenValue())
      place(builder, value)
      return Number.isFinite(value) ? undefined : fault(builder, "a number too large for a JSON reader")
    }
    case token.nullWord:
    case token.trueWord:
    case token.falseWord:
      place(builder, kind === token.nullWord ? null : kind === token.trueWord)
      return undefined
    default:
      return fault(builder, `unexpected ${describeToken(builder.scanner, kind)}, a value was expected`)
  }
}

const takeKey = (builder: Builder, kind: number): JsonProblem | undefined => {
  if (kind !== token.string) {
    const trailing = kind === token.closeBrace && builder.expected === "key"
    const found = trailing ? "a trailing comma" : `unexpected ${describeToken(builder.scanner, kind)}`
    return fault(builder, `${found}, a key in double quotes was expected`)
  }
  const key = builder.scanner.getTokenValue()
  const top = builder.stack.at(-1) ?? {}
  if (Object.hasOwn(top, key)) return checkString(builder) ?? new JsonKeyDuplicate({ key, ...here(builder) })
  builder.keys[builder.keys.length - 1] = key
  builder.expected = "colon"
  return checkString(builder)
}

const takeSeparator = (builder: Builder, kind: number): JsonProblem | undefined => {
  const inArray = Array.isArray(builder.stack.at(-1))
  if (kind === token.comma) {
    builder.expected = inArray ? "value" : "key"
    return undefined
  }
  if (kind === (inArray ? token.closeBracket : token.closeBrace)) return close(builder)
  const wanted = inArray ? "`,` or `]`" : "`,` or `}`"
  return fault(builder, `unexpected ${describeToken(builder.scanner, kind)}, ${wanted} was expected`)
}

const step = (builder: Builder, kind: number): JsonProblem | undefined => {
  const broken = tokenFault(builder.scanner, kind)
  if (broken !== "") return fault(builder, broken)
  switch (builder.expected) {
    case "valueOrClose":
      return kind === token.closeBracket ? close(builder) : takeValue(builder, kind)
    case "keyOrClose":
      return kind === token.closeBrace ? close(builder) : takeKey(builder, kind)
    case "key":
      return takeKey(builder, kind)
    case "commaOrClose":
      return takeSeparator(builder, kind)
    case "colon":
      builder.expected = "value"
      return kind === token.colon
        ? undefined
        : fault(builder, `unexpected ${describeToken(builder.scanner, kind)}, \`:\` was expected`)
    case "value":
      return kind === token.closeBracket
        ? fault(builder, "a trailing comma, a value was expected")
        : takeValue(builder, kind)
    case "end":
      return fault(builder, `unexpected ${describeToken(builder.scanner, kind)} after the document`)
  }
}

/** Builds the value of a strict JSON text without recursion, so that no nesting overflows the stack. Cost is linear; never throws. */
export const buildValue = (source: SourceText, maxDepth: number): Result.Result<unknown, JsonProblem> => {
  const builder: Builder = {
    source,
    scanner: createScanner(source.text, false),
    maxDepth,
    stack: [],
    keys: [],
    expected: "value",
    root: undefined
  }
  for (;;) {
    const kind = nextToken(builder.scanner)
    if (kind === token.end && builder.expected === "end") return Result.succeed(builder.root)
    const problem = step(builder, kind)
    if (problem !== undefined) return Result.fail(problem)
  }
}

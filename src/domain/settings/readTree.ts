import { createScanner } from "jsonc-parser"
import type { JSONScanner } from "jsonc-parser"
import * as Result from "effect/Result"
import { nextToken, token, tokenFault } from "../json/token.ts"
import type { Slot, Tree, TreeNode } from "./tree.ts"

/** Why a text is no tree. `at` is a UTF-16 offset; `found` quotes nothing of the text, which may hold secrets. */
export interface TreeFault {
  readonly kind: "syntax" | "depth"
  readonly at: number
  readonly found: string
}

/** What a text may hold: `strict` is RFC 8259, else comments and trailing commas too; depth counts open brackets. */
export interface TreeOptions {
  readonly strict: boolean
  readonly maxDepth: number
}

type Expected = "value" | "valueOrClose" | "key" | "keyOrClose" | "colon" | "commaOrClose" | "end"

interface Frame {
  readonly node: TreeNode
  key: { readonly text: string; readonly start: number; readonly gap: number; readonly gapLine: boolean }
}

interface Reader {
  readonly options: TreeOptions
  readonly scanner: JSONScanner
  readonly stack: Array<Frame>
  expected: Expected
  root: TreeNode | undefined
  rootGap: number
  commented: boolean
  /** End of the last token or comment, and whether it was a `//` comment. */
  last: number
  lastLine: boolean
}

const noKey = { text: "", start: 0, gap: 0, gapLine: false }
const names = ["", "`{`", "`}`", "`[`", "`]`", "`,`", "`:`", "null", "true", "false", "a string", "a number"]

const fault = (reader: Reader, found: string): TreeFault => ({
  kind: "syntax",
  at: reader.scanner.getTokenOffset(),
  found
})

const unexpected = (reader: Reader, kind: number, wanted: string): TreeFault =>
  fault(reader, `unexpected ${names[kind] ?? "end of the document"}, ${wanted} was expected`)

const endOfToken = (reader: Reader): number =>
  reader.scanner.getTokenOffset() + reader.scanner.getTokenLength()

/** Hangs a value into the open container, or makes it the root. */
const hang = (reader: Reader, value: TreeNode): void => {
  const frame = reader.stack.at(-1)
  if (frame === undefined) {
    reader.root = value
    reader.rootGap = reader.last
    reader.expected = "end"
    return
  }
  const slot: Slot =
    frame.node.kind === "object"
      ? { ...frame.key, key: frame.key.text, value, comma: -1 }
      : { key: undefined, start: value.start, gap: reader.last, gapLine: reader.lastLine, value, comma: -1 }
  frame.node.slots.push(slot)
  reader.expected = "commaOrClose"
}

const nodeHere = (reader: Reader, kind: TreeNode["kind"], scalar: TreeNode["scalar"]): TreeNode => ({
  kind,
  start: reader.scanner.getTokenOffset(),
  end: endOfToken(reader),
  slots: [],
  scalar,
  tail: 0,
  tailLine: false
})

const open = (reader: Reader, kind: "object" | "array"): TreeFault | undefined => {
  if (reader.stack.length >= reader.options.maxDepth) return { ...fault(reader, ""), kind: "depth" }
  const node = nodeHere(reader, kind, null)
  hang(reader, node)
  reader.stack.push({ node, key: noKey })
  reader.expected = kind === "array" ? "valueOrClose" : "keyOrClose"
  return undefined
}

const close = (reader: Reader): undefined => {
  const frame = reader.stack.pop()
  if (frame !== undefined) {
    frame.node.end = endOfToken(reader)
    frame.node.tail = reader.last
    frame.node.tailLine = reader.lastLine
  }
  reader.expected = reader.stack.length === 0 ? "end" : "commaOrClose"
}

const takeValue = (reader: Reader, kind: number): TreeFault | undefined => {
  switch (kind) {
    case token.openBrace:
      return open(reader, "object")
    case token.openBracket:
      return open(reader, "array")
    case token.string:
      hang(reader, nodeHere(reader, "scalar", reader.scanner.getTokenValue()))
      return undefined
    case token.number:
      hang(reader, nodeHere(reader, "scalar", Number(reader.scanner.getTokenValue())))
      return undefined
    case token.nullWord:
    case token.trueWord:
    case token.falseWord:
      hang(reader, nodeHere(reader, "scalar", kind === token.nullWord ? null : kind === token.trueWord))
      return undefined
    default:
      return unexpected(reader, kind, "a value")
  }
}

const takeKey = (reader: Reader, kind: number): TreeFault | undefined => {
  const frame = reader.stack.at(-1)
  if (kind !== token.string || frame === undefined) return unexpected(reader, kind, "a key in double quotes")
  const start = reader.scanner.getTokenOffset()
  frame.key = { text: reader.scanner.getTokenValue(), start, gap: reader.last, gapLine: reader.lastLine }
  reader.expected = "colon"
  return undefined
}

const takeSeparator = (reader: Reader, kind: number): TreeFault | undefined => {
  const node = reader.stack.at(-1)?.node
  const inArray = node?.kind === "array"
  if (kind === (inArray ? token.closeBracket : token.closeBrace)) return close(reader)
  if (kind !== token.comma) return unexpected(reader, kind, inArray ? "`,` or `]`" : "`,` or `}`")
  const slot = node?.slots.at(-1)
  if (slot !== undefined) slot.comma = reader.scanner.getTokenOffset()
  const next = inArray ? "value" : "key"
  reader.expected = reader.options.strict ? next : `${next}OrClose`
  return undefined
}

const takeComment = (reader: Reader, kind: number): TreeFault | undefined => {
  if (reader.options.strict) return fault(reader, "a comment")
  const unfinished: number = reader.scanner.getTokenError()
  if (unfinished !== 0) return fault(reader, "a comment that does not end")
  if (reader.stack.length === 0) reader.commented = true
  reader.last = endOfToken(reader)
  reader.lastLine = kind === token.lineComment
  return undefined
}

const takeToken = (reader: Reader, kind: number): TreeFault | undefined => {
  if (kind === token.unknown) return fault(reader, "something that is no JSON")
  const broken = tokenFault(reader.scanner, kind)
  if (broken !== "") return fault(reader, broken)
  switch (reader.expected) {
    case "valueOrClose":
      return kind === token.closeBracket ? close(reader) : takeValue(reader, kind)
    case "keyOrClose":
      return kind === token.closeBrace ? close(reader) : takeKey(reader, kind)
    case "key":
      return takeKey(reader, kind)
    case "commaOrClose":
      return takeSeparator(reader, kind)
    case "colon":
      reader.expected = "value"
      return kind === token.colon ? undefined : unexpected(reader, kind, "`:`")
    case "value":
      return takeValue(reader, kind)
    case "end":
      return fault(reader, "something after the end of the document")
  }
}

const step = (reader: Reader, kind: number): TreeFault | undefined => {
  if (kind === token.lineComment || kind === token.blockComment) return takeComment(reader, kind)
  const problem = takeToken(reader, kind)
  reader.last = endOfToken(reader)
  reader.lastLine = false
  return problem
}

/**
 * Reads a text as JSON, or as JSON with comments, keeping where everything stands. Without recursion, so no nesting
 * overflows the stack; linear; never throws. A text without any value is a tree without root.
 */
export const readTree = (text: string, options: TreeOptions): Result.Result<Tree, TreeFault> => {
  const reader: Reader = {
    options,
    scanner: createScanner(text, false),
    stack: [],
    expected: "value",
    root: undefined,
    rootGap: 0,
    commented: false,
    last: 0,
    lastLine: false
  }
  for (;;) {
    const kind = nextToken(reader.scanner)
    if (kind === token.end && (reader.expected === "end" || reader.root === undefined)) {
      const gap = reader.root === undefined ? reader.last : reader.rootGap
      return Result.succeed({ text, root: reader.root, gap, commented: reader.commented })
    }
    const problem = step(reader, kind)
    if (problem !== undefined) return Result.fail(problem)
  }
}

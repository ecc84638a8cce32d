import type { BlockFormat } from "./format.ts"
import { shelterIn } from "./shelter.ts"
import type { TomlTable } from "./toml.ts"

const written: Record<BlockFormat, (words: string) => string> = {
  toml: (words) => `# gsd ${words}`,
  markdown: (words) => `<!-- gsd ${words} -->`
}

/** Whole lines; `^` would take more for the end of a line. */
const frames: Record<BlockFormat, RegExp> = {
  toml: /(?<=^|[\r\n])# gsd (begin|end) (\S+)[ \t]*(?=[\r\n]|$)/gu,
  markdown: /(?<=^|[\r\n])<!-- gsd (begin|end) (\S+) -->[ \t]*(?=[\r\n]|$)/gu
}

/** An owner as one word that ends no comment. */
export const ownerWord = (owner: string): string =>
  owner.replaceAll(/[^\w:./@+-]/gu, (character) => `%${character.codePointAt(0)?.toString(16) ?? ""};`)

/** Lines of a block, from the one that begins it to the one that ends it. */
export const blockLines = (format: BlockFormat, owner: string, text: string): ReadonlyArray<string> => {
  const line = written[format]
  return [line(`begin ${ownerWord(owner)}`), ...text.split("\n"), line(`end ${ownerWord(owner)}`)]
}

/** Tells whether a line of a text begins or ends a block, whoever's. */
export const holdsFrame = (format: BlockFormat, text: string): boolean => text.search(frames[format]) >= 0

/** Lines between a begin and an end of one owner, as they stand in a document. Offsets are UTF-16 units. */
export interface Block {
  /** The owner as one word: `ownerWord`. */
  readonly word: string
  readonly start: number
  /** Behind the end of its last line. */
  readonly end: number
  /** Lines between, with LF; undefined when no end follows. */
  readonly text: string | undefined
  /** It begins inside of a code fence, or of a string of several lines. */
  readonly sheltered: boolean
}

/** A text that takes blocks, as it was read, with the blocks of everybody in its order. */
export type Plain = { readonly blocks: ReadonlyArray<Block> } & (
  { readonly format: "toml"; readonly value: TomlTable } | { readonly format: "markdown" }
)

/** A line that begins or ends a block. */
interface Frame {
  readonly start: number
  readonly next: number
}

const frameAt = (text: string, found: RegExpExecArray): Frame => {
  const end = found.index + found[0].length
  const next = text.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, text.length)
  return { start: found.index, next }
}

const between = (text: string, from: Frame, to: Frame): string =>
  text
    .slice(from.next, to.start)
    .replace(/(?:\r\n|\n|\r)$/u, "")
    .replaceAll(/\r\n|\r/gu, "\n")

/** Blocks in the order of the text, also those that somebody wrote. Linear. */
export const blocksIn = (text: string, format: BlockFormat): ReadonlyArray<Block> => {
  if (!holdsFrame(format, text)) return []
  const isSheltered = shelterIn(text, format)
  const blocks: Array<Block> = []
  const open = new Map<string, Frame>()
  const close = (word: string, from: Frame, to?: Frame): void => {
    const [end, inside] = to === undefined ? [from.next, undefined] : [to.next, between(text, from, to)]
    blocks.push({ word, start: from.start, end, text: inside, sheltered: isSheltered(from.start) })
  }
  for (const found of text.matchAll(frames[format])) {
    const [, which, word = ""] = found
    const begun = open.get(word)
    const frame = frameAt(text, found)
    if (begun !== undefined) close(word, begun, which === "end" ? frame : undefined)
    if (which === "begin") open.set(word, frame)
    else open.delete(word)
  }
  for (const [word, frame] of open) close(word, frame)
  return blocks.toSorted((left, right) => left.start - right.start)
}

/** From the start of a line to that of the next. */
export type Lines = readonly [start: number, end: number]

/** Lines that begin or end a block of one owner, given as `ownerWord`, outside of shelters. */
export const framesOf = (text: string, format: BlockFormat, owner: string): ReadonlyArray<Lines> => {
  const isSheltered = shelterIn(text, format)
  return [...text.matchAll(frames[format])]
    .filter((found) => found[2] === owner && !isSheltered(found.index))
    .map((found) => [found.index, frameAt(text, found).next])
}

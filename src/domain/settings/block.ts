import type { BlockFormat } from "./format.ts"
import { shelterIn } from "./shelter.ts"

const written: Record<BlockFormat, (words: string) => string> = {
  toml: (words) => `# gsd ${words}`,
  markdown: (words) => `<!-- gsd ${words} -->`
}

const readBack: Record<BlockFormat, RegExp> = {
  toml: /^# gsd (begin|end) (\S+)[ \t]*$/u,
  markdown: /^<!-- gsd (begin|end) (\S+) -->[ \t]*$/u
}

/** An owner as one word that ends no comment. */
const ownerWord = (owner: string): string =>
  owner.replaceAll(/[^\w:./@+-]/gu, (character) => `%${character.codePointAt(0)?.toString(16) ?? ""};`)

/** Lines of a block, from the one that begins it to the one that ends it. */
export const blockLines = (format: BlockFormat, owner: string, text: string): ReadonlyArray<string> => {
  const line = written[format]
  return [line(`begin ${ownerWord(owner)}`), ...text.split("\n"), line(`end ${ownerWord(owner)}`)]
}

/** Tells whether a line begins or ends a block, whoever's. */
export const isFrameLine = (format: BlockFormat, line: string): boolean => readBack[format].test(line)

/** Lines between a begin and an end of one owner, as they stand in a document. Offsets are UTF-16 units. */
export interface Block {
  readonly start: number
  /** Behind the end of its last line. */
  readonly end: number
  /** Lines between, with LF; undefined when no end follows. */
  readonly text: string | undefined
  /** It begins inside of a code fence, or of a string of several lines. */
  readonly sheltered: boolean
}

interface Line {
  readonly start: number
  readonly next: number
  readonly text: string
}

/** Every line with what ends it; an empty rest is none. */
const linesIn = function* (text: string): Generator<Line> {
  const breaks = /\r\n|\n|\r/gu
  let start = 0
  for (const found of text.matchAll(breaks)) {
    const next = found.index + found[0].length
    yield { start, next, text: text.slice(start, found.index) }
    start = next
  }
  if (start < text.length) yield { start, next: text.length, text: text.slice(start) }
}

interface Open {
  readonly line: Line
  readonly inside: Array<string>
}

/** Blocks of one owner in the order of the text, also those that somebody wrote. Linear. */
export const blocksOf = (text: string, format: BlockFormat, owner: string): ReadonlyArray<Block> => {
  if (!text.includes(written[format](`begin ${ownerWord(owner)}`))) return []
  const isSheltered = shelterIn(text, format)
  const blocks: Array<Block> = []
  let open: Open | undefined
  const leave = (): void => {
    if (open === undefined) return
    const { next, start } = open.line
    blocks.push({ start, end: next, text: undefined, sheltered: isSheltered(start) })
  }
  for (const line of linesIn(text)) {
    const [, word, name] = readBack[format].exec(line.text) ?? []
    if (name !== ownerWord(owner)) {
      open?.inside.push(line.text)
    } else if (word === "begin") {
      leave()
      open = { line, inside: [] }
    } else if (open !== undefined) {
      const { start } = open.line
      blocks.push({ start, end: line.next, text: open.inside.join("\n"), sheltered: isSheltered(start) })
      open = undefined
    }
  }
  leave()
  return blocks
}

import type { BlockFormat } from "./format.ts"

/** From the offset of its first unit to that behind its last. */
type Stretch = readonly [start: number, end: number]

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/u

interface Fences {
  readonly stretches: ReadonlyArray<Stretch>
  /** The last one has no end. */
  readonly isOpen: boolean
}

/** Insides of code fences; one without an end reaches to the end of the text. */
const fencesIn = (text: string): Fences => {
  const stretches: Array<Stretch> = []
  let open: { readonly mark: string; readonly start: number } | undefined
  for (const found of text.matchAll(/[^\r\n]+/gu)) {
    const [, mark = "", rest = ""] = fence.exec(found[0]) ?? []
    if (mark === "") continue
    if (open === undefined) {
      // Backticks on one line with more of them are code within a line.
      if (mark.startsWith("~") || !rest.includes("`")) open = { mark, start: found.index }
    } else if (mark.startsWith(open.mark) && rest.trim() === "") {
      stretches.push([open.start, found.index])
      open = undefined
    }
  }
  return open === undefined
    ? { stretches, isOpen: false }
    : { stretches: [...stretches, [open.start, text.length]], isOpen: true }
}

/** Where a string on one line, or a comment, ends. */
const endOnLine = (text: string, start: number): number => {
  const quote = text[start] ?? ""
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\n") return at
    if (text[at] === "\\" && quote === '"') at++
    else if (text[at] === quote && quote !== "#") return at + 1
  }
  return text.length
}

/** Where a string of several lines ends: its last three quotes may have two more before them. */
const endOfLines = (text: string, start: number): number => {
  const quotes = text.slice(start, start + 3)
  for (let at = start + 3; at < text.length; at++) {
    if (text[at] === "\\" && quotes === '"""') at++
    else if (text.startsWith(quotes, at)) {
      let end = at + 3
      while (end < at + 5 && text[end] === quotes[0]) end++
      return end
    }
  }
  return text.length
}

/** Where a string or a comment of a TOML text ends that starts at a quote or a `#`. */
export const endOfToken = (text: string, at: number): number =>
  text.startsWith('"""', at) || text.startsWith("'''", at) ? endOfLines(text, at) : endOnLine(text, at)

/** Strings of several lines of a text that is TOML. */
const stringsIn = (text: string): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
  const starts = /["'#]/gu
  for (let found = starts.exec(text); found !== null; found = starts.exec(text)) {
    const at = found.index
    const isLong = text.startsWith('"""', at) || text.startsWith("'''", at)
    const end = isLong ? endOfLines(text, at) : endOnLine(text, at)
    if (isLong) stretches.push([at, end])
    starts.lastIndex = end
  }
  return stretches
}

/** Tells of the start of a line whether it lies inside of a code fence, or of a string of several lines. */
export const shelterIn = (text: string, format: BlockFormat): ((at: number) => boolean) => {
  const stretches = format === "toml" ? stringsIn(text) : fencesIn(text).stretches
  return (at) => stretches.some(([start, end]) => at > start && at < end)
}

/** Tells whether a code fence of a Markdown text has no end, so that what follows the text lies in it. */
export const leavesFenceOpen = (text: string): boolean => fencesIn(text).isOpen

/** A bound on a text as its host counts it. */
export interface TextLimit {
  readonly most: number
  readonly counts: "utf16" | "code points"
}

const ellipsis = "..."

const lengthOf = (text: string, { counts }: TextLimit): number =>
  counts === "utf16" ? text.length : [...text].length

const start = (text: string, { counts, most }: TextLimit): string =>
  counts === "utf16"
    ? text.slice(0, most).replace(/[\ud800-\udbff]$/u, "")
    : [...text].slice(0, most).join("")

/** The text within the bound; what is longer ends in three dots that count, and no character is cut in two. */
export const limited = (text: string, limit: TextLimit): string =>
  lengthOf(text, limit) <= limit.most
    ? text
    : `${start(text, { ...limit, most: limit.most - ellipsis.length }).trimEnd()}${ellipsis}`

/** The text on one line: blanks and control characters of every kind are one blank. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim()

import type { ProseLine } from "../planning/prose.ts"
import { exactWords, isUiFile, outsideHeadings, strongWords, takenBack, weakWords } from "./uiWords.ts"

/** A text that says what a phase is about. */
export interface PhaseText {
  readonly path: string
  readonly lines: ReadonlyArray<ProseLine>
}

/** A word that speaks of a user interface, and where it stands. */
export interface Evidence {
  readonly token: string
  readonly path: string
  readonly line: number
  readonly weight: "strong" | "weak"
}

const escaped = (word: string): string => word.replace(/\./gu, "\\.").replaceAll(" ", "[ \\t]")

const anyOf = (words: ReadonlyArray<string>, flags: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}_./-])(?:${words
      .toSorted((one, other) => other.length - one.length)
      .map(escaped)
      .join("|")})(?![\\p{L}\\p{N}_-])`,
    flags
  )

const patterns: ReadonlyArray<readonly [Evidence["weight"], RegExp]> = [
  ["strong", anyOf(exactWords, "gu")],
  ["strong", anyOf(strongWords, "giu")],
  ["weak", anyOf(weakWords, "giu")]
]

const isTakenBack = (text: string, at: number): boolean =>
  takenBack.test(text.slice(Math.max(0, at - 48), at))

const inLine = (path: string, { line, text }: ProseLine): ReadonlyArray<Evidence> =>
  patterns.flatMap(([weight, pattern]) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !isTakenBack(text, index))
      .map(([token]): Evidence => ({ token, path, line, weight }))
  )

/** Words that speak of a user interface, in the order of the texts; those under headings of what is left out do not count. */
export const uiEvidence = (texts: ReadonlyArray<PhaseText>): ReadonlyArray<Evidence> =>
  texts.flatMap(({ lines, path }) =>
    lines
      .filter(({ under }) => !under.some((title) => outsideHeadings.test(title)))
      .flatMap((line) => inLine(path, line))
  )

/** Files of a user interface that plans name, as evidence. */
export const fileEvidence = (
  files: ReadonlyArray<{ readonly file: string; readonly path: string; readonly line: number }>
): ReadonlyArray<Evidence> =>
  files
    .filter(({ file }) => isUiFile(file))
    .map(({ file, line, path }) => ({ token: file, path, line, weight: "strong" }))

/** The evidence that decides: the first strong one, else the second different weak one; undefined when there is too little. */
export const deciding = (evidence: ReadonlyArray<Evidence>): Evidence | undefined => {
  const strong = evidence.find(({ weight }) => weight === "strong")
  if (strong !== undefined) return strong
  const [first] = evidence
  return evidence.find(({ token }) => token.toLowerCase() !== first?.token.toLowerCase())
}

import { sectionTitles, type PlanFile } from "./prompt.ts"

/** A text that a prompt embeds. */
export interface Embedded {
  /** The heading it stands under. */
  readonly title: string
  /** As embedded; its last line ends. */
  readonly text: string
  /** Lines of the prompt before its first. */
  readonly offset: number
}

const opening = /^(`{3,})[^`]*$/u

/** Index of the line that closes the fence opened at `start`; the number of lines when none does. */
const closingOf = (lines: ReadonlyArray<string>, start: number, fence: string): number => {
  let at = start + 1
  while (at < lines.length && lines[at]?.trimEnd() !== fence) at += 1
  return at
}

const textBetween = (lines: ReadonlyArray<string>, open: number, close: number): string =>
  lines
    .slice(open + 1, close)
    .map((line) => `${line}\n`)
    .join("")

/**
 * Takes the embedded texts out of a prompt that `buildPrompt` wrote, in their order: the first fence below each
 * heading. Headings inside fences are text of what is embedded and begin nothing.
 */
export const embeddedTexts = (prompt: string): ReadonlyArray<Embedded> => {
  const lines = prompt.replaceAll("\r\n", "\n").split("\n")
  const found: Array<Embedded> = []
  let title: string | undefined
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ""
    const fence = opening.exec(line)?.[1]
    if (line.startsWith("## ")) title = line.slice("## ".length)
    if (fence === undefined) continue
    const end = closingOf(lines, at, fence)
    if (title !== undefined) found.push({ title, text: textBetween(lines, at, end), offset: at + 1 })
    title = undefined
    at = end
  }
  return found
}

/** A plan as it stands inside a prompt. */
export interface EmbeddedPlan extends PlanFile {
  readonly offset: number
}

/** The plans among the embedded texts; empty when the prompt is none of ours. Paths are as the heading shows them. */
export const embeddedPlans = (prompt: string): ReadonlyArray<EmbeddedPlan> =>
  embeddedTexts(prompt)
    .filter(({ title }) => title.startsWith(sectionTitles.plan))
    .map(({ offset, text, title }) => ({ path: title.slice(sectionTitles.plan.length), text, offset }))

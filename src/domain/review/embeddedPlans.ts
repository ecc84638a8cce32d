import { sectionTitles, type PlanFile } from "./prompt.ts"

/** A plan as it stands inside a prompt. */
export interface EmbeddedPlan extends PlanFile {
  /** Lines of the prompt before the plan's first. */
  readonly offset: number
}

const opening = /^(`{3,})[^`]*$/u

/** Index of the line that closes the fence opened at `start`; the number of lines when none does. */
const closingOf = (lines: ReadonlyArray<string>, start: number, fence: string): number => {
  let at = start + 1
  while (at < lines.length && lines[at]?.trimEnd() !== fence) at += 1
  return at
}

/**
 * Takes the plans out of a prompt that `buildPrompt` wrote, in their order; empty when `text` is no such prompt.
 * Headings inside fences are text of what is embedded and begin nothing. Paths are as the heading shows them.
 */
export const embeddedPlans = (text: string): ReadonlyArray<EmbeddedPlan> => {
  const lines = text.replaceAll("\r\n", "\n").split("\n")
  const plans: Array<EmbeddedPlan> = []
  let path: string | undefined
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ""
    const fence = opening.exec(line)?.[1]
    if (line.startsWith("## ")) path = pathOf(line)
    if (fence === undefined) continue
    const end = closingOf(lines, at, fence)
    if (path !== undefined) plans.push({ path, text: textBetween(lines, at, end), offset: at + 1 })
    path = undefined
    at = end
  }
  return plans
}

const pathOf = (heading: string): string | undefined => {
  const title = heading.slice("## ".length)
  return title.startsWith(sectionTitles.plan) ? title.slice(sectionTitles.plan.length) : undefined
}

const textBetween = (lines: ReadonlyArray<string>, open: number, close: number): string =>
  lines
    .slice(open + 1, close)
    .map((line) => `${line}\n`)
    .join("")

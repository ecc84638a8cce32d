import { buildPrompt, type PromptPlan } from "../review/prompt.ts"

/** What a prompt is made of; an empty text is left out with its heading. */
export interface PromptParts {
  /** What to do and what to answer; never cut. */
  readonly instructions: string
  /** The phase's part of ROADMAP.md; never cut. */
  readonly roadmap: string
  readonly project: string
  /** At least one; each keeps its heading and its beginning. */
  readonly plans: ReadonlyArray<PromptPlan>
  readonly context: string
  readonly research: string
  readonly requirements: string
}

/** The estimate of a text's length in tokens: a quarter of its UTF-8 bytes, rounded up. Equal to characters in ASCII. */
export const tokensOf = (text: string): number => Math.ceil(new TextEncoder().encode(text).length / 4)

/** The prompt as one Markdown text; `note` stands behind the instructions. */
export const promptOf = (parts: PromptParts, note = ""): string => buildPrompt({ ...parts, note }).text

/** The beginning of a text, at most so many UTF-16 units, without half a character at its end. */
export const beginning = (text: string, most: number): string => {
  const end = Math.max(0, Math.floor(most))
  if (text.length <= end) return text
  const splits = /[\ud800-\udbff]/u.test(text.slice(end - 1, end))
  return text.slice(0, splits ? end - 1 : end)
}

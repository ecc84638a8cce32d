/** One plan under review. */
export interface PlanPart {
  /** As the prompt names it: relative to the repository. */
  readonly path: string
  readonly text: string
}

/** What a prompt is made of; an empty text is left out with its heading. */
export interface PromptParts {
  /** What to do and what to answer; never cut. */
  readonly instructions: string
  /** The phase's part of ROADMAP.md; never cut. */
  readonly roadmap: string
  readonly project: string
  /** At least one; each keeps its heading and its beginning. */
  readonly plans: ReadonlyArray<PlanPart>
  readonly context: string
  readonly research: string
  readonly requirements: string
}

/** The estimate of a text's length in tokens: a quarter of its UTF-8 bytes, rounded up. Equal to characters in ASCII. */
export const tokensOf = (text: string): number => Math.ceil(new TextEncoder().encode(text).length / 4)

const section = (heading: string, text: string): string =>
  text.trim() === "" ? "" : `## ${heading}\n\n${text.trimEnd()}\n\n`

const planSection = ({ path, text }: PlanPart): string => `### ${path}\n\n${text.trimEnd()}\n\n`

/** The prompt as one Markdown text; `note` stands behind the instructions. */
export const promptOf = (parts: PromptParts, note = ""): string =>
  [
    `${parts.instructions.trimEnd()}\n\n`,
    note === "" ? "" : `${note}\n\n`,
    section("Roadmap", parts.roadmap),
    section("Project", parts.project),
    section("Decisions", parts.context),
    section("Research", parts.research),
    section("Requirements", parts.requirements),
    `## Plans to review\n\n${parts.plans.map(planSection).join("")}`
  ].join("")

/** The beginning of a text, at most so many UTF-16 units, without half a character at its end. */
export const beginning = (text: string, most: number): string => {
  const end = Math.max(0, Math.floor(most))
  if (text.length <= end) return text
  const splits = /[\ud800-\udbff]/u.test(text.slice(end - 1, end))
  return text.slice(0, splits ? end - 1 : end)
}

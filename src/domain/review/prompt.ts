import { sha512Integrity } from "../hash.ts"
import { visible } from "../text/escape.ts"
import { fenced } from "./fence.ts"
import { instructions } from "./instructions.ts"

/** One file of the plan: its path from the root of the repository, and its text. */
export interface PlanFile {
  readonly path: string
  readonly text: string
}

/** What a review is asked about. Texts that are absent have no section; a blank one has none either. */
export interface PromptSources {
  readonly plans: ReadonlyArray<PromptPlan>
  /** Beginning of what says what the project is. */
  readonly project?: string
  readonly roadmap?: string
  readonly requirements?: string
  readonly context?: string
  readonly research?: string
  /** In place of the usual instructions. */
  readonly instructions?: string
  /** Words of ours behind the instructions, such as what was left out of the texts. */
  readonly note?: string
}

/** A plan whose text may be cut; its hash is that of the whole. */
export interface PromptPlan extends PlanFile {
  /** `sha512-<base64>` of the whole; worked out of `text` when absent. */
  readonly sha512?: string
}

/** A plan as the report names it. */
export interface PlanHash {
  readonly path: string
  /** `planId` of its path. */
  readonly id: string
  /** `sha512-<base64>` of its text as UTF-8. */
  readonly sha512: string
}

/** The prompt of one review, the same for every lane. */
export interface Prompt {
  readonly text: string
  /** `sha512-<base64>` of `text`. */
  readonly sha512: string
  /** Length of `text` as UTF-8. */
  readonly bytes: number
  /** In the order given. */
  readonly plans: ReadonlyArray<PlanHash>
}

/** File name of a plan without `-PLAN.md`, `PLAN.md` or `.md`; the whole name when nothing would be left. */
export const planId = (path: string): string => {
  const name = path.split(/[/\\]/u).at(-1) ?? path
  const id = name.replace(/(?:[-_.]?PLAN)?\.md$/iu, "")
  return id === "" ? name : id
}

/** Hash of a plan's text as the prompt and the report give it. */
export const planHash = ({ path, sha512, text }: PromptPlan): PlanHash => ({
  path,
  id: planId(path),
  sha512: sha512 ?? sha512Integrity(text)
})

/** Headings of the embedded texts, outside of which nothing embedded can stand. */
export const sectionTitles = {
  project: "Project",
  roadmap: "Roadmap",
  requirements: "Requirements",
  context: "Decisions of the user",
  research: "Research",
  plan: "Plan: "
} as const

type TextName = Exclude<keyof PromptSources, "plans" | "note" | "instructions">

const textNames: ReadonlyArray<TextName> = ["project", "roadmap", "requirements", "context", "research"]

const textSection = (sources: PromptSources, name: TextName): ReadonlyArray<string> => {
  const text = sources[name]
  return text === undefined || text.trim() === ""
    ? []
    : [`## ${sectionTitles[name]}`, fenced(text, "markdown")]
}

const planSection = (plan: PromptPlan): ReadonlyArray<string> => [
  `## ${sectionTitles.plan}${visible(plan.path)}`,
  `sha512: \`${planHash(plan).sha512}\``,
  fenced(plan.text, "markdown")
]

const manifestSection = (plans: ReadonlyArray<PlanHash>): ReadonlyArray<string> => [
  "## Plan coverage manifest",
  `Plans: ${plans.length}. Your review names each of these ids at least once.`,
  plans.map(({ id, path }) => `- ${visible(id)} (${visible(path)})`).join("\n")
]

/**
 * Writes the prompt: instructions, the texts there are, the plans, and which plans must be covered. Each embedded
 * text stands in a fence longer than any run of backticks in it, so it can neither end its section nor begin another.
 */
export const buildPrompt = (sources: PromptSources): Prompt => {
  const plans = sources.plans.map(planHash)
  const parts = [
    "# Review of a plan",
    sources.instructions ?? instructions,
    ...(sources.note === undefined || sources.note === "" ? [] : [sources.note]),
    ...textNames.flatMap((name) => textSection(sources, name)),
    ...sources.plans.flatMap(planSection),
    ...manifestSection(plans)
  ]
  const text = `${parts.join("\n\n")}\n`
  return { text, sha512: sha512Integrity(text), bytes: new TextEncoder().encode(text).length, plans }
}

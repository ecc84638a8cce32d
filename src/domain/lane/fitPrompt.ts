import * as Result from "effect/Result"
import { limits } from "../limits.ts"
import { planHash, type PromptPlan } from "../review/prompt.ts"
import { beginning, promptOf, tokensOf, type PromptParts } from "./promptParts.ts"

/** Parts that can be left out whole, the first to go first. */
export const droppable = ["requirements", "research", "context", "project"] as const

/** A part that can be left out whole. */
export type Droppable = (typeof droppable)[number]

/** What was done to a prompt so that it fits. */
export interface Trimming {
  /** The bound, in tokens. */
  readonly budget: number
  /** The bound less the margin. */
  readonly effectiveBudget: number
  readonly omitted: ReadonlyArray<Droppable>
  readonly projectShrunk: boolean
  /** Plans that are cut, with the UTF-16 units that are left out at the end. */
  readonly cutPlans: ReadonlyArray<{ readonly path: string; readonly leftOut: number }>
}

/** A prompt that fits, with its estimated length. */
export interface FittedPrompt {
  readonly text: string
  readonly tokens: number
  /** Undefined when nothing was taken out. */
  readonly trimming: Trimming | undefined
}

/** Not even the parts that are never left out fit. */
export interface PromptTooLong {
  readonly budget: number
  /** Tokens of the shortest prompt there is. */
  readonly needed: number
}

/** A way to shorten, with what it did so far. */
interface Draft {
  readonly parts: PromptParts
  readonly trimming: Trimming
}

const listed = (names: ReadonlyArray<string>): string => names.join(", ")

const noteOf = ({ budget, omitted, projectShrunk, cutPlans }: Trimming): string =>
  [
    `> This prompt was shortened to ${budget} tokens.`,
    omitted.length === 0 ? "" : ` Left out: ${listed(omitted)}.`,
    projectShrunk ? ` Only the first ${limits.promptProjectLines} lines of the project are here.` : "",
    cutPlans.length === 0
      ? ""
      : ` Cut at the end: ${listed(cutPlans.map(({ path, leftOut }) => `${path} (${leftOut} characters)`))}.`,
    " Do not count as missing what may have been left out."
  ].join("")

const textOf = ({ parts, trimming }: Draft): string => promptOf(parts, noteOf(trimming))

const fits = (draft: Draft): boolean => tokensOf(textOf(draft)) <= draft.trimming.effectiveBudget

const without = (draft: Draft, part: Droppable): Draft =>
  draft.parts[part].trim() === ""
    ? draft
    : {
        parts: { ...draft.parts, [part]: "" },
        trimming: {
          ...draft.trimming,
          projectShrunk: part === "project" ? false : draft.trimming.projectShrunk,
          omitted: [...draft.trimming.omitted, part]
        }
      }

const withShortProject = (draft: Draft): Draft => {
  const lines = draft.parts.project.split("\n")
  if (lines.length <= limits.promptProjectLines) return draft
  return {
    parts: { ...draft.parts, project: lines.slice(0, limits.promptProjectLines).join("\n") },
    trimming: { ...draft.trimming, projectShrunk: true }
  }
}

const cutPlan = (plan: PromptPlan, most: number): PromptPlan => {
  const kept = beginning(plan.text, most)
  const leftOut = plan.text.length - kept.length
  return leftOut === 0 ? plan : { ...plan, text: `${kept}\n\n[the last ${leftOut} characters are left out]` }
}

/** Every plan cut to the same share of its length, but for a beginning that stays. */
const withPlansCut = (draft: Draft, share: number): Draft => {
  const mostOf = ({ text }: PromptPlan): number =>
    Math.max(limits.promptPlanCharacters, Math.floor(text.length * share))
  const cutPlans = draft.parts.plans.flatMap((plan) => {
    const leftOut = plan.text.length - beginning(plan.text, mostOf(plan)).length
    return leftOut === 0 ? [] : [{ path: plan.path, leftOut }]
  })
  return {
    parts: { ...draft.parts, plans: draft.parts.plans.map((plan) => cutPlan(plan, mostOf(plan))) },
    trimming: { ...draft.trimming, cutPlans }
  }
}

/** Halvings of the share that is looked for: 1 in 65,536 is nearer than the estimate is. */
const halvings = 16

/** The longest cut that fits, when the shortest does. */
const longestCut = (draft: Draft): Draft => {
  let low = 0
  let high = 1
  for (let round = 0; round < halvings; round++) {
    const middle = (low + high) / 2
    if (fits(withPlansCut(draft, middle))) low = middle
    else high = middle
  }
  return withPlansCut(draft, low)
}

const steps: ReadonlyArray<(draft: Draft) => Draft> = [
  (draft) => without(draft, "requirements"),
  (draft) => without(draft, "research"),
  (draft) => without(draft, "context"),
  withShortProject,
  (draft) => without(draft, "project")
]

const fitted = (draft: Draft): FittedPrompt => {
  const text = textOf(draft)
  return { text, tokens: tokensOf(text), trimming: draft.trimming }
}

const budgetOf = (budget: number): number => Math.floor(budget * (1 - limits.promptMarginPercent / 100))

/**
 * Makes the prompt, no longer than the budget less a margin.
 *
 * What is least needed goes first: requirements, research, decisions, most of the project, all of it; only then are
 * plans cut, each at its end and by the same share, and none below its first 1,024 characters. Instructions and roadmap
 * stay whole. A note behind the instructions says what is missing. Without a budget nothing is taken out.
 */
export const fitPrompt = (
  parts: PromptParts,
  budget: number | undefined
): Result.Result<FittedPrompt, PromptTooLong> => {
  const whole = promptOf(parts)
  const tokens = tokensOf(whole)
  if (budget === undefined) return Result.succeed({ text: whole, tokens, trimming: undefined })
  const effectiveBudget = budgetOf(budget)
  if (tokens <= effectiveBudget) return Result.succeed({ text: whole, tokens, trimming: undefined })
  // What is cut keeps the hash of the whole.
  const plans = parts.plans.map((plan) => ({ ...plan, sha512: planHash(plan).sha512 }))
  let draft: Draft = {
    parts: { ...parts, plans },
    trimming: { budget, effectiveBudget, omitted: [], projectShrunk: false, cutPlans: [] }
  }
  for (const step of steps) {
    draft = step(draft)
    if (fits(draft)) return Result.succeed(fitted(draft))
  }
  const shortest = withPlansCut(draft, 0)
  return fits(shortest)
    ? Result.succeed(fitted(longestCut(draft)))
    : Result.fail({ budget, needed: tokensOf(textOf(shortest)) })
}

/** A prompt that was made elsewhere, as it is: within the budget less the margin, or not at all. */
export const fitWhole = (
  text: string,
  budget: number | undefined
): Result.Result<FittedPrompt, PromptTooLong> => {
  const tokens = tokensOf(text)
  return budget !== undefined && tokens > budgetOf(budget)
    ? Result.fail({ budget, needed: tokens })
    : Result.succeed({ text, tokens, trimming: undefined })
}

import * as Option from "effect/Option"
import { aloneContext, type Rule } from "../capability/Candidate.ts"
import type { Problem, Verdict } from "../capability/Problem.ts"
import { verdictOf } from "../capability/Problem.ts"
import { missingFiles } from "../capability/missingFiles.ts"
import { manifestRules } from "../capability/rules.ts"
import { consumesAvailable } from "../capability/rules/consumesAvailable.ts"
import { judgeManifest } from "../capability/validateManifest.ts"
import { composeSet } from "./compose.ts"
import { factsOf } from "./facts.ts"
import { lostOf } from "./offers.ts"
import type { SetContext, SetOrigin, SetRule } from "./SetRule.ts"
import { setRules } from "./setRules.ts"

/** A manifest of a set: the name of its folder, its raw value, and where it comes from. */
export interface SetInput {
  readonly folder: string
  readonly raw: unknown
  readonly origin: SetOrigin
  /** Paths of the folder's regular files, when they are at hand: those that the manifest names must be among them. */
  readonly files?: ReadonlyArray<string>
  /** Problems found before, for example that its bytes are no JSON. */
  readonly problems?: ReadonlyArray<Problem>
}

/** Judgement on one member; it is accepted iff none of its problems is an error. */
export interface JudgedMember {
  readonly accepted: boolean
  readonly problems: ReadonlyArray<Problem>
}

/** Judgement on a set, its members in the order given. */
export interface JudgedSet {
  readonly verdict: Verdict
  readonly members: ReadonlyArray<JudgedMember>
}

/** Rules about one manifest that a set does not judge by itself: where inputs come from, the set knows better. */
const aloneInSet: ReadonlyArray<Rule> = manifestRules.filter((rule) => rule !== consumesAvailable)

const origins = { "first-party": "first-party", overlay: "third-party" } as const

/** Judges every manifest by itself and then all of them as a set. Never throws, whatever the values. Source: decisions 13. */
export const judgeSet = (
  inputs: ReadonlyArray<SetInput>,
  context: SetContext,
  rules: ReadonlyArray<SetRule> = setRules
): JudgedSet => {
  const around =
    context.contract === undefined ? aloneContext : { ...aloneContext, contract: context.contract }
  const alone = inputs.map(({ folder, raw, origin, files, problems = [] }) => {
    const judged = judgeManifest({ folder, raw, origin: origins[origin] }, around, aloneInSet)
    const all = [...problems, ...judged.problems, ...missingFiles(judged.manifest, files)]
    const facts = Option.getOrUndefined(Option.map(judged.manifest, factsOf))
    const lost = facts === undefined ? lostOf(raw) : undefined
    return { origin, all, facts, ...(lost === undefined ? {} : { lost }) }
  })
  const composed = composeSet(
    alone.map(({ all, ...member }) => ({ ...member, isOut: verdictOf(all) === "invalid" })),
    context,
    rules
  )
  const members = alone.map(({ all }, index) => {
    const problems = [...all, ...(composed[index] ?? [])]
    return { accepted: verdictOf(problems) !== "invalid", problems }
  })
  return { verdict: verdictOf(members.flatMap(({ problems }) => problems)), members }
}

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { RebuildPlan } from "../domain/doctor/rebuildPlan.ts"
import type { RepairPlan } from "../domain/doctor/treatment.ts"
import type { Common } from "./common.ts"
import { isYes } from "./consentGate.ts"
import { RebuildUnconfirmed } from "./errors.ts"
import { renderRebuildPlan, renderRepairPlan } from "./render/repair.ts"
import type { View } from "./render/view.ts"
import { Screen } from "./Screen.ts"

/** What was said beforehand, and in which form the result is wanted. */
export interface Told extends Pick<Common, "json"> {
  readonly yes: boolean
}

/** Shows a plan on stderr, with `--json` only where `--yes` grants it, and asks; none when nobody can be asked. */
const askAbout = Effect.fnUntraced(function* (told: Told, plan: (view: View) => string, question: string) {
  const { ask, err, interactive } = yield* Screen
  if (!told.json || told.yes) yield* Console.error(`${plan(yield* err)}\n`)
  if (told.yes) return Option.some(true)
  if (told.json || !(yield* interactive)) return Option.none<boolean>()
  return Option.some(isYes(yield* ask(`${question} [y/N] `)))
})

/** Asks about edits of other programs' files; no when nobody can be asked. */
export const approveRepairs = (told: Told) =>
  Effect.fnUntraced(function* (plan: RepairPlan) {
    const answer = yield* askAbout(
      told,
      (view) => renderRepairPlan(plan, view),
      "Change these files as shown?"
    )
    if (Option.isNone(answer) && !told.json)
      yield* Console.error(
        "Left as they are, for there is no terminal to ask on; `--yes` says yes to what is shown\n"
      )
    return Option.getOrElse(answer, () => false)
  })

/** Asks about a rebuilt ledger; fails when nobody can be asked. */
export const approveRebuild = (told: Told) =>
  Effect.fnUntraced(function* (plan: RebuildPlan) {
    const answer = yield* askAbout(
      told,
      (view) => renderRebuildPlan(plan, view),
      "Write the ledger anew as shown?"
    )
    if (Option.isNone(answer)) return yield* new RebuildUnconfirmed({ ledger: plan.ledger })
    return answer.value
  })

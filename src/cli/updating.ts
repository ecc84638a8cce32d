import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { GivenConsent } from "../domain/consent/decide.ts"
import { exitOf, type UpdateReport } from "../domain/install/updates.ts"
import { updateAll, updateAllDryRun, updateAuto } from "../pipelines/updateAll.ts"
import { inAskingEngine } from "./asking.ts"
import type { Common } from "./common.ts"
import { Concluded } from "./errors.ts"
import { commonFlags } from "./globals.ts"
import { renderUpdates } from "./render/updateAll.ts"
import { inEngine, print } from "./verb.ts"

/** How everything is updated. */
export interface Updating {
  readonly mode: "all" | "auto" | "dry-run"
  readonly allowDowngrade: boolean
  readonly given: GivenConsent
  readonly wait: Duration.Duration
}

const reportOf = Effect.fnUntraced(function* (common: Common, { given, mode, ...rest }: Updating) {
  switch (mode) {
    case "all":
      return yield* inAskingEngine(common, given, (scope) => updateAll({ ...rest, scope }))
    case "auto":
      return yield* inEngine(common, (scope) => updateAuto({ ...rest, scope }))
    case "dry-run":
      return yield* inEngine(common, (scope) => updateAllDryRun({ ...rest, scope }))
  }
})

/** Updates everything in the engine that the flags chose, and prints one result for each. */
export const updateEverything = Effect.fnUntraced(function* (updating: Updating) {
  const common = yield* commonFlags
  const report: UpdateReport = yield* reportOf(common, updating)
  yield* print(common, report, renderUpdates)
  const code = exitOf(report)
  if (code !== 0) return yield* new Concluded({ code })
})

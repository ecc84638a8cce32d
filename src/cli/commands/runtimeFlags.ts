import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { Profile } from "../../domain/ledger/runtimes.ts"
import type { RuntimeOutcome } from "../../domain/projection/report.ts"
import { Environment } from "../../services/Environment.ts"
import type { Common } from "../common.ts"
import type { EngineServices } from "../Engine.ts"
import { renderOutcome } from "../render/projection.ts"
import { inEngine, print, type Work } from "../verb.ts"
import { warn } from "./reviewListening.ts"

/** The argument ID of a runtime. */
export const runtimeId = Argument.String("id").pipe(
  Argument.withDescription("Id of a runtime, such as claude; `gsd runtime list` names them")
)

/** Runtimes that something is done to, at least one. */
export const runtimeIds = Argument.variadic(runtimeId, { min: 1 })

/** `--profile`. */
export const profile = Flag.Literals("profile", Profile.literals).pipe(
  Flag.withDescription(
    "How much it is given, by tier; else as its .gsd-surface.json says, as before, or full"
  ),
  Flag.optional
)

/** Runs work in the engine and says where the user lives too, so that paths are told short. */
export const withHome = <A, E, R>(common: Common, work: Work<A, E, R | EngineServices>) =>
  inEngine(common, (scope) =>
    Effect.all({ home: Effect.map(Environment, ({ home }) => home), result: work(scope) })
  )

/** Does, or plans, and tells it; its warnings go to stderr beside a text. */
export const tellOutcome = Effect.fnUntraced(function* <E, R>(
  common: Common,
  work: Work<RuntimeOutcome, E, R | EngineServices>
) {
  const { home, result } = yield* withHome(common, work)
  yield* print(common, result, (outcome, view) => renderOutcome(outcome, { ...view, home }))
  if (!common.json) yield* warn(result.warnings)
})

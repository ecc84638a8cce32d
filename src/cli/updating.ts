import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { exitOf, type UpdateReport } from "../domain/install/updates.ts"
import { updateAll, updateAllDryRun, updateAuto } from "../pipelines/updateAll.ts"
import { ConsentGate } from "../services/ConsentGate.ts"
import type { Environment } from "../services/Environment.ts"
import type { Policies } from "../services/Policies.ts"
import type { Subjects } from "../services/Subjects.ts"
import * as Gate from "./consentGate.ts"
import type { Screen } from "./Screen.ts"
import type { Common } from "./common.ts"
import { Concluded } from "./errors.ts"
import { commonFlags } from "./globals.ts"
import { renderUpdates } from "./render/updateAll.ts"
import { inEngine, print } from "./verb.ts"

/** What was said beforehand about many capabilities; each digest is a yes to the one that has it. */
export interface GivenToMany {
  readonly yes: boolean
  readonly digests: ReadonlyArray<string>
}

/** Asks about each with the digest that fits it, or with one that does not where digests were given. */
const gateFor = (common: Common, { digests, yes }: GivenToMany) =>
  Layer.effect(
    ConsentGate,
    Effect.map(Effect.context<Environment | Policies | Screen | Subjects>(), (services) =>
      ConsentGate.of({
        ask: (question) => {
          const digest = digests.find((one) => one === question.digest) ?? digests[0]
          const given = { yes, ...(digest === undefined ? {} : { digest }) }
          return Effect.flatMap(ConsentGate, ({ ask }) => ask(question)).pipe(
            Effect.provide(Gate.layerWith(common, given)),
            Effect.provide(services)
          )
        }
      })
    )
  )

/** How everything is updated. */
export interface Updating {
  readonly mode: "all" | "auto" | "dry-run"
  readonly allowDowngrade: boolean
  readonly given: GivenToMany
  readonly wait: Duration.Duration
}

const reportOf = Effect.fnUntraced(function* (common: Common, { given, mode, ...rest }: Updating) {
  switch (mode) {
    case "all":
      return yield* inEngine(common, (scope) =>
        Effect.provide(updateAll({ ...rest, scope }), gateFor(common, given))
      )
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

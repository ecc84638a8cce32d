import * as Effect from "effect/Effect"
import type { Plan } from "../domain/install/plan.ts"
import { judged } from "./install.ts"
import { disclose } from "./install/disclose.ts"
import { refusalOf } from "./install/refusal.ts"
import { previewWiring } from "./install/target.ts"
import type { SourceRequest } from "./install/stages.ts"

/**
 * Shows what an install or update would disclose and change, without asking or changing anything. A manifest with
 * faults is disclosed as far as it decodes; its errors are in `problems`. What else an install would refuse is in `refused`.
 */
export const plan = Effect.fn("plan")(function* (requested: SourceRequest) {
  const state = yield* judged(requested)
  const disclosure = yield* disclose(state)
  const refused = yield* refusalOf(state, disclosure)
  const { edits, runtimes, wiring } = yield* previewWiring(state, disclosure.id)
  const { canonical, notes = [] } = state.resolved
  const previousVersion = disclosure.baseline?.entry.version
  return {
    id: disclosure.id,
    version: disclosure.version,
    ...(previousVersion === undefined ? {} : { previousVersion }),
    scope: state.scope.kind,
    source: canonical,
    ...(notes.length === 0 ? {} : { notes }),
    contentHash: state.contentHash,
    consentDigest: disclosure.digest,
    disclosure: disclosure.lines,
    notices: disclosure.notices,
    changes: disclosure.changes,
    wiring,
    edits,
    ...(runtimes.length === 0 ? {} : { runtimes }),
    problems: state.problems,
    ...(refused === undefined ? {} : { refused })
  } satisfies Plan
}, Effect.scoped)

import * as Effect from "effect/Effect"
import { isStanding } from "../domain/install/decide.ts"
import type { Receipt } from "../domain/install/receipt.ts"
import { activate } from "./install/activate.ts"
import { compatible } from "./install/compatible.ts"
import { consent } from "./install/consent.ts"
import { decide } from "./install/decide.ts"
import { disclose } from "./install/disclose.ts"
import { judge, notesOf, validate } from "./install/judge.ts"
import { judgeInSet } from "./install/judgeInSet.ts"
import { resolve } from "./install/resolve.ts"
import { stage } from "./install/stage.ts"
import { target } from "./install/target.ts"
import type { Disclosed, Judged, Requested, SourceRequest, Targeted } from "./install/stages.ts"
import { verifyStaged } from "./install/verifyStaged.ts"
import { counted, measured } from "./telemetry/metrics.ts"

/** Fetches and judges the source; the staging lives as long as the scope. Nothing outside it is written. */
export const judged = Effect.fn("install.judged")(function* (requested: SourceRequest) {
  const resolved = yield* resolve(requested)
  const staged = yield* stage(resolved)
  const verified = yield* compatible(yield* verifyStaged(staged))
  return (yield* judgeInSet(yield* judge(verified))) satisfies Judged
})

/** Everything up to the question: what it is, what it may do, what the install would be. */
export const decided = Effect.fn("install.decided")(function* (requested: Requested) {
  const validated = yield* validate(yield* judged(requested))
  const disclosed: Disclosed = { ...requested, ...validated, disclosure: yield* disclose(validated) }
  return yield* target(yield* decide(disclosed))
})

/** Receipt of an install that needs no change: the active bytes, consented to, verified on disk. */
export const unchangedReceipt = (state: Targeted, status: Receipt["status"]): Receipt => ({
  status,
  id: state.disclosure.id,
  version: state.disclosure.version,
  ...(state.disclosure.baseline === undefined
    ? {}
    : { previousVersion: state.disclosure.baseline.entry.version }),
  scope: state.scope.kind,
  contentHash: state.contentHash,
  generation: state.disclosure.baseline?.entry.generation ?? 1,
  wired: state.wiring,
  warnings: [...notesOf(state), ...state.project.warnings]
})

/** From the question on: nothing where all is done already, else a yes and one transaction. */
export const finished = Effect.fn("install.finished")(function* (state: Targeted) {
  if (isStanding({ ...state, ...state.disclosure })) return unchangedReceipt(state, "unchanged")
  return yield* activate(yield* consent(state))
})

/**
 * Installs or updates one capability: fetch, verify, validate, disclose, consent, one transaction. Before the
 * commit everything is undone on failure and interruption, by the next command after a crash.
 */
export const install = Effect.fn("install")(
  function* (requested: Requested) {
    return yield* finished(yield* decided(requested))
  },
  Effect.scoped,
  counted,
  measured("install")
)

/** Like `install` up to the question, which is not asked: a receipt with status `planned`. */
export const installDryRun = Effect.fn("install.dryRun")(function* (requested: Requested) {
  const state = yield* decided(requested)
  return { ...unchangedReceipt(state, "planned"), edits: state.edits }
}, Effect.scoped)

import * as Effect from "effect/Effect"
import { decideYes } from "../../domain/install/yes.ts"
import { visible } from "../../domain/text/escape.ts"
import { ConsentGate, type ConsentQuestion } from "../../services/ConsentGate.ts"
import type { Consented, Targeted } from "./stages.ts"

const questionOf = (decided: Targeted, reason: string): ConsentQuestion => {
  const { disclosure } = decided
  const { canonical, notes = [] } = decided.resolved
  const previousVersion = disclosure.baseline?.entry.version
  return {
    id: disclosure.id,
    version: disclosure.version,
    ...(previousVersion === undefined ? {} : { previousVersion }),
    scope: decided.scope.kind,
    source: visible(canonical),
    ...(notes.length === 0 ? {} : { notes }),
    subject: disclosure.subject,
    digest: disclosure.digest,
    disclosure: disclosure.lines,
    notices: disclosure.notices,
    changes: disclosure.changes,
    wiring: decided.wiring,
    ...(decided.runtimes.length === 0 ? {} : { runtimes: decided.runtimes }),
    reason
  }
}

/** Gets a yes to exactly these bytes: standing from before, carried over unchanged powers, or asked for now. */
export const consent = Effect.fn("install.consent")(function* (decided: Targeted) {
  const gate = yield* ConsentGate
  const asksAgain = decided.asksToDowngrade === true && decided.status === "downgraded"
  const { standing, ...disclosed } = decided.disclosure
  const decision = decideYes({ ...decided, ...disclosed, standing: asksAgain ? undefined : standing })
  if (decision._tag !== "Ask") return { ...decided, yes: decision } satisfies Consented
  const granted = yield* gate.ask(questionOf(decided, decision.reason))
  return { ...decided, yes: { _tag: "New", ...granted } } satisfies Consented
})

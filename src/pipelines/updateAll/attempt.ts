import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as Semaphore from "effect/Semaphore"
import { statusOf, type UpdateResult } from "../../domain/install/updates.ts"
import { decideYes } from "../../domain/install/yes.ts"
import type { Targeted } from "../install/stages.ts"
import { decided, finished } from "../install.ts"
import { validate } from "../install/judge.ts"
import { judgeInSet } from "../install/judgeInSet.ts"
import { updateRequest, type UpdateRequested } from "../update.ts"

/** One result, with what decides about the others. */
export interface Attempt {
  readonly result: UpdateResult
  readonly hasChanged: boolean
  /** Refused by its manifest, which may be due to others that are not updated yet. */
  readonly isRefused: boolean
}

/** What the attempts of one run share: whose turn it is, and how many changes there were. */
export interface Turns {
  readonly turn: Semaphore.Semaphore
  readonly changes: Ref.Ref<number>
}

/** Turns of a run in which nothing happened yet. */
export const makeTurns = Effect.gen(function* () {
  return { turn: yield* Semaphore.make(1), changes: yield* Ref.make(0) } satisfies Turns
}).pipe(Effect.withSpan("updateAll.makeTurns"))

const consentTags: ReadonlyArray<string> = [
  "ConsentRequired",
  "ConsentMismatch",
  "ConsentDeclined",
  "AgentConsentDenied"
]

type Failure = Error & { readonly _tag: string; readonly digest?: unknown }

const failed = (id: string, fromVersion: string, failure: Failure): Attempt => {
  const needsConsent = consentTags.includes(failure._tag)
  const digest = needsConsent && typeof failure.digest === "string" ? failure.digest : undefined
  return {
    result: {
      id,
      status: needsConsent ? "consent-required" : "failed",
      fromVersion,
      reason: failure.message,
      ...(digest === undefined ? {} : { consentDigest: digest })
    },
    hasChanged: false,
    isRefused: failure._tag === "ManifestInvalid"
  }
}

const resultOf = (
  state: Targeted,
  fromVersion: string,
  rest: Pick<UpdateResult, "status"> & { readonly warnings: ReadonlyArray<string> }
): UpdateResult => ({
  id: state.disclosure.id,
  status: rest.status,
  fromVersion,
  toVersion: state.disclosure.version,
  ...(rest.warnings.length === 0 ? {} : { reason: rest.warnings.join("; ") })
})

/** One after the other from the question on; the set is looked at again when it changed meanwhile. */
const finish = Effect.fnUntraced(function* (state: Targeted, seen: number, { changes }: Turns) {
  if ((yield* Ref.get(changes)) > seen) yield* validate(yield* judgeInSet(state))
  const receipt = yield* finished(state)
  const hasChanged = receipt.status !== "unchanged"
  if (hasChanged) yield* Ref.update(changes, (count) => count + 1)
  return { receipt, hasChanged }
})

/** Updates one of many; whatever is wrong with it is its result. */
export const attempt = Effect.fn("updateAll.attempt")(function* (
  requested: UpdateRequested,
  fromVersion: string,
  turns: Turns
) {
  return yield* Effect.gen(function* () {
    const seen = yield* Ref.get(turns.changes)
    const state = yield* decided(yield* updateRequest(requested))
    const { hasChanged, receipt } = yield* turns.turn.withPermit(finish(state, seen, turns))
    const { warnings } = receipt
    const result = resultOf(state, fromVersion, { status: statusOf(receipt.status), warnings })
    return { result, hasChanged, isRefused: false } satisfies Attempt
  }).pipe(
    Effect.scoped,
    Effect.catch((failure) => Effect.succeed(failed(requested.id, fromVersion, failure)))
  )
})

/** What would become of one of many: nothing is asked, nothing changed. */
export const attemptDryRun = Effect.fn("updateAll.attemptDryRun")(function* (
  requested: UpdateRequested,
  fromVersion: string
) {
  return yield* Effect.gen(function* () {
    const state = yield* decided(yield* updateRequest(requested))
    const warnings = state.resolved.notes ?? []
    const yes = decideYes({ ...state, ...state.disclosure })
    if (state.status === "unchanged" || yes._tag !== "Ask")
      return resultOf(state, fromVersion, { status: statusOf(state.status), warnings })
    return {
      ...resultOf(state, fromVersion, { status: "consent-required", warnings: [yes.reason, ...warnings] }),
      consentDigest: state.disclosure.digest
    }
  }).pipe(
    Effect.scoped,
    Effect.catch((failure) => Effect.succeed(failed(requested.id, fromVersion, failure).result))
  )
})

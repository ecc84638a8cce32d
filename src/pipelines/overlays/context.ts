import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ConsentState } from "../../domain/consent/record.ts"
import type { Wired } from "../../domain/install/receipt.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { ConsentStore, type ConsentError } from "../../services/ConsentStore.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { Policies } from "../../services/Policies.ts"
import { Summaries } from "../../services/Summaries.ts"
import type { InspectContext } from "./inspect.ts"

const consentSentence = (failure: ConsentError): string =>
  `the consent store cannot be read: ${failure.message}`

/** Loaded only when something is wired. */
const lookAtFiles = Effect.fnUntraced(function* (scope: LedgerScope, ledger: LedgerState) {
  const { wiredNow } = yield* Effect.promise(() => import("./wiredNow.ts"))
  return yield* wiredNow(scope, ledger)
})

/** Reads recorded sources back; loaded only where a policy has to know what they are. */
export const parserFor = Effect.fn("overlays.parserFor")(function* (policy: InspectContext["policy"]) {
  if (Result.isFailure(policy) || policy.success.strictKnownRegistries === null) return () => undefined
  const { parseSource } = yield* Effect.promise(() => import("../../domain/source/grammar.ts"))
  return (source: string) => Result.getOrUndefined(parseSource(source))
})

/** Reads once what every row of a scope is judged by. Policy and consent trouble become reasons of the rows; read the ledger before. */
export const inspectContext = Effect.fn("overlays.context")(function* (
  scope: LedgerScope,
  ledger: LedgerState
) {
  const hosts = yield* HostVersion
  const policies = yield* Policies
  const consents = yield* ConsentStore
  const policy = Result.mapError(yield* Effect.result(policies.read), (failure) => failure.message)
  const consent: Result.Result<ConsentState, string> = Result.mapError(
    yield* Effect.result(consents.read),
    consentSentence
  )
  const summaries = yield* Summaries
  return {
    scope,
    hostVersion: yield* hosts.read,
    policy,
    parse: yield* parserFor(policy),
    consent,
    memory: yield* summaries.read,
    wired:
      ledger.files.size === 0 ? new Map<string, ReadonlyArray<Wired>>() : yield* lookAtFiles(scope, ledger)
  } satisfies InspectContext
})

import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { findRecord, type ConsentState } from "../../domain/consent/record.ts"
import type { Wired } from "../../domain/install/receipt.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { decideActivation } from "../../domain/overlay/activation.ts"
import type { Overlay } from "../../domain/overlay/overlay.ts"
import type { Memory, Summary } from "../../domain/overlay/summary.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import { allowsSource, type Policy } from "../../domain/policy/policy.ts"
import { parseSource } from "../../domain/source/source.ts"
import { Store } from "../../services/Store.ts"
import type { Seen } from "./seen.ts"

/** What is read once for all rows. */
export interface InspectContext {
  readonly scope: LedgerScope
  readonly hostVersion: string
  readonly policy: Result.Result<Policy, string>
  readonly consent: Result.Result<ConsentState, string>
  readonly memory: Memory
  /** What stands in settings files, by owner. */
  readonly wired: ReadonlyMap<string, ReadonlyArray<Wired>>
}

/** One installed capability as a list shows it, with what may be remembered of it for the next list. */
export interface Inspected {
  readonly row: Overlay
  readonly summary: Option.Option<Summary>
}

const policyProblem = (source: string, policy: InspectContext["policy"]): string | undefined => {
  if (Result.isFailure(policy)) return policy.failure
  return allowsSource(policy.success, Result.getOrUndefined(parseSource(source)))
    ? undefined
    : "the policy `strictKnownRegistries` does not allow its source"
}

/** The row of one entry, by what was seen of its bundle and by consent and policy. */
export const rowOf = (
  context: InspectContext,
  about: { readonly id: string; readonly entry: LedgerEntry; readonly seen: Seen }
): Overlay => {
  const { id, entry, seen } = about
  const key = { scope: scopeKey(context.scope), id, digest: entry.consentDigest }
  const forbidden = policyProblem(entry.source, context.policy)
  const { verifiedAt } = seen.verdict
  return {
    id,
    role: seen.role,
    version: entry.version,
    tier: seen.tier,
    origin: "overlay",
    scope: context.scope.kind,
    source: entry.source,
    ...decideActivation({
      ...seen,
      entry,
      record: Result.isSuccess(context.consent) ? findRecord(context.consent.success, key) : undefined,
      ...(Result.isFailure(context.consent) ? { consentProblem: context.consent.failure } : {}),
      ...(forbidden === undefined ? {} : { policyProblem: forbidden })
    }),
    ...(verifiedAt === undefined ? {} : { verifiedAt: DateTime.formatIso(DateTime.makeUnsafe(verifiedAt)) }),
    wired: context.wired.get(id) ?? []
  }
}

/** A remembered summary, when the files it speaks of look as they did. */
const remembered = Effect.fnUntraced(function* (summary: Summary | undefined, contentHash: string) {
  if (summary === undefined) return Option.none<Summary>()
  const store = yield* Store
  const now = yield* store.identities(contentHash, Object.keys(summary.files))
  const isSame = Object.entries(summary.files).every(([path, identity]) => now.get(path) === identity)
  return isSame ? Option.some(summary) : Option.none<Summary>()
})

const freshly = Effect.fnUntraced(function* (context: InspectContext, id: string, entry: LedgerEntry) {
  const store = yield* Store
  // The validator costs more to load than a whole list from the cache.
  const { inspectCold } = yield* Effect.promise(() => import("./inspectCold.ts"))
  const { seen, paths } = yield* inspectCold(context.hostVersion, id, entry)
  const { verdict, verifiedAt, sealed } = seen.verdict
  if (verdict !== "ok" || verifiedAt === undefined || sealed !== true)
    return { seen, summary: Option.none<Summary>() }
  const { verdict: _verdict, ...facts } = seen
  const files = yield* store.identities(entry.contentHash, paths)
  return { seen, summary: Option.some<Summary>({ ...facts, files: Object.fromEntries(files), verifiedAt }) }
})

/** Looks at one entry: by what is remembered of it while that counts, else at its bytes and manifest. */
export const inspect = Effect.fn("overlays.inspect")(function* (
  context: InspectContext,
  id: string,
  entry: LedgerEntry
) {
  const known = yield* remembered(context.memory.summaries.get(entry.contentHash), entry.contentHash)
  if (Option.isSome(known)) {
    const { verifiedAt } = known.value
    const seen: Seen = { ...known.value, verdict: { verdict: "ok", files: [], verifiedAt } }
    return { row: rowOf(context, { id, entry, seen }), summary: known } satisfies Inspected
  }
  const { seen, summary } = yield* freshly(context, id, entry)
  return { row: rowOf(context, { id, entry, seen }), summary } satisfies Inspected
})

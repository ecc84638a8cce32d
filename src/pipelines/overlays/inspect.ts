import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { hasUnshownAgents } from "../../domain/consent/agents.ts"
import { findRecord, type ConsentState } from "../../domain/consent/record.ts"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import type { Wired } from "../../domain/install/receipt.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { withAgentsNote } from "../../domain/overlay/agentsNote.ts"
import { decideActivation } from "../../domain/overlay/activation.ts"
import type { Overlay } from "../../domain/overlay/overlay.ts"
import type { Memory, Summary } from "../../domain/overlay/summary.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import { allowsSource, type Policy } from "../../domain/policy/policy.ts"
import type { Source } from "../../domain/source/source.ts"
import { Store } from "../../services/Store.ts"
import type { Seen } from "./seen.ts"

/** What is read once for all rows. */
export interface InspectContext {
  readonly scope: LedgerScope
  readonly hostVersion: string
  readonly policy: Result.Result<Policy, string>
  /** A recorded source read back, where the policy asks for it; undefined for one that cannot be. */
  readonly parse: (source: string) => Source | undefined
  readonly consent: Result.Result<ConsentState, string>
  readonly memory: Memory
  /** What stands in settings files, by owner. */
  readonly wired: ReadonlyMap<string, ReadonlyArray<Wired>>
}

/** One installed capability as a list shows it, with what may be remembered of it for the next list. */
export interface Inspected {
  readonly row: Overlay
  readonly summary: Option.Option<Summary>
  /** A gate of it holds the loop. */
  readonly holds: boolean
  /** It has agents, and they were not shown when it was consented to. */
  readonly unshownAgents: boolean
  /** Its manifest as it was read, when it was read now. */
  readonly raw?: JsonValue
  /** The disk failed, which tells nothing about the bytes; a command that decides by what was seen fails with it. */
  readonly failure?: DiskFailure
  /** A file of it that cannot be read, which tells nothing about its bytes either. */
  readonly unreadable?: string
}

const policyProblem = (
  source: string,
  { parse, policy }: Pick<InspectContext, "parse" | "policy">
): string | undefined => {
  if (Result.isFailure(policy)) return policy.failure
  return allowsSource(policy.success, parse(source))
    ? undefined
    : "the policy `strictKnownRegistries` does not allow its source"
}

/** One entry and what was seen of its bundle. */
export interface SeenEntry {
  readonly id: string
  readonly entry: LedgerEntry
  readonly seen: Seen
}

const recordOf = (context: InspectContext, { entry, id }: SeenEntry) =>
  Result.isFailure(context.consent)
    ? undefined
    : findRecord(context.consent.success, { scope: scopeKey(context.scope), id, digest: entry.consentDigest })

const isUnshown = (context: InspectContext, about: SeenEntry): boolean =>
  hasUnshownAgents(about.seen.agents === true, recordOf(context, about))

/** The row of one entry, by what was seen of its bundle and by consent and policy. */
export const rowOf = (context: InspectContext, about: SeenEntry): Overlay => {
  const row = judgedRow(context, about)
  return isUnshown(context, about) ? withAgentsNote(row) : row
}

const judgedRow = (context: InspectContext, about: SeenEntry): Overlay => {
  const { id, entry, seen } = about
  const forbidden = policyProblem(entry.source, context)
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
      record: recordOf(context, about),
      ...(Result.isFailure(context.consent) ? { consentProblem: context.consent.failure } : {}),
      ...(forbidden === undefined ? {} : { policyProblem: forbidden })
    }),
    ...(verifiedAt === undefined ? {} : { verifiedAt: DateTime.formatIso(DateTime.makeUnsafe(verifiedAt)) }),
    wired: context.wired.get(id) ?? []
  }
}

/** An entry of a ledger with its id. */
export type Entry = readonly [id: string, entry: LedgerEntry]

/** Of what is remembered of entries, what still counts: the files that it speaks of look as they did. */
const remembered = Effect.fnUntraced(function* (context: InspectContext, entries: ReadonlyArray<Entry>) {
  const store = yield* Store
  const known = entries.flatMap(([, { contentHash }]) => {
    const summary = context.memory.summaries.get(contentHash)
    return summary === undefined ? [] : [{ contentHash, summary, paths: Object.keys(summary.files) }]
  })
  const looks = yield* store.identities(known)
  return new Map(
    known.flatMap(({ contentHash, summary }, index) => {
      const now = looks[index]
      const isSame = Object.entries(summary.files).every(([path, identity]) => now?.get(path) === identity)
      return isSame ? [[contentHash, summary] as const] : []
    })
  )
})

const freshly = Effect.fnUntraced(function* (context: InspectContext, id: string, entry: LedgerEntry) {
  const store = yield* Store
  // The validator costs more to load than a whole list from the cache.
  const { inspectCold } = yield* Effect.promise(() => import("./inspectCold.ts"))
  const { failure, paths, raw, seen } = yield* inspectCold(context.hostVersion, id, entry)
  const { verdict, verifiedAt, sealed } = seen.verdict
  if (verdict !== "ok" || verifiedAt === undefined || sealed !== true)
    return { seen, summary: Option.none<Summary>(), failure, raw }
  const { verdict: _verdict, ...facts } = seen
  const [files] = yield* store.identities([{ contentHash: entry.contentHash, paths }])
  const looks = Object.fromEntries(files ?? [])
  return { seen, summary: Option.some<Summary>({ ...facts, files: looks, verifiedAt }), failure, raw }
})

const unreadableIn = ({ verdict }: Seen): Pick<Inspected, "unreadable"> => {
  const found = verdict.files.find(({ state }) => state === "unreadable")
  return found === undefined ? {} : { unreadable: found.path }
}

const inspectedOf = (
  context: InspectContext,
  about: SeenEntry,
  summary: Inspected["summary"]
): Inspected => ({
  row: rowOf(context, about),
  summary,
  holds: about.seen.holds === true,
  unshownAgents: isUnshown(context, about),
  ...unreadableIn(about.seen)
})

const byMemory = (context: InspectContext, [id, entry]: Entry, summary: Summary): Inspected => {
  const seen: Seen = {
    ...summary,
    verdict: { verdict: "ok", files: [], verifiedAt: summary.verifiedAt }
  }
  return inspectedOf(context, { id, entry, seen }, Option.some(summary))
}

/** Looks at entries: by what is remembered of them while that counts, else at their bytes and manifests. In their order. */
export const inspectAll = Effect.fn("overlays.inspect")(function* (
  context: InspectContext,
  entries: ReadonlyArray<Entry>
) {
  const known = yield* remembered(context, entries)
  const isNew = ([, { contentHash }]: Entry) => !known.has(contentHash)
  const fresh = yield* Effect.forEach(
    entries.filter(isNew),
    ([id, entry]) =>
      Effect.map(
        freshly(context, id, entry),
        ({ failure, raw, seen, summary }) =>
          [
            id,
            {
              ...inspectedOf(context, { id, entry, seen }, summary),
              ...(raw === undefined ? {} : { raw }),
              ...(failure === undefined ? {} : { failure })
            }
          ] as const
      ),
    { concurrency: 8 }
  )
  const looked = new Map<string, Inspected>(fresh)
  return entries.flatMap((entry): ReadonlyArray<Inspected> => {
    const summary = known.get(entry[1].contentHash)
    const one = summary === undefined ? looked.get(entry[0]) : byMemory(context, entry, summary)
    return one === undefined ? [] : [one]
  })
})

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { LedgerState } from "../domain/ledger/state.ts"
import { globalScope, type LedgerScope } from "../domain/paths.ts"
import type { RegistryMember, SkipReason } from "../domain/registry/Registry.ts"
import { registryOf, type NotActive } from "../domain/registry/registryOf.ts"
import { Ledger } from "../services/Ledger.ts"
import type { SettledBundle } from "../services/LoopViews.ts"
import { Transaction } from "../services/Transaction.ts"
import { inspectContext } from "./overlays/context.ts"
import { inspectAll } from "./overlays/inspect.ts"
import { firstPartyMembers, offSentence } from "./registry/firstParty.ts"
import { manifestOfBytes, storedBytes } from "./registry/members.ts"

/** What to compose. */
export interface LoadRequest {
  /** Also what is installed; without it, the first-party capabilities alone. */
  readonly includeInstalled: boolean
  /** In project scope what the project holds counts first, then the user's own; the latter alone when left out. */
  readonly scope?: LedgerScope
}

interface Found {
  readonly active: ReadonlyArray<RegistryMember>
  readonly notActive: ReadonlyArray<NotActive>
}

/** What was found of a ledger's entries. */
interface Installed extends Found {
  /** A bundle of each as it was looked at; undefined for one that has to be looked at anew the next time. */
  readonly bundles: ReadonlyArray<SettledBundle | undefined>
}

const nothing: Installed = { active: [], notActive: [], bundles: [] }

const offReason: SkipReason = {
  _tag: "NotActive",
  status: "inactive",
  reason: offSentence,
  isSwitchedOff: true
}

/** What the product brings along, without what is switched off. */
const firstParty = (off: ReadonlySet<string>): Found => {
  const members = firstPartyMembers()
  return {
    active: members.filter(({ id }) => !off.has(id)),
    notActive: members
      .filter(({ id }) => off.has(id))
      .map(({ id, manifest }) => ({ id, origin: "first-party", manifest, reason: offReason }))
  }
}

const installed = Effect.fnUntraced(function* (scope: LedgerScope, ledger: LedgerState) {
  const context = yield* inspectContext(scope, ledger)
  const origin = scope.kind
  const entries = [...ledger.entries]
  const rows = yield* inspectAll(context, entries)
  const found = yield* Effect.forEach(
    entries,
    Effect.fnUntraced(function* ([id, entry], index) {
      const { contentHash } = entry
      const { row, summary } = rows[index] ?? {}
      const bytes = Option.getOrUndefined(yield* storedBytes(contentHash))
      const manifest = bytes === undefined ? undefined : Option.getOrUndefined(manifestOfBytes(bytes))
      const files = summary === undefined ? undefined : Option.getOrUndefined(summary)?.files
      const bundles = [bytes === undefined || files === undefined ? undefined : { contentHash, files }]
      if (row?.status === "active" && manifest !== undefined)
        return { active: [{ id, origin, manifest, contentHash }], notActive: [], bundles } satisfies Installed
      const reason = {
        _tag: "NotActive",
        status: row?.status ?? "skipped",
        reason: row?.reason ?? "",
        isSwitchedOff: entry.disabled === true
      } as const
      const about = { id, origin, reason, ...(manifest === undefined ? {} : { manifest }) }
      return { active: [], notActive: [about], bundles } satisfies Installed
    }),
    { concurrency: 8 }
  )
  return {
    active: found.flatMap((one) => one.active).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    notActive: found.flatMap((one) => one.notActive),
    bundles: found.flatMap((one) => one.bundles)
  } satisfies Installed
})

const composed = Effect.fnUntraced(function* (scope: LedgerScope) {
  const ledgers = yield* Ledger
  const transactions = yield* Transaction
  yield* transactions.recover
  const ledger = yield* ledgers.read(scope)
  const usersLedger = scope.kind === "global" ? ledger : yield* ledgers.read(globalScope)
  const inProject = scope.kind === "project" ? yield* installed(scope, ledger) : nothing
  const users = yield* installed(globalScope, usersLedger)
  const own = firstParty(new Set([...usersLedger.switches.keys(), ...ledger.switches.keys()]))
  const ids = new Set(inProject.active.map(({ id }) => id))
  const shadowed = users.active.filter(({ id }) => ids.has(id))
  const registry = registryOf(
    [...own.active, ...inProject.active, ...users.active.filter(({ id }) => !ids.has(id))],
    [
      ...own.notActive,
      ...inProject.notActive,
      ...users.notActive,
      ...shadowed.map((one): NotActive => ({ ...one, reason: { _tag: "Shadowed" } }))
    ]
  )
  const bundles = [...inProject.bundles, ...users.bundles]
  return { registry, bundles: bundles.every((one) => one !== undefined) ? bundles : undefined }
})

/**
 * The same with the bundles that it was composed of, how their files looked when they were as recorded; undefined when
 * one of them has to be looked at anew the next time, since it is not, or that is not sure to be seen.
 */
export const loadWithBundles = Effect.fn("loadWithBundles")(composed)

/**
 * Loads what is acted on: the first-party capabilities that nobody switched off and those installed, each past its own
 * gates (bytes, manifest, engine, policy, consent), then composed as a set. Never fails because of one of them: it is
 * skipped, with the reason.
 * Source: seed 003 D2, consent.md "Active iff".
 */
export const loadRegistry = Effect.fn("loadRegistry")(function* ({
  includeInstalled,
  scope = globalScope
}: LoadRequest) {
  if (!includeInstalled) return registryOf(firstPartyMembers(), [])
  return (yield* composed(scope)).registry
})

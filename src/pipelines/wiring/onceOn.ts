import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { ConsentState } from "../../domain/consent/record.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { StateChanged } from "../../domain/transaction/errors.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { Policies } from "../../services/Policies.ts"
import { Store } from "../../services/Store.ts"
import { parserFor } from "../overlays/context.ts"
import { rowOf } from "../overlays/inspect.ts"
import { inspectCold } from "../overlays/inspectCold.ts"
import { entryWiring } from "./entryWiring.ts"
import type { WiringRequest } from "./plan.ts"

/** What shall stand in settings files, and what is to be said of what shall not. */
export interface WiringOnceOn {
  readonly request: WiringRequest
  readonly warnings: ReadonlyArray<string>
}

/** Looks at a capability; what cannot be looked at is not taken for inactive, but fails. */
const seenOf = Effect.fnUntraced(function* (id: string, entry: LedgerEntry, hostVersion: string) {
  const store = yield* Store
  const { failure, seen } = yield* inspectCold(hostVersion, id, entry)
  if (failure !== undefined) return yield* failure
  const unreadable = seen.verdict.files.filter((one) => one.state === "unreadable")
  for (const { path } of unreadable) yield* store.read(entry.contentHash, path)
  if (unreadable.length > 0)
    return yield* new StateChanged({ id, what: "its files could not be read a moment ago" })
  return seen
})

/**
 * What shall stand in settings files once a capability is switched on: nothing of one that would not be acted on, since
 * a host asks nobody. Fails, and nothing is to be changed, when that cannot be told.
 */
export const wiringOnceOn = Effect.fn("wiring.onceOn")(function* (
  scope: LedgerScope,
  consent: ConsentState,
  about: { readonly id: string; readonly entry: LedgerEntry }
) {
  const hosts = yield* HostVersion
  const policies = yield* Policies
  const hostVersion = yield* hosts.read
  const policy = yield* policies.read
  const { id, entry } = about
  const { disabled: _disabled, ...on } = entry
  const context = {
    scope,
    hostVersion,
    policy: Result.succeed(policy),
    parse: yield* parserFor(Result.succeed(policy)),
    consent: Result.succeed(consent),
    memory: { summaries: new Map(), compositions: new Map() },
    wired: new Map()
  }
  const row = rowOf(context, { id, entry: on, seen: yield* seenOf(id, on, hostVersion) })
  if (row.status === "active")
    return { request: yield* entryWiring(id, on), warnings: [] } satisfies WiringOnceOn
  const warning = `\`${id}\` is switched on and stays ${row.status}, so nothing of it is wired: ${row.reason ?? ""}`
  return { request: { id, targets: [], entries: [] }, warnings: [warning] } satisfies WiringOnceOn
})

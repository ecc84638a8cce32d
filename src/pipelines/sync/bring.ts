import * as Effect from "effect/Effect"
import { findRecord } from "../../domain/consent/record.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { differences } from "../../domain/project/drift.ts"
import type { ProjectScope } from "../../domain/project/places.ts"
import { brought, type Brought } from "../../domain/project/syncReport.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Store } from "../../services/Store.ts"
import { install } from "../install.ts"
import { installedIn } from "./facts.ts"
import { lockedRequest, usableEntry, type Bringing, type Locked } from "./request.ts"

/** What is installed under an id, when that is what its entry says. */
const asNamed = Effect.fnUntraced(function* (scope: ProjectScope, { entry, id }: Locked) {
  const ledger = yield* (yield* Ledger).read(scope)
  const fact = installedIn(scope, ledger).find((one) => one.id === id)
  return fact === undefined || differences(fact, entry).length > 0 ? undefined : ledger.entries.get(id)
})

/** Whether it is consented to, every byte as recorded. */
const stands = Effect.fnUntraced(function* ({ key }: ProjectScope, id: string, installed: LedgerEntry) {
  const consents = yield* ConsentStore
  const store = yield* Store
  const record = findRecord(yield* consents.read, { scope: key, id, digest: installed.consentDigest })
  if (record === undefined || record.revoked !== undefined) return false
  return (yield* store.verify(installed.contentHash)).verdict === "ok"
})

/** Brings one capability in as the lockfile's entry says; unchanged, without a look at its source, when it is. */
export const bringIn = Effect.fn("sync.bringIn")(function* (
  scope: ProjectScope,
  [id, raw]: readonly [string, JsonValue],
  bringing: Bringing
) {
  const locked = { id, entry: yield* usableEntry(scope, id, raw) }
  const installed = yield* asNamed(scope, locked)
  if (installed !== undefined && bringing.wire === undefined && (yield* stands(scope, id, installed))) {
    const { contentHash, version } = installed
    return { id, status: "unchanged", version, contentHash, warnings: [] } satisfies Brought
  }
  const from = installed === undefined ? {} : { installedFrom: installed.source }
  return brought(yield* install(yield* lockedRequest(scope, { ...locked, ...from }, bringing)))
})

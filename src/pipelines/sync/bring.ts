import * as Effect from "effect/Effect"
import { findRecord } from "../../domain/consent/record.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { differences } from "../../domain/project/drift.ts"
import type { ProjectScope } from "../../domain/project/places.ts"
import { brought, type Brought } from "../../domain/project/syncReport.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Store } from "../../services/Store.ts"
import { install } from "../install.ts"
import { installedIn } from "./facts.ts"
import { lockedRequest, usableEntry, type Bringing, type Locked } from "./request.ts"

/** What is installed already as it is named, consented to, every byte as recorded. */
const standing = Effect.fnUntraced(function* (
  scope: ProjectScope,
  { entry, id }: Locked,
  ledger: LedgerState
) {
  const fact = installedIn(scope, ledger).find((one) => one.id === id)
  const installed = ledger.entries.get(id)
  if (fact === undefined || installed === undefined || differences(fact, entry).length > 0) return undefined
  const consents = yield* ConsentStore
  const store = yield* Store
  const record = findRecord(yield* consents.read, { scope: scope.key, id, digest: installed.consentDigest })
  if (record === undefined || record.revoked !== undefined) return undefined
  const { verdict } = yield* store.verify(installed.contentHash)
  if (verdict !== "ok") return undefined
  const { contentHash, version } = installed
  return { id, status: "unchanged", version, contentHash, warnings: [] } satisfies Brought
})

/** Brings one capability in as the lockfile's entry says; unchanged, without a look at its source, when it is. */
export const bringIn = Effect.fn("sync.bringIn")(function* (
  scope: ProjectScope,
  [id, raw]: readonly [string, JsonValue],
  bringing: Bringing
) {
  const ledgers = yield* Ledger
  const locked = { id, entry: yield* usableEntry(scope, id, raw) }
  const stands = yield* standing(scope, locked, yield* ledgers.read(scope))
  if (stands !== undefined) return stands
  return brought(yield* install(yield* lockedRequest(scope, locked, bringing)))
})

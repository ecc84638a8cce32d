import * as Effect from "effect/Effect"
import { contentHash } from "../../domain/content/contentHash.ts"
import { findRecord } from "../../domain/consent/record.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { differences } from "../../domain/project/drift.ts"
import { ProjectPathRefused } from "../../domain/project/errors.ts"
import type { ProjectScope } from "../../domain/project/places.ts"
import { brought, type Brought } from "../../domain/project/syncReport.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Ledger } from "../../services/Ledger.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"
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

/** Whether the project holds exactly these bytes of it; refused where no sync may write. */
const isVendored = Effect.fnUntraced(function* ({ root }: ProjectScope, { entry, id }: Locked) {
  const files = yield* ProjectFiles
  const seen = yield* files.bundle(root, id)
  if (seen._tag === "Refused") return yield* new ProjectPathRefused({ path: seen.path, reason: seen.reason })
  return seen._tag === "Bundle" && contentHash(seen.files) === entry.contentHash
})

/** Brings one capability in as the lockfile's entry says, its vendored copy too; unchanged, without a look at its source, when it is. */
export const bringIn = Effect.fn("sync.bringIn")(function* (
  scope: ProjectScope,
  [id, raw]: readonly [string, JsonValue],
  bringing: Bringing
) {
  const locked = { id, entry: yield* usableEntry(scope, id, raw) }
  const installed = yield* asNamed(scope, locked)
  const isStanding = installed !== undefined && (yield* stands(scope, id, installed))
  if (isStanding && bringing.wire === undefined && (yield* isVendored(scope, locked))) {
    const { contentHash, version } = installed
    return { id, status: "unchanged", version, contentHash, warnings: [] } satisfies Brought
  }
  const from = installed === undefined ? {} : { installedFrom: installed.source }
  const row = brought(yield* install(yield* lockedRequest(scope, { ...locked, ...from }, bringing)))
  const isPutBack = isStanding && bringing.wire === undefined && row.status === "installed"
  return isPutBack ? ({ ...row, status: "restored" } satisfies Brought) : row
})

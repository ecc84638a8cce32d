import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { FileList } from "../../domain/content/BundleFile.ts"
import type { RecordFacts } from "../../domain/doctor/judgeRecords.ts"
import type { NamedBundle, StoreFacts, Unnamed } from "../../domain/doctor/judgeStore.ts"
import { decodeValue, readObject } from "../../domain/json/decode.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { namedBy } from "../../domain/ledger/named.ts"
import { limits } from "../../domain/limits.ts"
import { storeKey } from "../../domain/paths.ts"
import { unverified } from "../../domain/verify/verdict.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Store } from "../../services/Store.ts"
import { entriesOf, standsAt } from "./looking.ts"

/** Hashes every generation that an entry names. */
const bundlesOf = Effect.fnUntraced(function* (id: string, entry: LedgerEntry) {
  const store = yield* Store
  return yield* Effect.forEach(
    entry.generations,
    Effect.fnUntraced(function* ({ contentHash, generation }) {
      const verdict = yield* Effect.orElseSucceed(store.verify(contentHash), () => unverified)
      const isActive = generation === entry.generation
      return { id, generation, isActive, verdict } satisfies NamedBundle
    })
  )
})

/** The content hash that a folder of the store claims, when the folder is named after it. */
const claimOf = Effect.fnUntraced(function* (path: string, name: string) {
  const durable = yield* Durable
  const bytes = yield* Effect.option(durable.read(`${path}/files.json`, { maxBytes: limits.fileListBytes }))
  if (Option.isNone(bytes)) return undefined
  const list = Result.flatMap(readObject(bytes.value, limits.fileListBytes), (value) =>
    decodeValue(FileList, value)
  )
  return Result.isSuccess(list) && storeKey(list.success.contentHash) === name
    ? list.success.contentHash
    : undefined
})

const nanosPerMilli = 1_000_000n

/** What stands in the store and no ledger names; nothing is known of it while some ledger cannot be read. */
export const unnamedIn = Effect.fn("doctor.unnamedIn")(function* (records: RecordFacts) {
  const { paths } = yield* GsdHome
  const ledgers = records.ledgers.flatMap((one) => (one.state === "readable" ? [one.ledger] : []))
  if (ledgers.length < records.ledgers.length) return []
  const named = ledgers.map(namedBy)
  const found: Array<Unnamed> = []
  for (const { name } of yield* entriesOf(paths.store)) {
    const path = `${paths.store}/${name}`
    const contentHash = yield* claimOf(path, name)
    if (contentHash !== undefined && named.some((one) => one.has(contentHash))) continue
    const isNamed = ledgers.some((one) =>
      [...one.entries.values()].some(({ generations }) =>
        generations.some((generation) => storeKey(generation.contentHash) === name)
      )
    )
    // A bundle that is named and broken is said to be broken already.
    if (isNamed) continue
    const changedAt = Option.match(yield* standsAt(path), {
      onNone: () => 0,
      onSome: ({ ctimeNs, mtimeNs }) => Number((ctimeNs > mtimeNs ? ctimeNs : mtimeNs) / nanosPerMilli)
    })
    found.push({ path, changedAt, ...(contentHash === undefined ? {} : { contentHash }) })
  }
  return found
})

/** Hashes what a scope's ledger names, and looks for what none does. */
export const storeFacts = Effect.fn("doctor.store")(function* (scope: string, records: RecordFacts) {
  const own = records.ledgers.find((one) => one.scope === scope)
  const entries = own?.state === "readable" ? [...own.ledger.entries] : []
  const named = yield* Effect.forEach(entries, ([id, entry]) => bundlesOf(id, entry))
  return {
    now: yield* Clock.currentTimeMillis,
    unnamed: yield* unnamedIn(records),
    named: named.flat()
  } satisfies StoreFacts
})

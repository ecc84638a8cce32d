import * as Effect from "effect/Effect"
import { encodeConsent } from "../../domain/consent/codec.ts"
import {
  findRecord,
  isSameRecord,
  withoutRecord,
  withRecord,
  type ConsentState
} from "../../domain/consent/record.ts"
import { limits } from "../../domain/limits.ts"
import { temporaryOf } from "../../domain/paths.ts"
import type { ConsentAddition, ConsentDrop } from "../../domain/transaction/journal.ts"
import { Durable } from "../../services/Durable.ts"
import { storeFile } from "../consent/storeFile.ts"
import { capped } from "./capped.ts"

const write = Effect.fnUntraced(function* (path: string, bytes: Uint8Array, tx: string) {
  const durable = yield* Durable
  yield* durable.replace(path, bytes, { mode: 0o600, temporary: temporaryOf(path, tx) })
})

/** Takes records away or puts old ones back: the store had room for those. */
const edit = (tx: string, wanted: ReadonlyArray<unknown>, change: (state: ConsentState) => ConsentState) =>
  Effect.gen(function* () {
    if (wanted.length === 0) return
    const { path, state: before } = yield* storeFile()
    const after = change(before)
    if (after !== before) yield* write(path, encodeConsent(after), tx)
  })

/** The revocations among some additions, and the grants. */
export const byKind = (
  additions: ReadonlyArray<ConsentAddition>
): readonly [revocations: ReadonlyArray<ConsentAddition>, grants: ReadonlyArray<ConsentAddition>] => [
  additions.filter((one) => one.record.revoked !== undefined),
  additions.filter((one) => one.record.revoked === undefined)
]

/** Writes the records of a transaction; the file is not even read when there are none. */
export const addRecords = Effect.fnUntraced(function* (
  tx: string,
  additions: ReadonlyArray<ConsentAddition>
) {
  if (additions.length === 0) return
  const { path, state: before } = yield* storeFile()
  const after = additions.reduce((next, one) => withRecord(next, one.record), before)
  yield* write(path, yield* capped(path, encodeConsent(after), limits.consentBytes), tx)
})

/** Puts back what `additions` replaced, where our record still stands; somebody else's newer one stays. */
export const withdrawRecords = (tx: string, additions: ReadonlyArray<ConsentAddition>) =>
  edit(tx, additions, (state) =>
    additions.reduce((next, one) => {
      const current = findRecord(next, one.record)
      if (current === undefined || !isSameRecord(current, one.record)) return next
      return one.replaced === null ? withoutRecord(next, one.record) : withRecord(next, one.replaced)
    }, state)
  )

/** Drops records that no kept generation names any more. */
export const dropRecords = (tx: string, drops: ReadonlyArray<ConsentDrop>) =>
  edit(tx, drops, (state) =>
    drops.reduce(
      (next, one) => (findRecord(next, one) === undefined ? next : withoutRecord(next, one)),
      state
    )
  )

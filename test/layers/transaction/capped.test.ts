import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { limits } from "../../../src/domain/limits.ts"
import type { Change } from "../../../src/domain/transaction/change.ts"
import * as MemoryDisk from "../../../src/layers/disk/MemoryDisk.ts"
import { Transaction } from "../../../src/services/Transaction.ts"
import { runOn } from "../../support/engine.ts"
import { treeBesideTrash } from "../../support/refusal.ts"
import { installed, installing, request } from "../../support/transactions.ts"

const long = (bytes: number) => "a".repeat(bytes)

/** Changes of which one record would be larger than is read of it again. */
const grown: ReadonlyArray<readonly [string, (change: Change) => Change]> = [
  [
    "ledger.json",
    (change) => {
      const entries = [...change.ledger.entries].map(
        ([id, entry]) => [id, { ...entry, files: [long(limits.ledgerBytes)] }] as const
      )
      return { ...change, ledger: { ...change.ledger, entries: new Map(entries) } }
    }
  ],
  [
    "consent.json",
    (change) => {
      const egress = [{ slug: "a", key: "b", host: long(limits.consentBytes), loopback: false }]
      const consentAdd = change.consentAdd.map((one) => ({ ...one, record: { ...one.record, egress } }))
      return { ...change, consentAdd }
    }
  ],
  ["journal.json", (change) => ({ ...change, dirsRemoved: [long(limits.journalBytes)] })]
]

describe("a record that could not be read again", () => {
  it.effect.each(grown)("is refused before anything is decided by it: %s", ([name, grow]) =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ directories: ["/home/ada"] })
      const run = runOn(disk)
      yield* run(installed({ content: "1.0.0" }))
      const second = Effect.gen(function* () {
        const transaction = yield* (yield* Transaction).begin(request)
        yield* transaction.commit(grow(yield* installing(transaction, { content: "1.1.0" })))
      })
      const before = treeBesideTrash(disk)
      const refusal = yield* Effect.flip(run(Effect.scoped(second)))
      assert.deepInclude(refusal, { _tag: "RecordTooLarge", [Runtime.errorExitCode]: 4 })
      assert.include(refusal.message, `/${name}\``)
      assert.deepStrictEqual(treeBesideTrash(disk), before)
      yield* run(installed({ content: "1.2.0" }))
    })
  )
})

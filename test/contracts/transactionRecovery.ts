import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { findRecord } from "../../src/domain/consent/record.ts"
import { globalScope } from "../../src/domain/paths.ts"
import { encodeJournal } from "../../src/domain/transaction/codec.ts"
import type { Journal } from "../../src/domain/transaction/journal.ts"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { Lock } from "../../src/services/Lock.ts"
import { Transaction } from "../../src/services/Transaction.ts"
import { put, treeBelow } from "../support/home.ts"
import { recordOf } from "../support/records.ts"
import { storeFiles } from "../support/store.ts"
import { installed, stateNow, type ProveTransaction } from "../support/transactions.ts"

const tx = "00112233aabbccdd"

const journalOf = (members: Partial<Journal> = {}): Journal => ({
  v: 1,
  tx,
  op: "install",
  scope: "global",
  rev: 1,
  id: "hk-cap",
  files: [],
  dirsCreated: [],
  consentAdd: [],
  consentDrop: [],
  store: [],
  retire: [],
  ...members
})

const begin = Effect.flatMap(Transaction, (transactions) =>
  Effect.scoped(Effect.asVoid(transactions.begin({ scope: globalScope, wait: Duration.zero })))
)

const recover = Effect.flatMap(Transaction, (transactions) => transactions.recover)

/** A first install, and a journal that an interrupted command would have left. */
const interrupted = Effect.fnUntraced(function* (journal: string | Uint8Array) {
  const { paths } = yield* GsdHome
  yield* installed({ content: "1.0.0" })
  yield* put(paths.journal(tx), journal, 0o600)
  return { paths, durable: yield* Durable }
})

const undoing = (prove: ProveTransaction) => {
  prove(
    "undoes what was not committed: bundles, records and temporaries, by the next writer or a reader",
    Effect.gen(function* () {
      for (const next of [recover, begin]) {
        const { paths } = yield* GsdHome
        if (next === recover) yield* installed({ content: "1.0.0" })
        const before = yield* stateNow
        const [old] = before.consent.values()
        const record = recordOf({ digest: "sha512-new", tx })
        const changed = { ...recordOf(old), how: "digest", tx } as const
        const { contentHash, stored } = yield* storeFiles({ "capability.json": "1.1.0" })
        const journal = journalOf({
          consentAdd: [
            { record, replaced: null },
            { record: changed, replaced: old ?? null }
          ],
          store: [{ contentHash, staging: paths.staging(tx) }]
        })
        yield* put(paths.journal(tx), encodeJournal(journal), 0o600)
        yield* put(paths.consent, JSON.stringify({ version: "1", records: [changed, record] }), 0o600)
        yield* put(`${paths.root}/.ledger.json.gsd-${tx}`, "half", 0o600)
        yield* next
        const after = yield* stateNow
        assert.deepStrictEqual(after, before)
        const left = Object.keys(yield* treeBelow(paths.root))
        assert.notIncludeMembers(left, [
          stored.slice(paths.root.length + 1),
          `tx/${tx}`,
          `.ledger.json.gsd-${tx}`
        ])
        assert.strictEqual(yield* recover, "clean")
      }
    })
  )
  prove(
    "leaves a record that somebody gave since",
    Effect.gen(function* () {
      const record = recordOf({ digest: "sha512-new", tx })
      const { paths } = yield* interrupted(
        encodeJournal(journalOf({ consentAdd: [{ record, replaced: null }] }))
      )
      const newer = { ...record, tx: "another" }
      yield* put(paths.consent, JSON.stringify({ version: "1", records: [newer] }), 0o600)
      assert.strictEqual(yield* recover, "recovered")
      assert.deepStrictEqual(findRecord((yield* stateNow).consent, record), newer)
    })
  )
}

const finishing = (prove: ProveTransaction) => {
  prove(
    "finishes what was committed: drops records, retires bundles, shows the view",
    Effect.gen(function* () {
      const { paths } = yield* GsdHome
      yield* installed({ content: "1.0.0" })
      const { lastTx } = (yield* stateNow).ledger
      const { contentHash, stored } = yield* storeFiles({ "capability.json": "old" })
      const durable = yield* Durable
      const old = recordOf({ digest: "sha512-old" })
      const records = [...(yield* stateNow).consent.values(), old]
      yield* put(paths.consent, JSON.stringify({ version: "1", records }), 0o600)
      yield* durable.unlink(paths.view("hk-cap"))
      const journal = journalOf({ tx: lastTx, consentDrop: [old], retire: [contentHash] })
      yield* put(paths.journal(lastTx), encodeJournal(journal), 0o600)
      const before = yield* stateNow
      assert.strictEqual(yield* recover, "recovered")
      const after = yield* stateNow
      assert.deepStrictEqual(after.ledger, before.ledger)
      assert.strictEqual(after.consent.size, 1)
      const left = Object.keys(yield* treeBelow(paths.root))
      assert.notInclude(left, stored.slice(paths.root.length + 1))
      assert.includeMembers(left, ["capabilities/hk-cap"])
      assert.deepStrictEqual(yield* durable.entries(paths.transactions), [])
    })
  )
  prove(
    "retires nothing that a ledger names, whatever a journal says",
    Effect.gen(function* () {
      const { paths } = yield* GsdHome
      yield* installed({ content: "1.0.0" })
      const { entries, lastTx } = (yield* stateNow).ledger
      const contentHash = entries.get("hk-cap")?.contentHash ?? ""
      for (const [name, members] of [
        [lastTx, { retire: [contentHash] }],
        [tx, { store: [{ contentHash, staging: paths.staging(tx) }] }]
      ] as const) {
        yield* put(paths.journal(name), encodeJournal(journalOf({ tx: name, ...members })), 0o600)
        assert.strictEqual(yield* recover, "recovered")
        assert.include(
          Object.keys(yield* treeBelow(paths.root)),
          paths.bundle(contentHash).slice(paths.root.length + 1)
        )
      }
    })
  )
}

const refusing = (prove: ProveTransaction) => {
  prove(
    "has nothing to do where nothing was interrupted, and makes no H by looking",
    Effect.gen(function* () {
      const { paths } = yield* GsdHome
      assert.strictEqual(yield* recover, "clean")
      assert.deepStrictEqual(yield* treeBelow(paths.root), {})
    })
  )
  prove(
    "forgets a transaction that never published its journal",
    Effect.gen(function* () {
      const { paths } = yield* GsdHome
      yield* installed({ content: "1.0.0" })
      yield* put(`${paths.journal(tx)}.tmp`, encodeJournal(journalOf()), 0o600)
      const before = yield* stateNow
      yield* begin
      assert.deepStrictEqual(yield* stateNow, before)
      assert.notInclude(Object.keys(yield* treeBelow(paths.root)), `tx/${tx}`)
    })
  )
  prove(
    "touches nothing while the ledger cannot be read, and names both",
    Effect.gen(function* () {
      const { paths } = yield* interrupted(encodeJournal(journalOf({ consentDrop: [recordOf()] })))
      for (const ledger of ["{", '{"version":"3"}']) {
        yield* put(paths.ledger(globalScope), ledger, 0o600)
        const before = yield* treeBelow(paths.root)
        const failure = yield* Effect.flip(begin)
        assert.strictEqual(failure._tag, "RecoveryBlocked")
        assert.include(failure.message, paths.ledger(globalScope))
        assert.include(failure.message, paths.transaction(tx))
        assert.strictEqual(yield* recover, "pending")
        assert.deepStrictEqual(yield* treeBelow(paths.root), before)
      }
    })
  )
  for (const [what, bytes] of [
    ["is no JSON", "{"],
    ["is empty", ""],
    ["names another transaction", encodeJournal(journalOf({ tx: "another" }))],
    ["comes from elsewhere", JSON.stringify({ ...journalOf(), v: 2 })],
    ["names places that are none", JSON.stringify({ ...journalOf(), retire: [""] })]
  ] as const) {
    prove(
      `sets a journal aside that ${what}, and goes on`,
      Effect.gen(function* () {
        const { paths } = yield* interrupted(bytes)
        const before = yield* stateNow
        yield* begin
        assert.deepStrictEqual(yield* stateNow, before)
        const left = Object.keys(yield* treeBelow(paths.root))
        assert.include(left, `attention/tx-${tx}/journal.json`)
        assert.notInclude(left, `tx/${tx}`)
        assert.deepInclude(yield* installed({ content: "1.1.0" }), { rev: 2 })
      })
    )
  }
  prove(
    "says that repair is pending while somebody else holds the lock",
    Effect.gen(function* () {
      const { paths } = yield* interrupted(encodeJournal(journalOf()))
      const lock = yield* Lock
      const report = yield* Effect.scoped(
        Effect.andThen(lock.acquire(paths.lock, { wait: Duration.zero }), recover)
      )
      assert.strictEqual(report, "pending")
      assert.include(Object.keys(yield* treeBelow(paths.root)), `tx/${tx}/journal.json`)
      assert.strictEqual(yield* recover, "recovered")
    })
  )
}

/** What the next command makes of an interrupted one. */
export const recovering = (prove: ProveTransaction) => {
  undoing(prove)
  finishing(prove)
  refusing(prove)
}

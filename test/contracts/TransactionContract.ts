import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { auditHash } from "../../src/domain/audit/line.ts"
import { planRevoke } from "../../src/domain/consent/planRevoke.ts"
import { findRecord } from "../../src/domain/consent/record.ts"
import { sha512Integrity } from "../../src/domain/hash.ts"
import { planRemove } from "../../src/domain/install/planRemove.ts"
import { planRollback } from "../../src/domain/install/planRollback.ts"
import { globalScope } from "../../src/domain/paths.ts"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { Lock } from "../../src/services/Lock.ts"
import { Transaction } from "../../src/services/Transaction.ts"
import { text } from "../support/disk.ts"
import { treeBelow } from "../support/home.ts"
import {
  digestOf,
  installed,
  request,
  stateNow,
  type ProveTransaction,
  type TransactionWorld
} from "../support/transactions.ts"
import { recovering } from "./transactionRecovery.ts"

const linesOf = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const log = text(yield* durable.read(paths.audit, { maxBytes: 1 << 20 }))
  assert.isTrue(log.endsWith("\n"))
  return log.trimEnd().split("\n")
})

const storedNames = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  return (yield* durable.entries(paths.store)).map((entry) => entry.name)
})

const remains = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  return [...(yield* durable.entries(paths.transactions)), ...(yield* durable.entries(paths.stagings))]
})

const beginning = (prove: ProveTransaction) => {
  prove(
    "begins from what is recorded, holds the lock, and lets go with the scope",
    Effect.gen(function* () {
      const transactions = yield* Transaction
      const scope = yield* Scope.make()
      const transaction = yield* transactions.begin(request).pipe(Scope.provide(scope))
      assert.deepInclude(transaction, { scope: "global" })
      assert.strictEqual(transaction.ledger.rev, 0)
      assert.strictEqual(transaction.consent.size, 0)
      assert.isFalse(transaction.namedElsewhere.has(sha512Integrity("anything")))
      const second = transactions.begin({ ...request, wait: Duration.zero })
      assert.include(yield* Effect.flip(Effect.scoped(second)), { _tag: "LockBusy" })
      yield* Scope.close(scope, Exit.void)
      yield* Effect.scoped(second)
    })
  )
  prove(
    "takes the name it is given, and makes different ones otherwise",
    Effect.gen(function* () {
      const transactions = yield* Transaction
      const nameOf = (tx?: string) =>
        Effect.scoped(
          Effect.map(transactions.begin({ ...request, ...(tx === undefined ? {} : { tx }) }), (one) => one.tx)
        )
      assert.strictEqual(yield* nameOf("fedcba9876543210"), "fedcba9876543210")
      assert.notStrictEqual(yield* nameOf(), yield* nameOf())
    })
  )
  prove(
    "lets go after failure, death and interruption, having written nothing",
    Effect.gen(function* () {
      const transactions = yield* Transaction
      const { paths } = yield* GsdHome
      yield* installed({ content: "1.0.0" })
      const before = yield* treeBelow(paths.root)
      for (const end of [Effect.fail("failed"), Effect.die("died"), Effect.interrupt]) {
        yield* Effect.exit(Effect.scoped(Effect.andThen(transactions.begin(request), end)))
        yield* Effect.scoped(transactions.begin({ ...request, wait: Duration.zero }))
        assert.deepStrictEqual(yield* treeBelow(paths.root), before)
      }
    })
  )
  prove(
    "can be interrupted while it waits, and holds nothing then",
    Effect.gen(function* () {
      const transactions = yield* Transaction
      const lock = yield* Lock
      const home = yield* GsdHome
      yield* home.ensure
      const scope = yield* Scope.make()
      yield* lock.acquire(home.paths.lock, { wait: Duration.zero }).pipe(Scope.provide(scope))
      const waiter = yield* Effect.forkChild(Effect.scoped(transactions.begin(request)), {
        startImmediately: true
      })
      yield* TestClock.adjust("1 second")
      assert.isUndefined(waiter.pollUnsafe())
      yield* Fiber.interrupt(waiter)
      yield* Scope.close(scope, Exit.void)
      yield* Effect.scoped(transactions.begin({ ...request, wait: Duration.zero }))
    })
  )
}

const committing = (prove: ProveTransaction) => {
  prove(
    "commits an install as one: ledger, consent, bundle, view, audit, and nothing left over",
    Effect.gen(function* () {
      const durable = yield* Durable
      const { paths } = yield* GsdHome
      const committed = yield* installed({ content: "1.0.0" })
      assert.deepInclude(committed, { rev: 1, durability: "confirmed", warnings: [] })
      const { consent, ledger } = yield* stateNow
      const entry = ledger.entries.get("hk-cap")
      assert.isDefined(entry)
      if (entry === undefined) return
      assert.include(ledger, { rev: 1, lastTx: committed.tx })
      assert.isDefined(findRecord(consent, { scope: "global", id: "hk-cap", digest: digestOf("1.0.0") }))
      const bytes = yield* durable.read(`${paths.bundle(entry.contentHash)}/capability.json`, { maxBytes: 9 })
      assert.strictEqual(text(bytes), "1.0.0")
      assert.strictEqual(yield* durable.realPath(paths.view("hk-cap")), paths.bundle(entry.contentHash))
      assert.deepStrictEqual(yield* remains, [])
      const lines = yield* linesOf
      assert.deepStrictEqual(
        lines.map((line) => JSON.parse(line).event),
        ["begin", "commit"]
      )
      assert.strictEqual(ledger.auditHead, auditHash(lines[0] ?? ""))
      const ledgerFile = Option.getOrThrow(yield* durable.identify(paths.ledger(globalScope)))
      assert.strictEqual(ledgerFile.mode, 0o600)
    })
  )
  prove(
    "chains the audit log over transactions, after cutting a torn last line",
    Effect.gen(function* () {
      const durable = yield* Durable
      const { paths } = yield* GsdHome
      yield* installed({ content: "1.0.0" })
      yield* durable.append(paths.audit, new TextEncoder().encode('{"v":1,"torn'), { mode: 0o600 })
      yield* installed({ content: "1.1.0" })
      const lines = yield* linesOf
      assert.strictEqual(lines.length, 4)
      for (const [at, line] of lines.entries())
        assert.strictEqual(JSON.parse(line).prev, at === 0 ? "" : auditHash(lines[at - 1] ?? ""))
    })
  )
  prove(
    "carries out every operation, dropping what no kept generation needs",
    Effect.gen(function* () {
      const transactions = yield* Transaction
      const begin = transactions.begin(request)
      yield* installed({ content: "1.0.0" })
      yield* installed({ content: "1.1.0" })
      assert.strictEqual((yield* storedNames).length, 2)
      yield* Effect.gen(function* () {
        const transaction = yield* begin
        const entry = transaction.ledger.entries.get("hk-cap")
        const target = entry?.generations[0]
        if (entry === undefined || target === undefined) return assert.fail("nothing to roll back to")
        yield* transaction.commit(
          planRollback(transaction, "hk-cap", { entry, target, record: undefined, files: [] })
        )
      }).pipe(Effect.scoped)
      const rolled = yield* stateNow
      assert.deepInclude(rolled.ledger.entries.get("hk-cap"), { generation: 1, version: "1.0.0" })
      assert.strictEqual(rolled.consent.size, 2)
      yield* installed({ content: "1.2.0", keep: 1 })
      const updated = yield* stateNow
      assert.deepInclude(updated.ledger.entries.get("hk-cap"), { generation: 3, version: "1.2.0" })
      assert.deepStrictEqual(
        [...updated.consent.values()].map((record) => record.digest),
        [digestOf("1.2.0")]
      )
      assert.strictEqual((yield* storedNames).length, 1)
      yield* Effect.gen(function* () {
        const transaction = yield* begin
        yield* transaction.commit(
          planRevoke(transaction, "hk-cap", { at: "2026-02-02T00:00:00.000Z", files: [] })
        )
      }).pipe(Effect.scoped)
      assert.deepStrictEqual(
        [...(yield* stateNow).consent.values()].map((record) => record.revoked),
        ["2026-02-02T00:00:00.000Z"]
      )
      yield* Effect.gen(function* () {
        const transaction = yield* begin
        const entry = transaction.ledger.entries.get("hk-cap")
        if (entry === undefined) return assert.fail("nothing to remove")
        yield* transaction.commit(planRemove(transaction, "hk-cap", { entry, files: [] }))
      }).pipe(Effect.scoped)
      const removed = yield* stateNow
      assert.strictEqual(removed.ledger.rev, 6)
      assert.strictEqual(removed.ledger.entries.size, 0)
      assert.strictEqual(removed.consent.size, 0)
      assert.deepStrictEqual(yield* storedNames, [])
      assert.deepStrictEqual(yield* remains, [])
    })
  )
  prove(
    "moves no bundle away that another id or a kept generation still names",
    Effect.gen(function* () {
      const transactions = yield* Transaction
      yield* installed({ id: "one", content: "same" })
      yield* installed({ id: "two", content: "same" })
      yield* Effect.gen(function* () {
        const transaction = yield* transactions.begin(request)
        const entry = transaction.ledger.entries.get("one")
        if (entry === undefined) return assert.fail("nothing to remove")
        yield* transaction.commit(planRemove(transaction, "one", { entry, files: [] }))
      }).pipe(Effect.scoped)
      assert.strictEqual((yield* storedNames).length, 1)
      yield* installed({ id: "two", content: "other", keep: 2 })
      yield* installed({ id: "two", content: "same", keep: 2 })
      assert.strictEqual((yield* storedNames).length, 2)
    })
  )
  prove(
    "lets two fibers commit one after the other, each from what the first left",
    Effect.gen(function* () {
      const both = yield* Effect.forkChild(
        Effect.all([installed({ id: "one", content: "1" }), installed({ id: "two", content: "2" })], {
          concurrency: "unbounded"
        })
      )
      // Waiting for the lock is on the test's clock, the disk on the machine's.
      while (both.pollUnsafe() === undefined) {
        yield* TestClock.adjust("50 millis")
        yield* TestClock.withLive(Effect.sleep("1 millis"))
      }
      const committed = yield* Fiber.join(both)
      assert.sameMembers(
        committed.map((one) => one.rev),
        [1, 2]
      )
      const { consent, ledger } = yield* stateNow
      assert.deepStrictEqual([...ledger.entries.keys()], ["one", "two"])
      assert.strictEqual(consent.size, 2)
      assert.deepStrictEqual(yield* remains, [])
    })
  )
}

/** What every Transaction promises; each behaviour gets a layer of its own. */
export const suite = (name: string, layer: Layer.Layer<TransactionWorld, unknown>): void => {
  const prove: ProveTransaction = (behaviour, test) => {
    it.effect(behaviour, () => test.pipe(Effect.provide(layer)))
  }
  describe(`Transaction: ${name}`, () => {
    beginning(prove)
    committing(prove)
    recovering(prove)
  })
}

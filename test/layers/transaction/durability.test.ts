import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../../src/domain/paths.ts"
import type { MemoryDisk } from "../../../src/layers/disk/MemoryDisk.ts"
import { Transaction } from "../../../src/services/Transaction.ts"
import { capability } from "../../support/capabilities.ts"
import { lifeOf } from "../../support/life.ts"
import { runOn } from "../../support/engine.ts"
import { treeBesideTrash } from "../../support/refusal.ts"

/** What the next writer does before anything else. */
const nextCommand = (disk: MemoryDisk) =>
  runOn(disk)(
    Effect.flatMap(Transaction, (transactions) =>
      Effect.scoped(Effect.asVoid(transactions.begin({ scope: globalScope, wait: Duration.zero })))
    )
  )

const ledgerOf = (disk: MemoryDisk): string => {
  const found = disk.snapshot().get("/home/ada/.gsd/ledger.json")
  return found?.kind === "file" ? Buffer.from(found.bytes).toString() : ""
}

/** A life after its first install, with a newer version at the source. */
const startOf = Effect.fnUntraced(function* () {
  const life = lifeOf()
  yield* life.install()
  yield* life.source(capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" }))
  return life
})

describe("an fsync that fails", () => {
  it.effect(
    "undoes the update before the ledger's rename, and leaves it unconfirmed or unclean after it",
    () =>
      Effect.gen(function* () {
        const first = yield* startOf()
        const before = treeBesideTrash(first.disk)
        const syncsBefore = first.disk.syncs()
        yield* first.update()
        const syncs = first.disk.syncs() - syncsBefore
        const [ends, unconfirmed] = [new Set<string>(), new Array<number>()]
        for (let nth = 1; nth <= syncs; nth += 1) {
          const life = yield* startOf()
          const { disk } = life
          disk.failSyncAt(disk.syncs() + nth)
          const exit = yield* Effect.exit(life.update())
          if (exit._tag === "Failure") {
            ends.add("undone")
            yield* nextCommand(disk)
            assert.deepStrictEqual(Object.keys(treeBesideTrash(disk)), Object.keys(before), `fsync ${nth}`)
            assert.deepInclude((yield* life.rows)[0], { status: "active", version: "1.0.0" })
            continue
          }
          assert.include(exit.value, { status: "upgraded", version: "1.1.0" })
          const [warning] = exit.value.warnings
          ends.add(warning?.slice(0, "Committed, durability unconfirmed".length) ?? "clean")
          if (warning?.startsWith("Committed, durability unconfirmed") !== true) continue
          unconfirmed.push(nth)
          assert.isTrue([...disk.snapshot().keys()].some((path) => /\.gsd\/tx\/./u.test(path)))
          yield* nextCommand(disk)
          assert.isFalse([...disk.snapshot().keys()].some((path) => /\.gsd\/tx\/./u.test(path)))
          assert.deepInclude((yield* life.rows)[0], { status: "active", version: "1.1.0" })
          assert.strictEqual((yield* life.verify).verdict, "ok")
        }
        assert.includeMembers([...ends], ["undone", "Committed, durability unconfirmed"])
        assert.strictEqual(unconfirmed.length, 1)
      })
  )
  it.effect("never leaves a ledger that a power cut takes back after the next command confirmed it", () =>
    Effect.gen(function* () {
      const counting = yield* startOf()
      const { disk } = counting
      yield* counting.update()
      const committed = ledgerOf(disk)
      assert.include(committed, "1.1.0")
      yield* nextCommand(disk)
      for (const image of disk.crashImages("prefixes"))
        assert.strictEqual(ledgerOf(image.disk), committed, image.name)
    })
  )
})

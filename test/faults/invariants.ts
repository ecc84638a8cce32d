import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { list } from "../../src/pipelines/list.ts"
import { Store } from "../../src/services/Store.ts"
import { Transaction } from "../../src/services/Transaction.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { runOn, type EngineOptions } from "../support/engine.ts"
import { treeWithout } from "../support/tree.ts"
import { proveHooks } from "./hooks.ts"
import { project, seeded } from "./walks.ts"

const outside = /\.gsd\/(?:lock|lock\.json|audit\.jsonl|(?:cache|trash|attention|runs)(?:\/.*)?)$/u

/** Everything on a disk that invariant 2 speaks of, as text by path. */
export const treeOf = (disk: MemoryDisk): ReadonlyMap<string, string> =>
  new Map(Object.entries(treeWithout(disk, outside)))

/** What gsd reports and activates on a disk, when nothing is repaired: status, version and bytes by id. */
export const reportedOn = (disk: MemoryDisk) =>
  runOn(disk)(
    Effect.gen(function* () {
      const ledgers = yield* Ledger
      const report: Array<string> = []
      for (const scope of [globalScope, project]) {
        const ledger = yield* ledgers.read(scope)
        for (const { id, scope: kind, status, version } of yield* list(scope)) {
          const hash = ledger.entries.get(id)?.contentHash
          // What merely stands in a project is inactive, and half of it may stand there.
          if (kind === "project" && hash === undefined && status !== "active") continue
          report.push(`${kind} ${id} ${version} ${status} ${hash ?? ""}`)
        }
      }
      return report
    }).pipe(
      Effect.provideService(Transaction, {
        begin: () => Effect.die("a reader begins no transaction"),
        recover: Effect.succeed("pending" as const)
      })
    )
  )

let commands = 0

/** What the next writing command does first: sweep what dead commands staged, recover, let go. */
export const nextCommand = (disk: MemoryDisk, options: EngineOptions = {}) => {
  commands += 1
  return runOn(
    disk,
    options
  )(
    seeded(
      Effect.scoped(
        Effect.gen(function* () {
          const store = yield* Store
          const transactions = yield* Transaction
          yield* Effect.scoped(store.stage)
          yield* Effect.scoped(transactions.begin({ scope: globalScope, wait: Duration.seconds(1) }))
        })
      ),
      `next command ${commands}`
    )
  )
}

/** What a walk may leave: the state before it, or the one after it. */
export interface Ends {
  readonly trees: ReadonlyArray<ReadonlyMap<string, string>>
  readonly reports: ReadonlyArray<ReadonlyArray<string>>
}

const differences = (
  left: ReadonlyMap<string, string>,
  right: ReadonlyMap<string, string>
): ReadonlyArray<string> =>
  [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path))

/** I1 and I8: what is reported and would be run is the old or the new, before any repair. */
export const proveReport = Effect.fnUntraced(function* (disk: MemoryDisk, ends: Ends) {
  proveHooks(disk)
  const report = yield* reportedOn(disk.copy())
  const isEnd = ends.reports.some((one) => JSON.stringify(one) === JSON.stringify(report))
  assert.isTrue(isEnd, `reported before repair: ${JSON.stringify(report)}`)
})

/** I2: the tree is the one before or the one after. */
export const proveTree = (disk: MemoryDisk, ends: Ends): void => {
  const tree = treeOf(disk)
  const found = ends.trees.map((end) => differences(tree, end))
  assert.isTrue(
    found.some((one) => one.length === 0),
    `differs from before in ${found[0]?.join(", ")}; from after in ${found[1]?.join(", ")}`
  )
}

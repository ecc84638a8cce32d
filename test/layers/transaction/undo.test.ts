import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DiskFailure } from "../../../src/domain/disk/errors.ts"
import { globalScope } from "../../../src/domain/paths.ts"
import { irregular } from "../../../src/layers/disk/missing.ts"
import { protocol } from "../../../src/layers/transaction/protocol.ts"
import { disable } from "../../../src/pipelines/enable.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { Transaction } from "../../../src/services/Transaction.ts"
import { runOn } from "../../support/engine.ts"
import { onDisk, settings, wiredDisk } from "../../support/wired.ts"

const about = { id: "hk-cap", scope: globalScope, wait: Duration.seconds(30) }

/** A disk on which the power went after the settings file was replaced and before the ledger was. */
const crashed = Effect.gen(function* () {
  const disk = yield* wiredDisk
  const cut = { name: "cut", phase: "undoable", run: () => Effect.sync(disk.powerOff) } as const
  const steps = protocol.flatMap((step) => (step.name === "writeLedger" ? [cut, step] : [step]))
  yield* Effect.exit(runOn(disk, { steps })(disable(about)))
  return disk.copy()
})

/** A pipe in place of the settings file, as its reader is told of it. */
const pipe = Layer.effect(
  Durable,
  Effect.map(Durable, (real) =>
    Durable.of({
      ...real,
      read: (path, options) =>
        path === settings
          ? Effect.fail(new DiskFailure({ operation: "read", path, reason: "io", code: irregular }))
          : real.read(path, options)
    })
  )
)

const made = (change: (durable: Durable["Service"]) => Effect.Effect<void, DiskFailure>) =>
  ({
    change: (durable: Durable["Service"]) => Effect.andThen(durable.unlink(settings), change(durable))
  }) as const

const fates = {
  "a link": made((durable) => durable.link("/etc/passwd", settings)),
  "a folder": made((durable) => durable.makeDirectory(settings, { mode: 0o755 })),
  "a pipe": { around: pipe, change: () => Effect.void }
} as const

describe("recovery, where something that is no file took the place of a settings file", () => {
  it.effect.each(["a link", "a folder", "a pipe"] as const)(
    "leaves it, puts the old bytes into attention, and stops nobody: %s",
    (fate) =>
      Effect.gen(function* () {
        const { change, ...options } = fates[fate]
        const disk = yield* crashed
        yield* onDisk(disk, change)
        const begin = Effect.flatMap(Transaction, (transactions) => transactions.begin(about))
        yield* runOn(disk, options)(Effect.scoped(begin))
        const paths = [...disk.snapshot().keys()]
        assert.isFalse(paths.some((path) => path.includes("/.gsd/tx/")))
        assert.isTrue(paths.some((path) => /\/attention\/[0-9a-f]{16}-0\.before$/u.test(path)))
      })
  )
})

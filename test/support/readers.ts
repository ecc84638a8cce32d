import { assert } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { globalScope } from "../../src/domain/paths.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { makeFaults, type Faults } from "../../src/layers/fault/Faults.ts"
import { faulty } from "../../src/layers/fault/faulty.ts"
import { protocol } from "../../src/layers/transaction/protocol.ts"
import type { Step } from "../../src/layers/transaction/step.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { install } from "../../src/pipelines/install.ts"
import { show } from "../../src/pipelines/show.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { Durable } from "../../src/services/Durable.ts"
import { Transaction } from "../../src/services/Transaction.ts"
import { capability } from "./capabilities.ts"
import { requestOf, runOn, type EngineOptions } from "./engine.ts"
import { lifeOf } from "./life.ts"

const scope = globalScope
const wait = Duration.seconds(1)
const id = "hk-cap"

const changed = capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" })

type Program = Effect.Effect<unknown, unknown>

const writers = {
  install: install(requestOf("/src/hk-cap")),
  update: update({ id, scope, wait, allowDowngrade: false }),
  rollback: rollback({ id, scope, wait }),
  remove: remove({ id, scope, wait }),
  revoke: trustRevoke({ id, scope, wait })
}

/** A command whose commit is read during. */
export type Writer = keyof typeof writers

/** The disk before a writer; one generation is kept, so that an update drops bundle and record of the one before. */
const before = Effect.fnUntraced(function* (writer: Writer) {
  const life = lifeOf(writer === "install" ? changed : capability())
  if (writer === "install") return life.disk
  yield* life.install()
  if (writer === "rollback") {
    yield* life.source(changed)
    yield* life.update()
    return life.disk
  }
  yield* life.write("/home/ada/.gsd/policy.json", '{"generations":1}')
  yield* life.source(changed)
  return life.disk
})

/** What readers say, as text; an id that is not installed is an answer too. */
const readers = {
  list: Effect.map(list(scope), (rows) => rows.map((row) => `${row.id} ${row.version} ${row.status}`).join()),
  show: show(scope, id).pipe(
    Effect.map(
      (details) => `${details.version} ${details.status} ${details.contentHash} ${details.consent?.digest}`
    ),
    Effect.catchTag("NotInstalled", () => Effect.succeed("not installed"))
  ),
  verify: Effect.map(verify(scope, []), (found) => `${found.verdict} ${found.members.length}`)
}

/** A command that reads without a lock. */
export type Reader = keyof typeof readers

/** A reader on an engine of its own, which cannot repair because somebody holds the lock. */
const read = (disk: MemoryDisk, reader: Reader, options: EngineOptions = {}) =>
  runOn(
    disk,
    options
  )(
    Effect.provideService(readers[reader] as Effect.Effect<string, unknown>, Transaction, {
      begin: () => Effect.die("a reader begins no transaction"),
      recover: Effect.succeed("pending" as const)
    })
  )

/** A writer that waits before each step of its commit until it is let on. */
const pausedOn = Effect.fnUntraced(function* (disk: MemoryDisk, writer: Writer) {
  const gates = yield* Effect.forEach(protocol, () =>
    Effect.all({ arrived: Deferred.make<void>(), allowed: Deferred.make<void>() })
  )
  const steps = protocol.map((step, at): Step => ({
    ...step,
    run: (context) => {
      const gate = gates[at]
      if (gate === undefined) return step.run(context)
      const pass = Effect.andThen(Deferred.succeed(gate.arrived, undefined), Deferred.await(gate.allowed))
      return Effect.andThen(pass, step.run(context))
    }
  }))
  const fiber = yield* Effect.forkChild(runOn(disk, { steps })(writers[writer] as Program))
  /** Lets the writer on until this many steps are done. */
  const advance = Effect.fnUntraced(function* (done: number) {
    for (const gate of gates.slice(0, done)) yield* Deferred.succeed(gate.allowed, undefined)
    const next = gates[done]
    yield* next === undefined ? Fiber.join(fiber) : Deferred.await(next.arrived)
  })
  return advance
})

/** Lets something happen just before one call of a reader. */
const interrupting = (
  at: number,
  happen: Effect.Effect<unknown, unknown>
): { faults: Faults; calls: () => number } => {
  let calls = 0
  const around: Faults["around"] = (_call, effect) =>
    Effect.suspend(() => {
      calls += 1
      return calls === at ? Effect.andThen(Effect.orDie(happen), effect) : effect
    })
  return { faults: { ...makeFaults(), around }, calls: () => calls }
}

/** Where a writer stands when a reader begins, and where it goes between two of the reader's calls. */
interface Interleaving {
  readonly from: number
  readonly to: number
  readonly call: number
}

const readDuring = Effect.fnUntraced(function* (
  start: MemoryDisk,
  writer: Writer,
  reader: Reader,
  how: Interleaving
) {
  const disk = start.copy()
  const advance = yield* pausedOn(disk, writer)
  yield* advance(how.from)
  const { calls, faults } = interrupting(how.call, advance(how.to))
  const report = yield* read(disk, reader, { around: faulty(Durable, faults) })
  yield* advance(protocol.length)
  return { report, isOver: calls() < how.call }
})

/** A stretch of the writer's steps, between two of a reader's calls; none when both ends are one. */
export type Jump = Pick<Interleaving, "from" | "to">

/** Every stretch from the start, and every stretch to the end, and every single place. */
export const everyJump: ReadonlyArray<Jump> = [
  ...protocol.map((_, at) => ({ from: 0, to: at + 1 })),
  ...protocol.map((_, at) => ({ from: at, to: protocol.length })).slice(1),
  ...protocol.map((_, at) => ({ from: at, to: at })).slice(1)
]

const behind = (name: string): number => protocol.findIndex((step) => step.name === name) + 1

/** The stretches across what a reader can see: records written, the ledger renamed, records dropped, bundles gone. */
export const visibleJumps: ReadonlyArray<Jump> = [
  ...["writeConsent", "renameLedger", "dropConsent", "closeFolder"].map((name) => ({
    from: 0,
    to: behind(name)
  })),
  ...["writeConsent", "renameLedger"].map((name) => ({ from: behind(name), to: behind("closeFolder") })),
  ...protocol.map((_, at) => ({ from: at, to: at })).slice(1)
]

/** Proves that a reader reports the state before or after, wherever the writer's steps fall between its calls. */
export const proveReader = Effect.fnUntraced(function* (
  writer: Writer,
  reader: Reader,
  jumps: ReadonlyArray<Jump> = visibleJumps
) {
  const start = yield* before(writer)
  const done = start.copy()
  yield* runOn(done)(writers[writer] as Program)
  const ends = [yield* read(start.copy(), reader), yield* read(done.copy(), reader)]
  const seen = new Set<string>()
  for (const jump of jumps) {
    for (let call = 1; ; call += 1) {
      const { isOver, report } = yield* readDuring(start, writer, reader, { ...jump, call })
      if (isOver) break
      assert.include(ends, report, `steps ${jump.from} to ${jump.to} before the reader's call ${call}`)
      seen.add(report)
      if (jump.from === jump.to) break
    }
  }
  assert.sameMembers([...seen], [...new Set(ends)])
})

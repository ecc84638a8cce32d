/**
 * What another application would write to prove the engine: it knows the package and nothing else. Run on a copy of the
 * sources, `node harness.ts WALK [SEED]`; prints what failed as JSON and exits 1, or exits 0.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { globalScope, install, list, remove, verify } from "gsd-engine"
import {
  everyCrash,
  everyFault,
  gsdMemory,
  makeMemoryDisk,
  PointFailed,
  type MemoryDisk
} from "gsd-engine/testing"
import * as assert from "node:assert/strict"

const manifest = {
  id: "notes",
  role: "feature",
  version: "1.0.0",
  title: "Notes",
  description: "Takes notes",
  tier: "core",
  requires: [],
  engines: { gsd: ">=1.0.0" },
  runtimeCompat: { supported: ["*"], unsupported: [] },
  skills: [],
  agents: [],
  hooks: [{ event: "SessionStart", script: "hooks/start.sh" }],
  config: {},
  steps: [],
  contributions: [],
  gates: []
}

const wait = Duration.seconds(1)

const installing = install({
  op: "install",
  spec: "/notes",
  scope: globalScope,
  replace: false,
  allowDowngrade: false,
  wait
})

const removing = remove({ id: "notes", scope: globalScope, wait })

/** A machine whose `/tmp` is a device of its own, as it often is. */
const machine = makeMemoryDisk({
  directories: ["/home/ada"],
  mounts: ["/tmp"],
  files: { "/notes/capability.json": JSON.stringify(manifest), "/notes/hooks/start.sh": "#!/bin/sh\n" }
})

const on = <A, E, R>(disk: MemoryDisk, program: Effect.Effect<A, E, R>) =>
  Effect.provide(program, gsdMemory({ disk }))

/** It is there, whole and consented to, or it is not there; and what comes next works. */
const wholeOrGone = Effect.gen(function* () {
  const rows = yield* list(globalScope)
  assert.ok(
    rows.every(({ status }) => status === "active"),
    `listed as ${rows.map(({ reason, status }) => `${status}: ${reason ?? ""}`).join(", ")}`
  )
  assert.equal((yield* verify(globalScope, [])).verdict, "ok")
  yield* installing
  assert.deepEqual(
    (yield* list(globalScope)).map(({ status }) => status),
    ["active"]
  )
})

/** One crash of many leaves the same disk; what is proved of one is proved of the others. */
const provenOnce = () => {
  const proven = new Set<string>()
  return (disk: MemoryDisk) =>
    Effect.suspend(() => {
      const state = [...disk.snapshot()].map(([path, one]) =>
        [path, one.kind, one.kind === "file" ? `${one.mode} ${disk.text(path)}` : ""].join(" ")
      )
      const text = state.join("\n")
      if (proven.has(text)) return Effect.void
      proven.add(text)
      return on(disk, wholeOrGone)
    })
}

const [walk, seed] = process.argv.slice(2)
const only = seed === undefined ? {} : { seed }

const crashing = <A, E, R>(start: MemoryDisk, program: Effect.Effect<A, E, R>) => {
  const prove = provenOnce()
  return everyCrash(
    (disk) => on(disk, program),
    ({ disk }) => prove(disk),
    { start, ...only }
  )
}

const walks = {
  install: Effect.suspend(() => crashing(machine, installing)),
  remove: Effect.gen(function* () {
    const start = machine.copy()
    yield* on(start, installing)
    return yield* crashing(start.copy(), removing)
  }),
  faults: everyFault(installing, {
    kinds: ["fail"],
    world: (calls) => gsdMemory({ disk: machine.copy(), calls }),
    invariant: () => wholeOrGone,
    ...only
  })
}

const exit = await Effect.runPromiseExit(walks[walk as keyof typeof walks])
if (Exit.isFailure(exit)) {
  const defect = Cause.squash(exit.cause)
  const told =
    defect instanceof PointFailed
      ? { seed: defect.seed, message: defect.message }
      : { message: Cause.pretty(exit.cause) }
  process.stdout.write(JSON.stringify(told))
  process.exitCode = 1
}

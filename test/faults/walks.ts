import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import type { Step } from "../../src/layers/transaction/step.ts"
import { install } from "../../src/pipelines/install.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn, type EngineOptions } from "../support/engine.ts"

const wait = Duration.seconds(30)
const scope = globalScope
const id = "hk-cap"

/** The commands whose every step is struck. */
export type Walk = "install" | "update" | "rollback" | "remove" | "revoke"
export const walks: ReadonlyArray<Walk> = ["install", "update", "rollback", "remove", "revoke"]

const newDisk = () =>
  MemoryDisk.make({
    directories: ["/home/ada"],
    files: {
      ...below("/v1/hk-cap", capability()),
      ...below("/v2/hk-cap", capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" })),
      ...below("/other/other", capability({ id: "other", skills: [] }))
    }
  })

/** The command itself, on an engine over a disk. */
export const command = (walk: Walk) =>
  Effect.gen(function* () {
    if (walk === "install") yield* install(requestOf("/v1/hk-cap"))
    else if (walk === "update") yield* update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false })
    else if (walk === "rollback") yield* rollback({ id, scope, wait })
    else if (walk === "remove") yield* remove({ id, scope, wait })
    else yield* trustRevoke({ id, scope, wait })
  })

const before: Record<Walk, ReadonlyArray<Walk>> = {
  install: [],
  update: ["install"],
  rollback: ["install", "update"],
  remove: ["install", "update"],
  revoke: ["install"]
}

/** Runs a program with names of transactions that are the same every time. */
export const seeded = <A, E, R>(program: Effect.Effect<A, E, R>, seed: string) =>
  Random.withSeed(program, seed)

/** Runs a walk's command on a disk. */
export const runWalk = (disk: MemoryDisk.MemoryDisk, walk: Walk, options: EngineOptions = {}) =>
  runOn(disk, options)(seeded(command(walk), `the ${walk} itself`))

/** A disk on which everything that comes before a walk is done; another capability is installed as a bystander. */
export const diskBefore = Effect.fnUntraced(function* (walk: Walk) {
  const disk = newDisk()
  yield* runOn(disk)(seeded(install(requestOf("/other/other")), "bystander"))
  for (const earlier of before[walk]) yield* runOn(disk)(seeded(command(earlier), `before: ${earlier}`))
  return disk.copy()
})

/** The protocol without some of its steps, or with another in the place of one. */
export type Variant = (steps: ReadonlyArray<Step>) => ReadonlyArray<Step>

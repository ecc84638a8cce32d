import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { RepairPlan } from "../../src/domain/doctor/treatment.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import {
  layerWith as spawnerScripted,
  type ScriptedOptions
} from "../../src/layers/spawner/SpawnerScripted.ts"
import * as RepairsFile from "../../src/layers/transaction/RepairsFile.ts"
import { engineOn, type EngineOptions } from "./engine.ts"

/** The engine with what the doctor needs beside it; `processes` are those of the scripted machine. */
export const doctorOn = (
  disk: MemoryDisk,
  options: EngineOptions & Pick<ScriptedOptions, "processes" | "running"> = {}
) =>
  Layer.merge(RepairsFile.layer, spawnerScripted({ scripts: [], ...options })).pipe(
    Layer.provideMerge(engineOn(disk, options))
  )

/** Runs a program on an engine of its own, with what the doctor needs. */
export const treatOn =
  (disk: MemoryDisk, options: Parameters<typeof doctorOn>[1] = {}) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    program.pipe(Effect.provide(doctorOn(disk, options)))

/** Says yes, or no, to whatever is asked; keeps what was asked. */
export const answering = (yes: boolean) => {
  const asked: Array<RepairPlan> = []
  const approve = (plan: RepairPlan) =>
    Effect.sync(() => {
      asked.push(plan)
      return yes
    })
  return { asked, requested: { approve, wait: Duration.seconds(1) } }
}

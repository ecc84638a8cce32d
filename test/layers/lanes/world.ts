import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as fs from "node:fs"
import type { JsonObject, JsonValue } from "../../../src/domain/json/value.ts"
import type { Availability } from "../../../src/domain/lane/availability.ts"
import type { Lane } from "../../../src/domain/lane/lane.ts"
import { planRun } from "../../../src/domain/lane/plan.ts"
import type { PlannedRun, RunPlaces } from "../../../src/domain/lane/stages.ts"
import * as DurableNode from "../../../src/layers/disk/DurableNode.ts"
import * as LanesLive from "../../../src/layers/lanes/LanesLive.ts"
import * as SpawnerNode from "../../../src/layers/spawner/SpawnerNode.ts"
import { Lanes, type LaneNews, type LaneStart } from "../../../src/services/Lanes.ts"
import { environmentFixed } from "../../../src/testing.ts"
import { owl, runOf, settings as settingsIn } from "../../domain/lane/lanes.ts"

/** Where programs of the system are. */
export const systemPath = "/usr/local/bin:/usr/bin:/bin"

/** One lane and what surrounds it. */
export interface Situation {
  /** An empty folder of the test. */
  readonly directory: string
  readonly lane: Lane
  readonly settings?: Readonly<Record<string, JsonValue>>
  readonly variables?: Readonly<Record<string, string>>
  readonly prompt?: string
}

const variablesOf = ({ directory, variables }: Situation) => ({
  PATH: `${directory}/bin:${systemPath}`,
  HOME: directory,
  ...variables
})

/** Where a run's files are. */
export const placesIn = (directory: string): RunPlaces => ({
  repository: directory,
  prompt: `${directory}/run/prompt.md`,
  output: `${directory}/run/answer.md`
})

/** Plans the lane's run as a review does. */
export const planned = (situation: Situation): PlannedRun => {
  const { directory, lane, settings = {}, prompt = "Review this plan" } = situation
  const plan = planRun(runOf(lane), {
    parts: {
      instructions: prompt,
      roadmap: "",
      project: "",
      plans: [{ path: "plans/1-1-PLAN.md", text: "Do this" }],
      context: "",
      research: "",
      requirements: ""
    },
    settings: settingsIn(settings),
    parent: variablesOf(situation),
    placesOf: () => placesIn(directory),
    isWindows: false,
    folders: new Map()
  })
  return Result.getOrThrow(plan)
}

const available: Extract<Availability, { readonly _tag: "Available" }> = {
  _tag: "Available",
  models: undefined
}

/** Runs the lane; news are told to `tell`. */
export const runLane = (situation: Situation, start: Partial<LaneStart> = {}) =>
  Lanes.use((lanes) =>
    lanes.run({ runId: "run", planned: planned(situation), available, tell: () => {}, ...start })
  )

/** Probes the lane. */
export const probeLane = (situation: Situation, hasPinnedModel = false, looksOnly = false) =>
  Lanes.use((lanes) =>
    lanes.probe({
      lane: situation.lane,
      settings: settingsIn(situation.settings ?? {}),
      hasPinnedModel,
      directory: situation.directory,
      looksOnly
    })
  )

/** Lanes on the real disk with real processes. */
export const liveLanes = (situation: Situation, options: LanesLive.LanesOptions = {}) =>
  LanesLive.layerWith(options).pipe(
    Layer.provide(
      Layer.mergeAll(
        DurableNode.layer,
        SpawnerNode.layer,
        environmentFixed({
          home: situation.directory,
          workingDirectory: situation.directory,
          variables: variablesOf(situation)
        })
      )
    )
  )

/** Writes an executable program into the folder that comes first on PATH. */
export const program = (directory: string, name: string, code: string): string => {
  fs.mkdirSync(`${directory}/bin`, { recursive: true })
  const path = `${directory}/bin/${name}`
  fs.writeFileSync(path, code, { mode: 0o755 })
  return path
}

/** A program of shell code. */
export const shellProgram = (directory: string, name: string, code: string): string =>
  program(directory, name, `#!/bin/sh\n${code}\n`)

/** A lane that runs `owl` with its prompt on stdin; ends after `timeoutMs` at the latest. */
export const owlLane = (timeoutMs: number, members: JsonObject = {}, invoke: JsonObject = {}): Lane =>
  owl(
    { timeoutFloorMs: timeoutMs, ...members },
    { args: [], promptChannel: "stdin", modelArg: null, ...invoke }
  )

/** Collects the news of a run. */
export const collector = (): { readonly news: Array<LaneNews>; readonly tell: (one: LaneNews) => void } => {
  const news: Array<LaneNews> = []
  return { news, tell: (one) => void news.push(one) }
}

/** How long an effect takes. */
export const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    const value = yield* effect
    return { value, took: Duration.millis((yield* Clock.currentTimeMillis) - began) }
  })

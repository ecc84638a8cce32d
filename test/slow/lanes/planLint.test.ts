import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fileURLToPath } from "node:url"
import { lanesOf } from "../../../src/domain/lane/lane.ts"
import { shipped } from "../../domain/lane/lanes.ts"
import { liveLanes, probeLane, runLane, type Situation } from "../../layers/lanes/world.ts"
import { makeDirectory } from "../../support/processes.ts"

const gsd = fileURLToPath(new URL("../../../dist/gsd.mjs", import.meta.url))

const ownProgram = { command: process.execPath, args: [gsd] }

describe("the lane of our own rules", () => {
  it.live("runs this program on the prompt, with nothing on PATH, and has a review", () =>
    Effect.gen(function* () {
      const directory = yield* makeDirectory
      const [lane] = lanesOf([shipped("plan-lint")]).lanes
      assert.isDefined(lane)
      const situation: Situation = { directory, lane, variables: { PATH: directory } }
      const [found, ended] = yield* Effect.all([probeLane(situation), runLane(situation)]).pipe(
        Effect.provide(liveLanes(situation, { ownProgram }))
      )
      assert.strictEqual(found._tag, "Available")
      assert.strictEqual(ended.outcome.outcome, "completed", JSON.stringify(ended.outcome))
    }).pipe(Effect.scoped)
  )
})

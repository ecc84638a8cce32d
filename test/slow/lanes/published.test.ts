import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { isUsable } from "../../../src/domain/lane/outcome.ts"
import { laneNamed } from "../../domain/lane/lanes.ts"
import { liveLanes, probeLane, runLane, systemPath, type Situation } from "../../layers/lanes/world.ts"
import { carrying, makeDirectory, makeMark } from "../../support/processes.ts"

/** Folder with the programs as their makers publish them, such as `node_modules/.bin`; without it there are none to run. */
const programs = process.env["GSD_TEST_PROGRAMS"] ?? ""

const binaries = { gemini: "gemini", codex: "codex", qwen: "qwen", claude: "claude" } as const

const floor = 45_000

describe("a published program without credentials", () => {
  for (const [slug, binary] of Object.entries(binaries))
    it.live.runIf(programs !== "" && existsSync(`${programs}/${binary}`))(
      `${slug} is available, says what is wrong, and leaves nothing behind`,
      () =>
        Effect.gen(function* () {
          const [directory, mark] = [yield* makeDirectory, yield* makeMark]
          const base = laneNamed(slug)
          const path = [programs, dirname(process.execPath), systemPath].join(":")
          const situation: Situation = {
            directory,
            lane: { ...base, reviewer: { ...base.reviewer, timeoutFloorMs: floor } },
            variables: { PATH: path, MARK: mark }
          }
          const [found, ended] = yield* Effect.all([probeLane(situation), runLane(situation)]).pipe(
            Effect.provide(liveLanes(situation))
          )
          assert.strictEqual(found._tag, "Available")
          assert.isFalse(isUsable(ended.outcome))
          assert.include(["failed", "timed-out"], ended.outcome.outcome)
          assert.match("detail" in ended.outcome ? ended.outcome.detail : "", /: \S/u)
          assert.isBelow(Duration.toMillis(ended.duration), floor + 10_000)
          assert.deepStrictEqual(carrying(mark), [])
        }).pipe(Effect.scoped)
    )
})

import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { limits } from "../../../src/domain/limits.ts"
import { layer } from "../../../src/layers/spawner/SpawnerNode.ts"
import { Spawner } from "../../../src/services/Spawner.ts"
import { placesIn } from "../../layers/lanes/world.ts"
import { makeDirectory } from "../../support/processes.ts"

const memory = new URL("./memory.ts", import.meta.url).pathname
const kibi = 1024
const mebi = 1024 * kibi

interface Told {
  readonly kilobytes: number
  readonly outcome: string
  readonly bytes: number
  readonly stderr: number
}

const kept = { _tag: "Keep", capBytes: 100_000, part: "tail" } as const

/** Runs the lane in a process of its own, so that its peak is nobody else's. */
const peakOf = Effect.fnUntraced(function* (directory: string, bytes: number) {
  const outcome = yield* Spawner.use((spawner) =>
    spawner.run({
      command: process.execPath,
      args: [memory, directory, String(bytes)],
      env: { PATH: process.env["PATH"] ?? "" },
      directory,
      timeout: Duration.minutes(3),
      stdout: kept,
      stderr: kept
    })
  )
  const text = new TextDecoder().decode(outcome.stdout.bytes)
  assert.notStrictEqual(text, "", new TextDecoder().decode(outcome.stderr.bytes))
  return JSON.parse(text) as Told
})

describe("80 MiB on each output, interleaved (U51)", () => {
  it.live("are read to their end, cut with a mark, and cost at most 24 MB more than 1 KiB", () =>
    Effect.gen(function* () {
      const [small, large] = [yield* makeDirectory, yield* makeDirectory]
      const little = yield* peakOf(small, kibi)
      const much = yield* peakOf(large, 80 * mebi)
      assert.deepInclude(little, { bytes: kibi, stderr: kibi })
      assert.deepInclude(much, { outcome: "truncated", bytes: 80 * mebi, stderr: limits.laneErrorBytes })
      assert.isAtMost((much.kilobytes - little.kilobytes) / 1000, 24)
      const file = fs.readFileSync(placesIn(large).output)
      const mark = `[gsd: cut here; the answer has ${80 * mebi} bytes, and the first ${limits.laneOutputBytes} are kept]`
      assert.strictEqual(file.subarray(limits.laneOutputBytes).toString("utf8").trim(), mark)
    }).pipe(Effect.scoped, Effect.provide(layer))
  )
})

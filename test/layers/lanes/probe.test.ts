import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fs from "node:fs"
import type { Lane } from "../../../src/domain/lane/lane.ts"
import { UnsupportedShim } from "../../../src/domain/process/errors.ts"
import * as LanesLive from "../../../src/layers/lanes/LanesLive.ts"
import { findBinary } from "../../../src/layers/spawner/findBinary.ts"
import { Spawner } from "../../../src/services/Spawner.ts"
import { durableMemory, environmentFixed } from "../../../src/testing.ts"
import { owl } from "../../domain/lane/lanes.ts"
import { makeDirectory } from "../../support/processes.ts"
import { liveLanes, owlLane, probeLane, program, runLane, shellProgram, type Situation } from "./world.ts"

const watchdog = { timeout: 60_000 }

const exists = owlLane(30_000)

const asking = owl({
  probe: { kind: "command-capability", binary: "owl", needle: "--output-format", timeoutMs: 400 }
})

const reasonWith = Effect.fnUntraced(function* (
  lane: Lane,
  prepare: (directory: string) => void,
  options?: LanesLive.LanesOptions
) {
  const directory = yield* makeDirectory
  prepare(directory)
  const situation: Situation = { directory, lane }
  const found = yield* probeLane(situation).pipe(Effect.provide(liveLanes(situation, options)))
  return found._tag === "Available" ? "Available" : found.reason
}, Effect.scoped)

const owlSaying = (code: string) => (directory: string) => void shellProgram(directory, "owl", code)

describe("the probe of a program", () => {
  it.live(
    "finds what a run would start, and nothing else",
    () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* reasonWith(exists, owlSaying("exit 1")), "Available")
        assert.strictEqual(yield* reasonWith(exists, () => {}), "missing-binary")
        const plain = (directory: string) => fs.chmodSync(program(directory, "owl", "#!/bin/sh\n"), 0o644)
        assert.strictEqual(yield* reasonWith(exists, plain), "binary-not-executable")
        const needy = owl({ requiresBinaries: ["jackdaw"] })
        assert.strictEqual(yield* reasonWith(needy, owlSaying("")), "missing-required-binary")
      }),
    watchdog
  )

  it.live(
    "asks for help on either output and with any exit code, within its time",
    () =>
      Effect.gen(function* () {
        const says = (code: string) => reasonWith(asking, owlSaying(code))
        assert.strictEqual(yield* says(`test "$1" = --help && echo use --output-format`), "Available")
        assert.strictEqual(yield* says("echo use --output-format >&2; exit 2"), "Available")
        assert.strictEqual(yield* says("echo use --other"), "probe-failed")
        assert.strictEqual(yield* says("echo --output-format; exec sleep 60"), "probe-timeout")
        const lost = (directory: string) => void program(directory, "owl", "#!/no/such/interpreter\n")
        assert.strictEqual(yield* reasonWith(asking, lost), "not-startable")
      }),
    watchdog
  )

  it.live(
    "starts nothing where a program is missing",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "owl", `touch ${directory}/started; echo --output-format`)
        const lane = owl({ probe: asking.reviewer.probe, requiresBinaries: ["jackdaw"] })
        const situation: Situation = { directory, lane }
        yield* probeLane(situation).pipe(Effect.provide(liveLanes(situation)))
        assert.isFalse(fs.existsSync(`${directory}/started`))
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "finds this very program without looking",
    () =>
      Effect.gen(function* () {
        const lane = owl({ probe: { kind: "command-exists", binary: "gsd" } }, { binary: "gsd" })
        const ownProgram = { command: process.execPath, args: [] }
        assert.strictEqual(yield* reasonWith(lane, () => {}, { ownProgram }), "Available")
        assert.strictEqual(yield* reasonWith(lane, () => {}), "missing-binary")
      }),
    watchdog
  )
})

/** A Windows whose PATH has a shell script and two shims of one name. */
const windows = Layer.succeed(
  Spawner,
  Spawner.of({
    which: (command, { env, directory }) =>
      findBinary({ name: command, env, directory, isWindows: true }, (path) =>
        /codex(?:\.cmd|\.ps1)?$/iu.test(path) ? "executable" : "missing"
      ),
    run: ({ command }) => Effect.fail(new UnsupportedShim({ command, path: `C:\\bin\\${command}.cmd` })),
    processes: () => Effect.succeed([]),
    isRunning: () => Effect.succeed(false)
  })
)

describe("a shim of Windows (U58)", () => {
  it.effect("is told by the probe as by the run: what a run would not start is not available", () =>
    Effect.gen(function* () {
      const lane = owl(
        { probe: { kind: "command-exists", binary: "codex" } },
        { binary: "codex", promptChannel: "none", args: ["a & b", "%PATH%"] }
      )
      const situation: Situation = { directory: "/home/ada", lane }
      const found = yield* probeLane(situation)
      assert.deepInclude(found, { _tag: "Unavailable", reason: "not-startable" })
      const ended = yield* runLane(situation)
      assert.deepInclude(ended.outcome, { outcome: "refused", reason: "not-startable" })
    }).pipe(
      Effect.provide(
        LanesLive.layerWith().pipe(
          Layer.provide(
            Layer.mergeAll(
              windows,
              durableMemory({ directories: ["/home/ada"] }),
              environmentFixed({ variables: { PATH: "C:\\bin", PATHEXT: ".EXE;.CMD" } })
            )
          )
        )
      )
    )
  )
})

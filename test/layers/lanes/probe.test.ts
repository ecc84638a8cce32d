import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as fs from "node:fs"
import type { Lane } from "../../../src/domain/lane/lane.ts"
import { RunCookie } from "../../../src/domain/process/cookie.ts"
import { Outcome } from "../../../src/domain/process/outcome.ts"
import type { StartPlan } from "../../../src/domain/process/startPlan.ts"
import * as LanesLive from "../../../src/layers/lanes/LanesLive.ts"
import { findBinary } from "../../../src/layers/spawner/findBinary.ts"
import { type Machine, prepare } from "../../../src/layers/spawner/prepare.ts"
import { Spawner } from "../../../src/services/Spawner.ts"
import { durableMemory, environmentFixed } from "../../../src/testing.ts"
import { owl } from "../../domain/lane/lanes.ts"
import { callOf, shellParser } from "../../domain/process/cmdModel.ts"
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
    "starts nothing where it only looks, and still finds what is missing",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        shellProgram(directory, "owl", `touch ${directory}/started; echo use --other`)
        const looked = (lane: Lane) => {
          const situation: Situation = { directory, lane }
          return probeLane(situation, false, true).pipe(Effect.provide(liveLanes(situation)))
        }
        assert.strictEqual((yield* looked(asking))._tag, "Available")
        assert.isFalse(fs.existsSync(`${directory}/started`))
        const needy = owl({ probe: asking.reviewer.probe, requiresBinaries: ["jackdaw"] })
        assert.deepInclude(yield* looked(needy), { reason: "missing-required-binary" })
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

const shims = /^C:\\bin\\(?:codex(?:\.cmd|\.ps1)?|jay\.ps1)$/iu

/** A Windows whose PATH has a shell script and two shims of one name, and one that only PowerShell starts. */
const machine: Machine = {
  isWindows: true,
  inspectBinary: (path) => (shims.test(path) || path.endsWith("\\cmd.exe") ? "executable" : "missing"),
  inspectDirectory: () => "ok"
}

/** Where the folder of the test would be there. */
const inWindows = "C:\\projects\\x"

const empty = { bytes: new Uint8Array(), keptBytes: 0, totalBytes: 0, truncated: false, complete: true }

/** Prepares what the real layer would start there, keeps it in `plans`, and starts nothing. */
const windowsWith = (plans: Array<StartPlan>) =>
  Layer.succeed(
    Spawner,
    Spawner.of({
      which: (command, { env }) => findBinary({ name: command, env, isWindows: true }, machine.inspectBinary),
      run: (request) =>
        Effect.map(prepare({ ...request, directory: inWindows }, machine), (plan) => {
          plans.push(plan)
          return Outcome.Exited({
            pid: 7,
            cookie: Schema.decodeSync(RunCookie)("1-a"),
            stdout: empty,
            stderr: empty,
            duration: Duration.zero,
            endingDuration: Duration.zero,
            ended: [],
            survivors: [],
            code: 0
          })
        }),
      processes: () => Effect.succeed([]),
      isRunning: () => Effect.succeed(false)
    })
  )

const onWindows = (plans: Array<StartPlan>, variables: Readonly<Record<string, string>> = {}) =>
  LanesLive.layerWith().pipe(
    Layer.provide(
      Layer.mergeAll(
        windowsWith(plans),
        durableMemory({ directories: ["/home/ada"] }),
        environmentFixed({
          variables: { PATH: "C:\\bin", PATHEXT: ".EXE;.CMD;.PS1", SystemRoot: "C:\\Windows", ...variables }
        })
      )
    )
  )

const laneOf = (binary: string, args: ReadonlyArray<string>): Situation => ({
  directory: "/home/ada",
  lane: owl({ probe: { kind: "command-exists", binary } }, { binary, promptChannel: "none", args }),
  variables: { PATH: "C:\\bin", PATHEXT: ".EXE;.CMD;.PS1", SystemRoot: "C:\\Windows" }
})

describe("a shim of Windows (U58)", () => {
  it.effect("is available to the probe, and started by the run with the same arguments", () => {
    const plans: Array<StartPlan> = []
    return Effect.gen(function* () {
      const situation = laneOf("codex", ["a & b", "%PATH%"])
      assert.deepInclude(yield* probeLane(situation), { _tag: "Available" })
      assert.deepInclude((yield* runLane(situation)).outcome, { outcome: "empty" })
      assert.strictEqual(plans[0]?.file, "C:\\Windows\\System32\\cmd.exe")
      const { command, all } = callOf(plans[0]?.args?.at(-1) ?? "", new Map([["GSD_RUN_COOKIE", "1-a"]]))
      assert.deepStrictEqual([command, ...shellParser(all)], ["C:\\bin\\codex.cmd", "a & b", "%PATH%"])
    }).pipe(Effect.provide(onWindows(plans)))
  })

  it.effect("is refused by the run with a reason for what it cannot carry, and nothing is started", () => {
    const plans: Array<StartPlan> = []
    return Effect.gen(function* () {
      const ended = yield* runLane(laneOf("codex", ["one\ntwo"]))
      assert.deepInclude(ended.outcome, { outcome: "refused", reason: "not-startable" })
      assert.deepStrictEqual(plans, [])
    }).pipe(Effect.provide(onWindows(plans)))
  })

  it.effect("that only PowerShell starts is told by the probe as by the run", () => {
    const plans: Array<StartPlan> = []
    return Effect.gen(function* () {
      const situation = laneOf("jay", [])
      assert.deepInclude(yield* probeLane(situation), { _tag: "Unavailable", reason: "not-startable" })
      assert.deepInclude((yield* runLane(situation)).outcome, { outcome: "refused", reason: "not-startable" })
      assert.deepStrictEqual(plans, [])
    }).pipe(Effect.provide(onWindows(plans)))
  })

  it.effect("is not available where no `cmd.exe` is known", () =>
    Effect.gen(function* () {
      const found = yield* probeLane(laneOf("codex", []))
      assert.deepInclude(found, { _tag: "Unavailable", reason: "not-startable" })
    }).pipe(Effect.provide(onWindows([], { SystemRoot: "" })))
  )
})

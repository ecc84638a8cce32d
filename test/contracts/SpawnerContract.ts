import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { BinaryNotExecutable, BinaryNotFound } from "../../src/domain/process/errors.ts"
import { type RunRequest, Spawner } from "../../src/services/Spawner.ts"
import { programs, shell, text } from "./spawnerPrograms.ts"

const short = Duration.millis(300)

/** Paths of the layer under test: one that is a plain file, and the rest. */
export interface SpawnerContractOptions {
  readonly plainFile: string
}

interface Under {
  readonly check: (behaviour: string, body: Effect.Effect<void, unknown, Spawner>) => void
  readonly options: SpawnerContractOptions
}

const watchdog = { timeout: 60_000 }

const run = <E = never, R = never>(request: RunRequest<E, R>) =>
  Spawner.use((spawner) => spawner.run(request))

const ends = ({ check }: Under) =>
  describe("ends", () => {
    check(
      "tells the exit code and keeps both outputs apart",
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.speak))
        assert.strictEqual(outcome._tag, "Exited")
        assert.strictEqual(outcome._tag === "Exited" && outcome.code, 3)
        assert.deepStrictEqual([text(outcome.stdout), text(outcome.stderr)], ["out", "err"])
        assert.isTrue(outcome.stdout.complete && outcome.stderr.complete)
        assert.deepStrictEqual([outcome.ended, outcome.survivors], [[], []])
        assert.isAbove(outcome.pid, 0)
      })
    )

    check(
      "tells the signal that somebody else sent",
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.signal))
        assert.strictEqual(outcome._tag === "Signaled" && outcome.signal, "SIGKILL")
      })
    )

    check(
      "times out by the wall and ends the tree",
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.silent, { timeout: short }))
        assert.strictEqual(outcome._tag === "TimedOut" && outcome.kind, "wall")
        assert.lengthOf(outcome.ended, 1)
        assert.deepStrictEqual(outcome.survivors, [])
        assert.isAtLeast(Duration.toMillis(outcome.duration), 290)
      })
    )

    check(
      "times out by silence",
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.silent, { idleTimeout: short }))
        assert.strictEqual(outcome._tag === "TimedOut" && outcome.kind, "idle")
      })
    )

    check(
      "takes output as a sign of life",
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.chatty, { idleTimeout: Duration.seconds(5) }))
        assert.strictEqual(outcome._tag, "Exited")
      })
    )

    check(
      "waits for the exit, not for the outputs",
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.closed))
        assert.strictEqual(outcome._tag === "Exited" && outcome.code, 4)
      })
    )

    check(
      "returns when the leader exits and ends what it left",
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.orphan))
        assert.strictEqual(outcome._tag === "Exited" && outcome.code, 0)
        assert.strictEqual(text(outcome.stdout), "started\n")
        assert.lengthOf(outcome.ended, 1)
        assert.deepStrictEqual(outcome.survivors, [])
      })
    )

    check(
      "is interruptible",
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(run(shell(programs.silent)))
        yield* Effect.sleep(short)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
      })
    )

    check(
      "still times out where its caller cannot be interrupted",
      Effect.gen(function* () {
        const outcome = yield* Effect.uninterruptible(run(shell(programs.silent, { timeout: short })))
        assert.strictEqual(outcome._tag, "TimedOut")
      })
    )
  })

const input = ({ check }: Under) =>
  describe("input", () => {
    check(
      "closes stdin when there is no text",
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.echo))
        assert.strictEqual(text(outcome.stdout), "end\n")
      })
    )

    check(
      "writes the text and closes stdin",
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.echo, { stdin: Redacted.make("é".repeat(100_000)) }))
        assert.strictEqual(text(outcome.stdout), `${"é".repeat(100_000)}end\n`)
      })
    )

    check(
      "gives redacted values to the child, and no variable of ours",
      Effect.gen(function* () {
        const outcome = yield* run(
          shell(programs.secret, {
            args: ["-c", programs.secret, "sh", Redacted.make("argument")],
            env: { PATH: "/usr/bin:/bin", TOKEN: Redacted.make("value") }
          })
        )
        assert.strictEqual(text(outcome.stdout), "argument|value|")
      })
    )
  })

const output = ({ check }: Under) =>
  describe("output", () => {
    check(
      "keeps the head up to the cap and counts the rest",
      Effect.gen(function* () {
        const { stdout } = yield* run(
          shell(programs.many, { stdout: { _tag: "Keep", capBytes: 15, part: "head" } })
        )
        assert.strictEqual(text(stdout), "012345678901234")
        assert.deepStrictEqual([stdout.keptBytes, stdout.totalBytes, stdout.truncated], [15, 1000, true])
      })
    )

    check(
      "keeps the tail",
      Effect.gen(function* () {
        const { stdout } = yield* run(
          shell(programs.many, { stdout: { _tag: "Keep", capBytes: 15, part: "tail" } })
        )
        assert.strictEqual(text(stdout), "567890123456789")
        assert.deepStrictEqual([stdout.keptBytes, stdout.totalBytes, stdout.truncated], [15, 1000, true])
      })
    )

    check(
      "keeps nothing with a cap of zero",
      Effect.gen(function* () {
        const { stdout } = yield* run(
          shell(programs.many, { stdout: { _tag: "Keep", capBytes: 0, part: "tail" } })
        )
        assert.deepStrictEqual(
          [stdout.bytes.byteLength, stdout.totalBytes, stdout.truncated],
          [0, 1000, true]
        )
      })
    )

    check(
      "hands chunks to a sink in order, up to the cap",
      Effect.gen(function* () {
        const seen: Array<Uint8Array> = []
        const write = (chunk: Uint8Array) => Effect.asVoid(Effect.sync(() => seen.push(chunk.slice())))
        const { stdout } = yield* run(
          shell(programs.many, { stdout: { _tag: "Stream", capBytes: 25, write } })
        )
        assert.strictEqual(Buffer.concat(seen).toString(), "0123456789012345678901234")
        assert.deepStrictEqual([stdout.bytes.byteLength, stdout.keptBytes, stdout.totalBytes], [0, 25, 1000])
      })
    )

    check(
      "fails with the sink's own error after ending the tree",
      Effect.gen(function* () {
        const request: RunRequest<"full"> = {
          ...shell(programs.many),
          stdout: { _tag: "Stream", capBytes: 100, write: () => Effect.fail("full" as const) }
        }
        assert.strictEqual(yield* Effect.flip(run(request)), "full")
      })
    )
  })

const refusals = ({ check, options }: Under) =>
  describe("refusals", () => {
    check(
      "refuses limits that are no limits",
      Effect.gen(function* () {
        for (const timeout of [
          Duration.zero,
          Duration.millis(-1),
          Duration.infinity,
          Duration.millis(Number.NaN)
        ]) {
          const error = yield* Effect.flip(run(shell(programs.speak, { timeout })))
          assert.strictEqual(error._tag, "InvalidTimeout")
          const idle = yield* Effect.flip(run(shell(programs.speak, { idleTimeout: timeout })))
          assert.strictEqual(idle._tag === "InvalidTimeout" && idle.which, "idleTimeout")
        }
      })
    )

    check(
      "refuses NUL bytes, bad names and relative directories without telling values",
      Effect.gen(function* () {
        const reason = (more: Partial<RunRequest>) =>
          Effect.map(Effect.flip(run(shell(programs.speak, more))), (error) => {
            assert.notInclude(`${error.message}${JSON.stringify(error)}`, "hush")
            return error._tag === "SpawnFailed" ? error.reason : error._tag
          })
        assert.strictEqual(yield* reason({ args: ["hush\0"] }), "argument-has-nul")
        assert.strictEqual(yield* reason({ args: [Redacted.make("hush\0")] }), "argument-has-nul")
        assert.strictEqual(yield* reason({ env: { A: "hush\0" } }), "variable-has-nul")
        assert.strictEqual(yield* reason({ env: { "A=": "hush" } }), "bad-variable-name")
        assert.strictEqual(yield* reason({ env: { "": "hush" } }), "bad-variable-name")
        assert.strictEqual(yield* reason({ directory: "tmp" }), "working-directory-relative")
      })
    )

    check(
      "answers probe and run alike for what is missing and what may not be started",
      Effect.gen(function* () {
        const spawner = yield* Spawner
        const where = { env: { PATH: "/usr/bin:/bin" }, directory: "/tmp" }
        const ask = (command: string) =>
          Effect.all([
            Effect.flip(spawner.which(command, where)),
            Effect.flip(spawner.run(shell("", { ...where, command })))
          ])
        for (const command of ["gsd-missing", "/nowhere/gsd-missing", ""]) {
          const [probed, started] = yield* ask(command)
          assert.instanceOf(probed, BinaryNotFound)
          assert.deepStrictEqual(probed, started)
        }
        const [probed, started] = yield* ask(options.plainFile)
        assert.instanceOf(probed, BinaryNotExecutable)
        assert.deepStrictEqual(probed, started)
        assert.match((yield* spawner.which("sh", where)).path, /^\/(?:usr\/)?bin\/sh$/u)
      })
    )
  })

/** What every Spawner keeps, whatever it is made of. */
export const suite = (name: string, layer: Layer.Layer<Spawner>, options: SpawnerContractOptions): void => {
  describe(`${name} keeps the Spawner contract`, () => {
    const check: Under["check"] = (behaviour, body) =>
      it.live(behaviour, () => Effect.provide(body, layer), watchdog)
    for (const part of [ends, input, output, refusals]) part({ check, options })
  })
}

import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { BinaryNotExecutable, BinaryNotFound } from "../../src/domain/process/errors.ts"
import type { Capture } from "../../src/domain/process/outcome.ts"
import { closeOutput, die, err, exit, out, type Script, wait } from "../../src/layers/spawner/script.ts"
import type { SpawnerCall } from "../../src/layers/spawner/SpawnerCalls.ts"
import { type OutputPlan, type RunRequest, Spawner } from "../../src/services/Spawner.ts"

const kept: OutputPlan = { _tag: "Keep", capBytes: 1_000_000, part: "head" }
const long = Duration.seconds(60)
const short = Duration.millis(300)

/** A valid request for `sh -c code` with room to spare. */
export const shell = (code: string, more?: Partial<RunRequest>): RunRequest => ({
  command: "sh",
  args: ["-c", code],
  env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
  directory: "/tmp",
  timeout: long,
  stdout: kept,
  stderr: kept,
  ...more
})

/** Kept output as text. */
export const text = (capture: Capture): string => new TextDecoder().decode(capture.bytes)

const programs = {
  speak: "printf out; printf err >&2; exit 3",
  signal: "kill -9 $$",
  echo: "cat; echo end",
  many: "i=0; while [ $i -lt 100 ]; do printf 0123456789; i=$((i+1)); done",
  secret: 'printf "%s|%s|%s" "$1" "$TOKEN" "$HOME"',
  silent: "exec sleep 60",
  closed: "exec >&- 2>&-; sleep 0.2; exit 4",
  chatty: "for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done",
  orphan: "sleep 60 & echo started; exit 0"
} as const

const script = (
  name: keyof typeof programs,
  steps: Script["steps"],
  more?: Partial<Script>
): Script => ({ name, when: ({ args }) => args[1] === programs[name], steps, ...more })

const tenth = Duration.millis(100)

/** The contract's programs for a scripted layer: the same behaviour, nothing started. */
export const contractScripts: ReadonlyArray<Script> = [
  script("speak", () => [out("out"), err("err"), exit(3)]),
  script("signal", () => [die("SIGKILL")]),
  script("echo", ({ stdin = "" }: SpawnerCall) => [out(stdin), out("end\n"), exit(0)]),
  script("many", () => [...Array.from({ length: 100 }, () => out("0123456789")), exit(0)]),
  script("secret", ({ args, env }) => [out(`${args[3]}|${env["TOKEN"]}|${env["HOME"] ?? ""}`), exit(0)]),
  script("silent", () => []),
  script("closed", () => [closeOutput, wait(tenth), exit(4)]),
  script("chatty", () => [...[1, 2, 3, 4, 5, 6].flatMap((n) => [out(`${n}\n`), wait(tenth)]), exit(0)]),
  script("orphan", () => [out("started\n"), exit(0)], { children: ["sleep"] })
]

/** Paths of the layer under test: one that is a plain file, and the rest. */
export interface SpawnerContractOptions {
  readonly plainFile: string
}

type Under = { readonly layer: Layer.Layer<Spawner>; readonly options: SpawnerContractOptions }

const watchdog = { timeout: 60_000 }

const run = <E = never, R = never>(request: RunRequest<E, R>) => Spawner.use((spawner) => spawner.run(request))

const ends = ({ layer }: Under) =>
  describe("ends", () => {
    it.live("tells the exit code and keeps both outputs apart", () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.speak))
        assert.strictEqual(outcome._tag, "Exited")
        assert.strictEqual(outcome._tag === "Exited" && outcome.code, 3)
        assert.deepStrictEqual([text(outcome.stdout), text(outcome.stderr)], ["out", "err"])
        assert.isTrue(outcome.stdout.complete && outcome.stderr.complete)
        assert.deepStrictEqual([outcome.ended, outcome.survivors], [[], []])
        assert.isAbove(outcome.pid, 0)
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("tells the signal that somebody else sent", () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.signal))
        assert.strictEqual(outcome._tag === "Signaled" && outcome.signal, "SIGKILL")
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("times out by the wall and ends the tree", () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.silent, { timeout: short }))
        assert.strictEqual(outcome._tag === "TimedOut" && outcome.kind, "wall")
        assert.lengthOf(outcome.ended, 1)
        assert.deepStrictEqual(outcome.survivors, [])
        assert.isAtLeast(Duration.toMillis(outcome.duration), 290)
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("times out by silence", () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.silent, { idleTimeout: short }))
        assert.strictEqual(outcome._tag === "TimedOut" && outcome.kind, "idle")
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("takes output as a sign of life", () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.chatty, { idleTimeout: Duration.seconds(5) }))
        assert.strictEqual(outcome._tag, "Exited")
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("waits for the exit, not for the outputs", () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.closed))
        assert.strictEqual(outcome._tag === "Exited" && outcome.code, 4)
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("returns when the leader exits and ends what it left", () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.orphan))
        assert.strictEqual(outcome._tag === "Exited" && outcome.code, 0)
        assert.strictEqual(text(outcome.stdout), "started\n")
        assert.lengthOf(outcome.ended, 1)
        assert.deepStrictEqual(outcome.survivors, [])
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("is interruptible", () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(run(shell(programs.silent)))
        yield* Effect.sleep(short)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("still times out where its caller cannot be interrupted", () =>
      Effect.gen(function* () {
        const outcome = yield* Effect.uninterruptible(run(shell(programs.silent, { timeout: short })))
        assert.strictEqual(outcome._tag, "TimedOut")
      }).pipe(Effect.provide(layer)), watchdog)
  })

const input = ({ layer }: Under) =>
  describe("input", () => {
    it.live("closes stdin when there is no text", () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.echo))
        assert.strictEqual(text(outcome.stdout), "end\n")
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("writes the text and closes stdin", () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell(programs.echo, { stdin: Redacted.make("é".repeat(100_000)) }))
        assert.strictEqual(text(outcome.stdout), `${"é".repeat(100_000)}end\n`)
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("gives redacted values to the child, and no variable of ours", () =>
      Effect.gen(function* () {
        const outcome = yield* run(
          shell(programs.secret, {
            args: ["-c", programs.secret, "sh", Redacted.make("argument")],
            env: { PATH: "/usr/bin:/bin", TOKEN: Redacted.make("value") }
          })
        )
        assert.strictEqual(text(outcome.stdout), "argument|value|")
      }).pipe(Effect.provide(layer)), watchdog)
  })

const output = ({ layer }: Under) =>
  describe("output", () => {
    it.live("keeps the head up to the cap and counts the rest", () =>
      Effect.gen(function* () {
        const { stdout } = yield* run(shell(programs.many, { stdout: { _tag: "Keep", capBytes: 15, part: "head" } }))
        assert.strictEqual(text(stdout), "012345678901234")
        assert.deepStrictEqual([stdout.keptBytes, stdout.totalBytes, stdout.truncated], [15, 1000, true])
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("keeps the tail", () =>
      Effect.gen(function* () {
        const { stdout } = yield* run(shell(programs.many, { stdout: { _tag: "Keep", capBytes: 15, part: "tail" } }))
        assert.strictEqual(text(stdout), "567890123456789")
        assert.deepStrictEqual([stdout.keptBytes, stdout.totalBytes, stdout.truncated], [15, 1000, true])
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("keeps nothing with a cap of zero", () =>
      Effect.gen(function* () {
        const { stdout } = yield* run(shell(programs.many, { stdout: { _tag: "Keep", capBytes: 0, part: "tail" } }))
        assert.deepStrictEqual([stdout.bytes.byteLength, stdout.totalBytes, stdout.truncated], [0, 1000, true])
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("hands chunks to a sink in order, up to the cap", () =>
      Effect.gen(function* () {
        const seen: Array<Uint8Array> = []
        const write = (chunk: Uint8Array) => Effect.asVoid(Effect.sync(() => seen.push(chunk)))
        const { stdout } = yield* run(shell(programs.many, { stdout: { _tag: "Stream", capBytes: 25, write } }))
        assert.strictEqual(Buffer.concat(seen).toString(), "0123456789012345678901234")
        assert.deepStrictEqual([stdout.bytes.byteLength, stdout.keptBytes, stdout.totalBytes], [0, 25, 1000])
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("fails with the sink's own error after ending the tree", () =>
      Effect.gen(function* () {
        const request: RunRequest<"full"> = {
          ...shell(programs.many),
          stdout: { _tag: "Stream", capBytes: 100, write: () => Effect.fail("full" as const) }
        }
        assert.strictEqual(yield* Effect.flip(run(request)), "full")
      }).pipe(Effect.provide(layer)), watchdog)
  })

const refusals = ({ layer, options }: Under) =>
  describe("refusals", () => {
    it.live("refuses limits that are no limits", () =>
      Effect.gen(function* () {
        for (const timeout of [Duration.zero, Duration.millis(-1), Duration.infinity, Duration.millis(Number.NaN)]) {
          const error = yield* Effect.flip(run(shell(programs.speak, { timeout })))
          assert.strictEqual(error._tag, "InvalidTimeout")
          const idle = yield* Effect.flip(run(shell(programs.speak, { idleTimeout: timeout })))
          assert.strictEqual(idle._tag === "InvalidTimeout" && idle.which, "idleTimeout")
        }
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("refuses NUL bytes, bad names and relative directories without telling values", () =>
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
      }).pipe(Effect.provide(layer)), watchdog)

    it.live("answers probe and run alike for what is missing and what may not be started", () =>
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
      }).pipe(Effect.provide(layer)), watchdog)
  })

/** What every Spawner keeps, whatever it is made of. */
export const suite = (name: string, layer: Layer.Layer<Spawner>, options: SpawnerContractOptions): void => {
  describe(`${name} keeps the Spawner contract`, () => {
    for (const part of [ends, input, output, refusals]) part({ layer, options })
  })
}

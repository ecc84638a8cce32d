import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Redacted from "effect/Redacted"
import { cookieVariable } from "../../../src/domain/process/cookie.ts"
import { layer } from "../../../src/layers/spawner/SpawnerNode.ts"
import { type RunRequest, Spawner } from "../../../src/services/Spawner.ts"
import { shell, text } from "../../contracts/spawnerPrograms.ts"
import { makeDirectory } from "../../support/processes.ts"

const watchdog = { timeout: 60_000 }
const onLinux = it.live.runIf(process.platform === "linux")
const run = <E = never>(request: RunRequest<E>) => Spawner.use((spawner) => spawner.run(request))
const mebi = 1024 * 1024
const memory = new URL("./fixtures/memory.ts", import.meta.url).pathname

const withVariable = (name: string, value: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      process.env[name] = value
    }),
    () => Effect.sync(() => delete process.env[name])
  )

const script = (directory: string, name: string, content: string, mode: number) =>
  Effect.sync(() => {
    const path = `${directory}/${name}`
    fs.writeFileSync(path, content)
    fs.chmodSync(path, mode)
    return path
  })

describe("the environment of a child", () => {
  onLinux(
    "is exactly what was given and the cookie",
    () =>
      Effect.gen(function* () {
        yield* withVariable("NODE_V8_COVERAGE", "/tmp/nowhere")
        yield* withVariable("GSD_TEST_LEAK", "leak")
        const env = { PATH: "/usr/bin:/bin", A: "1", SECRET: Redacted.make("s"), ["__proto__"]: "own" }
        const outcome = yield* run({ ...shell("", { env }), command: "env", args: [] })
        const names = text(outcome.stdout)
          .trim()
          .split("\n")
          .map((line) => line.split("=")[0])
        assert.deepStrictEqual(
          names.toSorted(),
          ["A", cookieVariable, "PATH", "SECRET", "__proto__"].toSorted()
        )
      }).pipe(Effect.scoped, Effect.provide(layer)),
    watchdog
  )

  onLinux(
    "too large a variable is refused with its own reason",
    () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(run(shell("", { env: { PATH: "/bin", BIG: "x".repeat(mebi) } })))
        assert.strictEqual(error._tag === "SpawnFailed" && error.reason, "too-large")
        assert.isBelow(error.message.length, 200)
      }).pipe(Effect.provide(layer)),
    watchdog
  )
})

describe("a start that fails", () => {
  it.live(
    "tells a missing directory from a missing program and a missing interpreter",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        const lost = yield* script(directory, "lost", "#!/no/such/interpreter\n", 0o755)
        const tag = (more: Partial<RunRequest>) =>
          Effect.map(Effect.flip(run(shell("", more))), (error) =>
            error._tag === "SpawnFailed" ? `${error.reason} ${error.place}` : error._tag
          )
        assert.strictEqual(yield* tag({ directory: "/no/such" }), "working-directory-missing /no/such")
        assert.strictEqual(yield* tag({ directory: "/etc/passwd" }), "working-directory-missing /etc/passwd")
        assert.strictEqual(yield* tag({ command: "gsd-missing" }), "BinaryNotFound")
        assert.strictEqual(
          yield* tag({ command: "gsd-missing", directory: "/no/such" }),
          "working-directory-missing /no/such"
        )
        assert.strictEqual(yield* tag({ command: lost }), `interpreter-missing ${lost}`)
        assert.strictEqual(yield* tag({ env: {} }), "BinaryNotFound")
      }).pipe(Effect.scoped, Effect.provide(layer)),
    watchdog
  )

  it.live(
    "finds nothing in the working directory, and passes over what may not be started",
    () =>
      Effect.gen(function* () {
        const [here, later] = [yield* makeDirectory, yield* makeDirectory]
        yield* script(here, "tool", "#!/bin/sh\necho here\n", 0o644)
        const found = yield* script(later, "tool", "#!/bin/sh\necho later\n", 0o755)
        const ask = (path: string, command = "tool") =>
          Spawner.use((spawner) => spawner.which(command, { env: { PATH: path }, directory: later }))
        assert.strictEqual((yield* ask(`${here}:${later}`)).path, found)
        assert.strictEqual((yield* Effect.flip(ask(here)))._tag, "BinaryNotExecutable")
        assert.strictEqual((yield* Effect.flip(ask("::.:")))._tag, "BinaryNotFound")
        assert.strictEqual((yield* Effect.flip(ask(later, "./tool")))._tag, "BinaryNotFound")
        assert.strictEqual((yield* ask("", found)).path, found)
      }).pipe(Effect.scoped, Effect.provide(layer)),
    watchdog
  )

  it.live(
    "does not end our process when the child never reads its stdin",
    () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell("exec <&-; sleep 0.2; exit 6", { stdin: "y".repeat(5 * mebi) }))
        assert.strictEqual(outcome._tag === "Exited" && outcome.code, 6)
      }).pipe(Effect.provide(layer)),
    watchdog
  )

  onLinux(
    "never gives the child our stdin",
    () =>
      Effect.gen(function* () {
        const outcome = yield* run(shell("readlink /proc/self/fd/0"))
        assert.strictEqual(text(outcome.stdout), "/dev/null\n")
      }).pipe(Effect.provide(layer)),
    watchdog
  )
})

const flood = `head -c ${20 * mebi} /dev/zero & head -c ${20 * mebi} /dev/zero >&2; wait`

describe("output larger than any buffer", () => {
  it.live(
    "is cut at the cap without blocking the child",
    () =>
      Effect.gen(function* () {
        const keep = { _tag: "Keep", capBytes: 1000, part: "tail" } as const
        const outcome = yield* run(shell(flood, { stdout: keep, stderr: keep }))
        assert.strictEqual(outcome._tag, "Exited")
        for (const capture of [outcome.stdout, outcome.stderr]) {
          assert.deepStrictEqual([capture.keptBytes, capture.totalBytes], [1000, 20 * mebi])
          assert.isTrue(capture.truncated && capture.complete)
        }
      }).pipe(Effect.provide(layer)),
    watchdog
  )

  it.live(
    "makes the child wait for its sink, and arrives whole",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        const gate = yield* Latch.make()
        const counts = { bytes: 0, writers: 0, most: 0 }
        const write = (chunk: Uint8Array) =>
          Effect.gen(function* () {
            counts.most = Math.max(counts.most, ++counts.writers)
            yield* gate.await
            counts.bytes += chunk.byteLength
            counts.writers -= 1
          })
        const request = shell(`head -c ${20 * mebi} /dev/zero; touch done; exit 0`, {
          directory,
          idleTimeout: Duration.seconds(50),
          stdout: { _tag: "Stream", capBytes: 100 * mebi, write }
        })
        const release = Effect.sleep(Duration.millis(500)).pipe(
          Effect.andThen(Effect.sync(() => fs.existsSync(`${directory}/done`))),
          Effect.tap(gate.open)
        )
        const [outcome, wasDone] = yield* Effect.all([run(request), release], { concurrency: 2 })
        assert.isFalse(wasDone, "the child finished although nobody had taken its output")
        assert.deepStrictEqual([counts.bytes, counts.most], [20 * mebi, 1])
        assert.deepStrictEqual([outcome.stdout.keptBytes, outcome.stdout.complete], [20 * mebi, true])
      }).pipe(Effect.scoped, Effect.provide(layer)),
    watchdog
  )

  onLinux(
    "costs no memory: 80 MiB on each output need at most 24 MB more than 1 KiB",
    () =>
      Effect.gen(function* () {
        const peak = (bytes: number) =>
          Effect.map(
            run({ ...shell("", { args: [memory, String(bytes)] }), command: process.execPath }),
            (outcome) => {
              const [kilobytes = Number.NaN, total] = text(outcome.stdout).split(" ").map(Number)
              assert.strictEqual(total, 2 * bytes, text(outcome.stderr))
              return kilobytes / 1000
            }
          )
        assert.isAtMost((yield* peak(80 * mebi)) - (yield* peak(1024)), 24)
      }).pipe(Effect.provide(layer)),
    watchdog
  )
})

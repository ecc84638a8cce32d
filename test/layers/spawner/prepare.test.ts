import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { spawnOptions } from "../../../src/layers/spawner/launch.ts"
import { type Machine, prepare } from "../../../src/layers/spawner/prepare.ts"
import type { RunRequest } from "../../../src/services/Spawner.ts"

const interpreter = "C:\\Windows\\System32\\cmd.exe"
const npm = ["codex", "codex.cmd", "codex.ps1"].map((name) => `C:\\npm\\${name}`)

const machineWith = (files: ReadonlyArray<string>, isWindows = true): Machine => ({
  isWindows,
  inspectBinary: (path) => (files.includes(path) ? "executable" : "missing"),
  inspectDirectory: () => "ok"
})

const windows = machineWith([...npm, interpreter])

const keep = { _tag: "Keep", capBytes: 10, part: "head" } as const

const request = (more: Partial<RunRequest> = {}): RunRequest => ({
  command: "codex",
  args: [],
  env: { Path: "C:\\npm", SystemRoot: "C:\\Windows", PATHEXT: ".COM;.EXE;.BAT;.CMD" },
  directory: "C:\\projects\\x",
  timeout: Duration.seconds(1),
  stdout: keep,
  stderr: keep,
  ...more
})

const reasonOf = (more: Partial<RunRequest>, machine = windows) =>
  Effect.map(Effect.flip(prepare(request(more), machine)), (error) =>
    error._tag === "SpawnFailed" ? error.reason : error._tag
  )

describe("what is handed to the system for a shim of Windows (U58)", () => {
  it.effect("is `cmd.exe` with one line, verbatim, never a shell", () =>
    Effect.gen(function* () {
      const args = ["exec", "a & b", Redacted.make("secret")]
      const { addedEnv, ...plan } = yield* prepare(request({ args }), windows)
      assert.deepStrictEqual(plan, {
        file: interpreter,
        args: ["/e:on", "/v:off", "/d", "/s", "/c", `""C:\\npm\\codex.cmd" "exec" "a & b" "secret""`],
        verbatimAs: "cmd.exe"
      })
      assert.deepStrictEqual(addedEnv, { NoDefaultCurrentDirectoryInExePath: "1" })
      const options = spawnOptions({ ...plan, env: { A: "1" }, directory: "C:\\x", stdin: undefined }, true)
      assert.deepStrictEqual(options, {
        cwd: "C:\\x",
        env: { NODE_V8_COVERAGE: undefined, A: "1" },
        detached: false,
        windowsHide: true,
        argv0: "cmd.exe",
        windowsVerbatimArguments: true,
        stdio: ["ignore", "pipe", "pipe"]
      })
    })
  )

  it.effect("takes `ComSpec` of the environment that was given, and keeps what the run itself says", () =>
    Effect.gen(function* () {
      const env = {
        PATH: "C:\\npm",
        ComSpec: "D:\\w\\cmd.exe",
        nodefaultcurrentdirectoryinexepath: "yes"
      }
      const plan = yield* prepare(request({ env }), machineWith([...npm, "D:\\w\\cmd.exe"]))
      assert.strictEqual(plan.file, "D:\\w\\cmd.exe")
      assert.deepStrictEqual(plan.addedEnv, {})
    })
  )

  it.effect("is refused with a reason where a shim cannot carry it", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonOf({ args: ["one\ntwo"] }), "shim-line-break")
      assert.strictEqual(yield* reasonOf({ args: ["x".repeat(9000)] }), "shim-too-long")
      assert.strictEqual(yield* reasonOf({ args: ["a\0b"] }), "argument-has-nul")
      assert.strictEqual(yield* reasonOf({ directory: "\\\\server\\share" }), "shim-directory-unc")
      assert.strictEqual(yield* reasonOf({ env: { PATH: "C:\\npm" } }), "shim-interpreter-missing")
      assert.strictEqual(yield* reasonOf({}, machineWith(npm)), "shim-interpreter-missing")
      const powershell = { PATH: "C:\\npm", PATHEXT: ".PS1", SystemRoot: "C:\\Windows" }
      assert.strictEqual(yield* reasonOf({ env: powershell }), "UnsupportedShim")
    })
  )

  it.effect("names no argument in a refusal", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(prepare(request({ args: ["secret\n"] }), windows))
      assert.strictEqual(
        error.message,
        "The program `codex` is a batch file, which cannot be given an argument with a line break: `C:\\npm\\codex.cmd`"
      )
    })
  )
})

describe("what is handed to the system for a program", () => {
  it.effect("is the program and its arguments, on Windows as elsewhere", () =>
    Effect.gen(function* () {
      const args = ["a\nb", "%A%", `"`]
      const onWindows = yield* prepare(request({ args }), machineWith(["C:\\npm\\codex.exe"]))
      assert.deepStrictEqual(onWindows, { file: "C:\\npm\\codex.exe", args, addedEnv: {} })
      const elsewhere = yield* prepare(
        request({ command: "codex.cmd", args, env: { PATH: "/bin" }, directory: "/projects/x" }),
        machineWith(["/bin/codex.cmd"], false)
      )
      assert.deepStrictEqual(elsewhere, { file: "/bin/codex.cmd", args, addedEnv: {} })
      const options = spawnOptions({ ...elsewhere, env: {}, directory: "/projects/x", stdin: "in" }, false)
      assert.deepStrictEqual(options, {
        cwd: "/projects/x",
        env: { NODE_V8_COVERAGE: undefined },
        detached: true,
        windowsHide: true,
        stdio: ["pipe", "pipe", "pipe"]
      })
    })
  )
})

import { assert, describe, it } from "vitest"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import { limits } from "../../../src/domain/limits.ts"
import { gateTimeout, hookEnvironment, shellStart } from "../../../src/domain/loop/command.ts"

const facts = {
  point: "execute:wave:post",
  phase: { number: "3.1", name: "03.1-pay", folder: ".planning/phases/03.1-pay" },
  requirements: "PAY-01\0,PAY-02"
} as const

const told = {
  PHASE_NUMBER: "3.1",
  PHASE_DIR: ".planning/phases/03.1-pay",
  PHASE_REQ_IDS: "PAY-01,PAY-02",
  GSD_POINT: "execute:wave:post"
}

describe("hookEnvironment", () => {
  it("is ours less what marks an agent's session or loads code, with what is told last", () => {
    const ours = new Map([
      ["PATH", "/bin"],
      ["NODE_OPTIONS", "--require /x.js"],
      ["LD_PRELOAD", "/x.so"],
      ["CLAUDECODE", "1"],
      ["PHASE_DIR", "/elsewhere"],
      ["MY_TOKEN", "hunter2"]
    ])
    const { MY_TOKEN, ...env } = hookEnvironment(ours, facts, false)
    assert.deepStrictEqual(env, { PATH: "/bin", ...told })
    assert.isTrue(Redacted.isRedacted(MY_TOKEN))
  })

  it("on Windows lets no other spelling of a name stand beside it", () => {
    assert.deepStrictEqual(hookEnvironment(new Map([["Phase_Dir", "C:\\x"]]), facts, true), told)
    assert.property(hookEnvironment(new Map([["Phase_Dir", "/x"]]), facts, false), "Phase_Dir")
  })

  it("says nothing where there is nothing to say, and leaves no variable out", () => {
    const nowhere = {
      point: "ship:pre",
      phase: { number: "", name: "", folder: ".planning" },
      requirements: ""
    } as const
    assert.deepStrictEqual(hookEnvironment(new Map(), nowhere, false), {
      PHASE_NUMBER: "",
      PHASE_DIR: ".planning",
      PHASE_REQ_IDS: "",
      GSD_POINT: "ship:pre"
    })
  })
})

describe("shellStart", () => {
  const text = `test "$PHASE_DIR" = "a b" && echo 'it''s' | cat`

  it("gives a shell the text as one argument", () => {
    assert.deepStrictEqual(shellStart(text, told, false), { command: "sh", args: ["-c", text], env: told })
  })

  it("on Windows gives it to the command interpreter in a variable, quotation marks and all", () => {
    const env = { ...told, ComSpec: "C:\\Windows\\System32\\cmd.exe" }
    const start = shellStart(text, env, true)
    assert.strictEqual(start.command, env.ComSpec)
    assert.notInclude(start.args.join(" "), "PHASE_DIR")
    assert.include(Object.values(start.env), text)
    assert.strictEqual(start.env["NoDefaultCurrentDirectoryInExePath"], "1")
  })
})

describe("gateTimeout", () => {
  it.each([
    [undefined, limits.gateCommandMillis],
    [2, 2000],
    [0.0001, 1],
    [1e300, limits.gateCommandMostMillis]
  ])("of %s seconds is %i ms", (timeout, millis) => {
    const predicate = {
      kind: "command-exit-zero",
      command: "true",
      ...(timeout === undefined ? {} : { timeout })
    } as const
    assert.strictEqual(Duration.toMillis(gateTimeout(predicate)), millis)
  })
})

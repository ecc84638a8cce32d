import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Arbitrary from "effect/Arbitrary"
import { interpreterIn, shimLine } from "../../../src/domain/process/cmdShim.ts"
import {
  callOf,
  expandTyped,
  readSpecials,
  runtimeParser,
  shellParser,
  shims,
  throughShim,
  type Variables
} from "./cmdModel.ts"

const path = "C:\\Users\\First Last\\npm\\codex.cmd"
const directory = "C:\\projects\\x"
const variables: Variables = new Map([
  ["GSD_RUN_COOKIE", "17-ab"],
  ["PATH", `C:\\bin&calc" | x`],
  ["A", "expanded"],
  ["CD", ""],
  ["_PROG", "node"],
  ["DP0", "C:\\npm"]
])

const lineFor = (args: ReadonlyArray<string>, more: { readonly path?: string } = {}) =>
  Result.getOrThrow(shimLine({ path, args, directory, ...more }))

/** Arguments that reach the program behind every shim, read by both parsers; they must all be one. */
const arriving = (args: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const called = callOf(lineFor(args), variables)
  assert.strictEqual(called.command, path)
  return shims
    .map((shim) => throughShim(shim, called.all, variables))
    .flatMap((line) => [shellParser(line), runtimeParser(line)])
    .map(([, , ...rest]) => rest)
}

const problemOf = (call: Partial<Parameters<typeof shimLine>[0]>) => {
  const line = shimLine({ path, args: [], directory, ...call })
  return Result.isFailure(line) ? line.failure : undefined
}

const specimens: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["words", ["exec", "--json", "-"]],
  ["nothing", []],
  ["empty ones", ["", "a", ""]],
  ["blanks and tabs", ["a b", "\t", " "]],
  ["operators", ["a & calc", "|", ">out", "<in", "(x)", "a&&b||c", "2>&1"]],
  ["carets", ["^", "^^", "a^b", "^&"]],
  ["variables", ["%PATH%", "%A%", "%", "%%", "100%", "%PATH:a=b%", "%A:~0,1%", "%*", "%1", "%~dp0", "^%A^%"]],
  ["delayed variables", ["!PATH!", "!", "^!A^!"]],
  ["quotation marks", [`"`, `""`, `say "hi"`, `"a & b" & c`, `a" & calc & "`, `\\"`, `\\\\"x`, `"%A%"`]],
  ["backslashes at the end", ["C:\\x\\", "\\", "\\\\", "a b\\", `"\\`]],
  ["delimiters of cmd", [",", ";", "=", "a=b,c;d", "/c", "@x", ":x"]],
  ["other scripts", ["é", "日本", "\u{1f600}", "'", "`", "$(x)", "*", "?"]]
]

const hostile = Arbitrary.array(
  Arbitrary.map(
    Arbitrary.array(
      Arbitrary.schema(
        Schema.Literals([
          ..."ab \t\"\\^&|<>()%!,;=:~*'`$/@0é",
          "%A%",
          "%PATH:",
          "%CD:~0,0%",
          "GSD_RUN_COOKIE"
        ])
      ),
      { maxLength: 12 }
    ),
    (parts) => parts.join("")
  ),
  { maxLength: 5 }
)

describe("the line for a shim (U58)", () => {
  it.each(specimens)("hands on %s unchanged", (_, args) => {
    for (const found of arriving(args)) assert.deepStrictEqual(found, args)
  })

  it.prop("hands on any arguments unchanged, whatever they hold", [hostile], ([args]) => {
    for (const found of arriving(args)) assert.deepStrictEqual(found, args)
  })

  it("names the batch file by any path that Windows allows", () => {
    const named = (given: string) => callOf(lineFor(["x"], { path: given }), variables).command
    assert.strictEqual(named("C:\\a & b\\%A%\\(x)^\\c.bat"), "C:\\a & b\\%A%\\(x)^\\c.bat")
    assert.strictEqual(named("C:/npm/codex.cmd"), "C:\\npm\\codex.cmd")
    assert.strictEqual(named("\\\\server\\share\\c.cmd"), "\\\\server\\share\\c.cmd")
  })

  it("refuses what no shim can carry", () => {
    assert.strictEqual(problemOf({ args: ["a\nb"] }), "shim-line-break")
    assert.strictEqual(problemOf({ args: ["a", "b\r"] }), "shim-line-break")
    assert.strictEqual(problemOf({ args: ["\0"] }), "shim-line-break")
    assert.strictEqual(problemOf({ path: `C:\\"\\c.cmd` }), "shim-bad-path")
    assert.strictEqual(problemOf({ directory: "\\\\server\\share\\x" }), "shim-directory-unc")
    assert.strictEqual(problemOf({ directory: "//server/share" }), "shim-directory-unc")
    assert.isUndefined(problemOf({ args: ["a b"] }))
  })

  it("refuses what is too long for the line, or for the shim's own", () => {
    assert.isUndefined(problemOf({ args: ["x".repeat(7000)] }))
    assert.strictEqual(problemOf({ args: ["x".repeat(7200)] }), "shim-too-long")
    assert.isUndefined(problemOf({ args: ["%".repeat(200)] }))
    assert.strictEqual(problemOf({ args: ["%".repeat(400)] }), "shim-too-long")
    const whole = `cmd.exe /e:on /v:off /d /s /c ${lineFor(["%".repeat(200)])}`
    assert.isAtMost(whole.length, 8191)
  })
})

describe("the model of cmd.exe", () => {
  it("expands, and sees operators, where nothing guards them", () => {
    assert.strictEqual(expandTyped("%A% %x% %% %A:~0,2% %a:e=E%", variables), "expanded %x% %% ex ExpandEd")
    assert.strictEqual(expandTyped("^%A^%", variables), "^%A^%")
    assert.throws(() => readSpecials("a & b"))
    assert.throws(() => readSpecials(`"a" | b`))
    assert.throws(() => readSpecials(`"a`))
    assert.strictEqual(readSpecials(`"a & b" ^& c^^ ^"`), `"a & b" & c^ "`)
  })

  it("finds the fault of a line that is quoted for programs only", () => {
    const naive = `""${path}" "a\\" & calc & \\"b""`
    assert.throws(() => callOf(naive, variables), "an operator: &")
    const percents = callOf(`""${path}" "%A%""`, variables)
    assert.strictEqual(percents.all, `"expanded"`)
  })

  it.each([
    [`a "b c" d`, ["a", "b c", "d"]],
    [`"a\\\\" b\\\\c \\"`, ["a\\", "b\\\\c", `"`]],
    [`"" x`, ["", "x"]]
  ] as const)("reads %s as both parsers do", (line, expected) => {
    assert.deepStrictEqual(shellParser(line), expected)
    assert.deepStrictEqual(runtimeParser(line), expected)
  })

  it("knows where the parsers differ", () => {
    assert.deepStrictEqual(shellParser(`"a""b c"`), [`a"b`, "c"])
    assert.deepStrictEqual(runtimeParser(`"a""b c"`), [`a"b c`])
  })
})

describe("the interpreter of shims (U58)", () => {
  it.each([
    [{ comspec: "D:\\Win Dows\\cmd.exe", SystemRoot: "C:\\Windows" }, "D:\\Win Dows\\cmd.exe"],
    [{ ComSpec: Redacted.make("C:\\w\\CMD.EXE") }, "C:\\w\\CMD.EXE"],
    [{ SYSTEMROOT: "C:\\Windows\\" }, "C:\\Windows\\System32\\cmd.exe"],
    [{ ComSpec: "cmd.exe", SystemRoot: "C:\\Windows" }, "C:\\Windows\\System32\\cmd.exe"],
    [{ ComSpec: "C:\\ps\\pwsh.exe", SystemRoot: "C:\\Windows" }, "C:\\Windows\\System32\\cmd.exe"],
    [{ SystemRoot: "Windows" }, undefined],
    [{}, undefined]
  ])("is `ComSpec`, else that of `SystemRoot` (%#)", (env, expected) => {
    assert.strictEqual(interpreterIn(env), expected)
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { SpawnInvoke } from "../../../src/domain/capability/schema/reviewer.ts"
import type { JsonObject } from "../../../src/domain/json/value.ts"
import { assembleArgv, type Argv, type ArgvFacts } from "../../../src/domain/lane/argv.ts"
import type { Effort } from "../../../src/domain/lane/effort.ts"
import type { Lane } from "../../../src/domain/lane/lane.ts"
import { holdsPlaceholder } from "../../../src/domain/lane/names.ts"
import { limits } from "../../../src/domain/limits.ts"
import { laneNamed, owl, places, runOf } from "./lanes.ts"

const high: Effort = { level: "high", args: ["--effort", "high"], env: {} }

const invokeOf = ({ reviewer }: Lane): SpawnInvoke => {
  if (reviewer.transport !== "spawn") throw new Error("runs no program")
  return reviewer.invoke
}

const factsOf = (lane: Lane, given: Partial<ArgvFacts> = {}): ArgvFacts => ({
  run: runOf(lane),
  invoke: invokeOf(lane),
  model: undefined,
  effort: undefined,
  prompt: { text: "# Review this\n", path: places.prompt },
  places,
  timeout: Duration.seconds(600),
  isWindows: false,
  ...given
})

const assembled = (lane: Lane, given: Partial<ArgvFacts> = {}): Argv =>
  Result.getOrThrow(assembleArgv(factsOf(lane, given)))

const argsOf = (invoke: JsonObject, given: Partial<ArgvFacts> = {}) => assembled(owl({}, invoke), given).args

const reference =
  "Carry out the review that the file `/projects/x/.gsd/review/owl/prompt.md` asks for, on the repository at " +
  "`/projects/x`: answer with the review as Markdown and nothing else, and do not create, change or delete any file."

const noAccess =
  " If you cannot read files of the repository, begin your answer with the line REVIEWED-WITHOUT-REPO-ACCESS."

const firstParty: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["gemini", ["-m", "M", "-p", "-"]],
  ["claude", ["--model", "M", "--effort", "high", "-p", "-"]],
  [
    "codex",
    [
      "exec",
      "--ephemeral",
      "--model",
      "M",
      "--effort",
      "high",
      "--skip-git-repo-check",
      "-o",
      places.output,
      "-"
    ]
  ],
  ["coderabbit", ["review", "--prompt-only"]],
  ["opencode", ["run", "--model", "M", "--effort", "high", "--format", "json", "-"]],
  ["qwen", ["-"]],
  ["cursor", ["-p", "--model", "M", "--mode", "ask", "--trust", "--output-format", "text", reference]],
  ["antigravity", ["--print-timeout", "540s", "--model", "M", "-p", reference + noAccess]],
  ["kimi-code", ["-m", "M", "-p", reference]]
]

const modelArgOf = (slug: string) => invokeOf(laneNamed(slug)).modelArg

describe("assembleArgv", () => {
  it.each(firstParty)("makes the arguments of %s with a model and an effort", (slug, args) => {
    const takes = modelArgOf(slug) !== null
    const hasEffort = invokeOf(laneNamed(slug)).effortChannel === "argv"
    const given = { model: takes ? "M" : undefined, effort: hasEffort ? high : undefined }
    const made = assembled(laneNamed(slug), given)
    const expected = args.map((text) => (text === "--model" ? (modelArgOf(slug) ?? "") : text))
    assert.deepStrictEqual(made, { args: expected, warnings: [] })
  })

  it.each(firstParty)("leaves model and effort of %s out when there is none", (slug, args) => {
    const without = assembled(laneNamed(slug)).args
    const left = new Set(["M", "-m", "--model", "--effort", "high"])
    assert.deepStrictEqual(
      without,
      args.filter((text) => !left.has(text))
    )
  })

  it("passes the prompt's text by `argv`, and its file by `argv-file-ref`", () => {
    assert.deepStrictEqual(argsOf({ promptChannel: "argv" }), ["-p", "# Review this\n"])
    assert.deepStrictEqual(argsOf({ promptChannel: "argv-file-ref" }), ["-p", reference])
    for (const promptChannel of ["stdin", "none"]) assert.deepStrictEqual(argsOf({ promptChannel }), ["-p"])
  })

  it("passes the bare path of the prompt's file where the arguments ask for it, with `argv-file-ref` only", () => {
    const args = ["plan", "{{promptPath}}", "--at=@{{promptPath}}"]
    const made = assembled(owl({}, { args, promptChannel: "argv-file-ref" }))
    assert.deepStrictEqual(made, { args: ["plan", places.prompt, `--at=@${places.prompt}`], warnings: [] })
    assert.deepStrictEqual(argsOf({ args, promptChannel: "stdin" }), ["plan"])
    assert.deepStrictEqual(argsOf({ args, promptChannel: "argv" }), ["plan", "# Review this\n"])
    assert.deepStrictEqual(argsOf({ args: ["plan"], promptChannel: "argv-file-ref" }), ["plan", reference])
  })

  it("passes the file of a prompt that the system or a shim (U58) does not carry as an argument, and says so", () => {
    const lane = owl({}, { promptChannel: "argv" })
    const long = "x".repeat(limits.promptArgumentWindowsBytes + 1)
    const prompt = (text: string) => ({ prompt: { text, path: places.prompt } })
    for (const text of [long, "a\nb"])
      assert.deepStrictEqual(assembled(lane, prompt(text)), { args: ["-p", text], warnings: [] })
    for (const given of [
      { ...prompt(long), isWindows: true },
      prompt("é".repeat(limits.promptArgumentBytes / 2 + 1)),
      prompt("a\0b"),
      { ...prompt("a\nb"), isWindows: true }
    ]) {
      const { args, warnings } = assembled(lane, given)
      assert.deepStrictEqual(args, ["-p", reference])
      assert.match(warnings[0]?.message ?? "", /so the lane is given the path of its file/u)
    }
  })

  it("fills a placeholder inside of an argument, and leaves the argument out when there is nothing", () => {
    const args = [
      "--model={{model}}",
      "--think={{ effort }}",
      "--out={{output}}",
      "--for={{nativeTimeout}}",
      "--q={{prompt}}"
    ]
    const invoke = { args, promptChannel: "argv", outputChannel: "file-arg", outputArg: "-o" }
    assert.deepStrictEqual(argsOf(invoke, { model: "M", effort: high }), [
      "--model=M",
      "--think=high",
      `--out=${places.output}`,
      "--for=540s",
      "--q=# Review this\n"
    ])
    assert.deepStrictEqual(argsOf({ args, promptChannel: "stdin" }), ["--for=540s"])
  })

  it("adds a prompt or an answer's file that the lane's arguments have no place for, and says so", () => {
    const made = assembled(
      owl({}, { args: ["run"], promptChannel: "argv", outputChannel: "file-arg", outputArg: "-o" })
    )
    assert.deepStrictEqual(made.args, ["run", "-o", places.output, "# Review this\n"])
    assert.strictEqual(made.warnings.length, 1)
  })

  it("says that a model or an effort has no place", () => {
    const { args, warnings } = assembled(owl({}, { args: ["{{prompt}}"] }), { model: "M", effort: high })
    assert.deepStrictEqual(args, [reference])
    assert.strictEqual(warnings.length, 2)
  })

  it.each([
    ["{{foo}}"],
    ["--x={{promptFile}}"],
    ["{{Model}}"],
    ["{{{{prompt}}}}"],
    ["{{__proto__x}}"],
    ["{{constructor}}"]
  ])("refuses %s, which is no placeholder", (argument) => {
    const made = assembleArgv(factsOf(owl({}, { args: ["{{prompt}}", argument] })))
    assert.deepInclude(Result.isFailure(made) ? made.failure : {}, { argument })
  })

  it.each([["{{.Name}}"], ["{{json .}}"], ["{{}}"], ["{ {model} }"], ["{{model"], ["$(x) `y` %PATH%"]])(
    "leaves %s as it is: it belongs to the program",
    (argument) => {
      assert.deepStrictEqual(argsOf({ args: [argument], promptChannel: "none" }), [argument])
    }
  )

  it("does not look for placeholders in a prompt or a path", () => {
    const text = "Explain {{model}} and {{foo}}"
    const repository = "/projects/{{cookiecutter}}"
    const prompt = { text, path: `${repository}/p.md` }
    assert.deepStrictEqual(argsOf({ promptChannel: "argv" }, { model: "M", prompt }), ["-p", text])
    const { args } = assembled(owl(), { prompt, places: { ...places, repository } })
    assert.include(args[1], repository)
  })

  it("refuses a model with a placeholder in it instead of passing it on", () => {
    const made = assembleArgv(
      factsOf(owl({}, { args: ["{{model}}", "{{prompt}}"] }), { model: "{{prompt}}" })
    )
    assert.isTrue(Result.isFailure(made))
  })

  it("gives opencode the agent of an instance, and no other lane", () => {
    const run = (lane: Lane, agent: string) => ({ run: runOf(lane, { agent }) })
    const opencode = laneNamed("opencode")
    assert.deepStrictEqual(assembled(opencode, run(opencode, "critic")).args.slice(0, 3), [
      "run",
      "--agent",
      "critic"
    ])
    for (const [lane, agent] of [
      [laneNamed("codex"), "critic"],
      [opencode, "--yolo"]
    ] as const) {
      const made = assembled(lane, run(lane, agent))
      assert.notInclude(made.args, agent)
      assert.strictEqual(made.warnings.length, 1)
    }
  })

  const pieces = [
    "{{",
    "}}",
    "{{model}}",
    "{{prompt}}",
    "{{promptPath}}",
    "{{effort}}",
    "{{output}}",
    "{{nativeTimeout}}",
    "{{foo}}"
  ]
  const template = Arbitrary.array(
    Arbitrary.map(
      Arbitrary.array(
        Arbitrary.schema(Schema.Literals([...pieces, "{", "}", "-", "model", " ", "é", "\n"])),
        { maxLength: 5 }
      ),
      (parts) => parts.join("")
    ),
    { maxLength: 6 }
  )

  it.prop(
    "leaves no placeholder in any argument, and never throws",
    {
      args: template,
      prompt: Schema.Literals(["stdin", "argv", "argv-file-ref", "none"]),
      output: Schema.Literals(["stdout", "file-arg"]),
      modelArg: Schema.NullOr(Schema.Literals(["-m", "--model"])),
      model: Schema.UndefinedOr(Schema.Literals(["m", "model", "a/b"])),
      hasEffort: Schema.Boolean
    },
    ({ args, prompt, output, modelArg, model, hasEffort }) => {
      const lane = owl(
        {},
        {
          args,
          promptChannel: prompt,
          outputChannel: output,
          modelArg,
          ...(output === "stdout" ? {} : { outputArg: "-o" })
        }
      )
      const made = assembleArgv(factsOf(lane, { model, effort: hasEffort ? high : undefined }))
      if (Result.isFailure(made)) return
      assert.isFalse(made.success.args.some(holdsPlaceholder), JSON.stringify(made.success.args))
      assert.strictEqual(
        made.success.args.some((text) => text.includes("# Review this")),
        prompt === "argv"
      )
    }
  )

  it.prop(
    "never throws on any text",
    { args: Schema.Array(Schema.String), model: Schema.String },
    ({ args, model }) => {
      const made = assembleArgv(factsOf(owl({}, { args }), { model }))
      if (Result.isSuccess(made)) assert.isFalse(made.success.args.some(holdsPlaceholder))
    }
  )
})

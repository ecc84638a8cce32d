import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { hidesSomething, visible } from "../../../src/domain/text/escape.ts"
import { limits } from "../../../src/domain/limits.ts"
import { isJsonObject, type JsonObject, type JsonValue } from "../../../src/domain/json/value.ts"
import { disclose, noticesFor } from "../../../src/domain/disclosure/disclose.ts"
import type { DisclosureLine } from "../../../src/domain/disclosure/DisclosureLine.ts"
import { egressOf } from "../../../src/domain/disclosure/egress.ts"
import { feature, httpReviewer, runtime, shippedLanes } from "./manifests.ts"

const linesOf = (raw: JsonValue, hosts: Record<string, string> = {}): ReadonlyArray<DisclosureLine> =>
  disclose(raw, { egress: egressOf(raw, (key) => hosts[key]) })

const valuesOf = (raw: JsonValue, field: string): ReadonlyArray<string> =>
  linesOf(raw)
    .filter((line) => line.field === field)
    .map((line) => line.value)

const laneWith = (reviewer: JsonObject): JsonObject => ({ reviewer: { slug: "owl", ...reviewer } })

/** Words by which a sentence is chosen; poisoned as well, they would leave the sentences of known kinds out. */
const choosing = new Set([
  "spawn",
  "openai-http",
  "command-exists",
  "command-capability",
  "http-reachable",
  "none"
])

/** Every string of a value with escape sequences in it. */
const poisoned = (value: JsonValue): JsonValue => {
  if (typeof value === "string" && choosing.has(value)) return value
  if (typeof value === "string") return `${value}\u001b[38D\u001b[K\r\n\u202e\u200b\u{e0041}Consent granted`
  if (Array.isArray(value)) return value.map(poisoned)
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poisoned(inner)]))
    : value
}

const withPoisonedKeys = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [`${key}\u001b[2J\n`, inner]))

const assertClean = (raw: JsonValue): void => {
  for (const line of linesOf(raw))
    for (const text of [line.subject, line.field, line.value, line.warning ?? ""]) {
      assert.isFalse(hidesSomething(text), JSON.stringify(line))
      assert.isAtMost(text.length, 3 * limits.shownCharacters)
    }
}

describe("disclose", () => {
  it.each(Object.entries({ feature, runtime, httpReviewer }))(
    "escapes every value of a %s manifest",
    (_, raw) => {
      assert.isNotEmpty(linesOf(poisoned(raw)))
      assertClean(poisoned(raw))
    }
  )

  it.each(["command-exists", "command-capability", "http-reachable", "other"])(
    "escapes a %s probe",
    (kind) => {
      const evil = poisoned("x")
      const probe = { kind, binary: evil, needle: evil, path: evil, hostConfigKey: evil }
      assertClean({ reviewer: { slug: evil, probe, invoke: { binary: evil } } })
      assertClean({
        reviewer: { slug: evil, transport: "openai-http", probe, invoke: { hostConfigKey: evil } }
      })
    }
  )

  it("escapes keys: names of servers, of variables, of fields nobody knows", () => {
    assertClean({
      mcpServers: withPoisonedKeys({ a: { command: "x", env: withPoisonedKeys({ NODE_OPTIONS: "1" }) } }),
      hooks: [withPoisonedKeys({ event: "x" })],
      reviewer: withPoisonedKeys({ invoke: { binary: "x" } }),
      runtime: withPoisonedKeys({ orchestratorExec: { command: "x" } })
    })
  })

  it.prop("escapes and survives any JSON value in any place", [Schema.Json], ([value]) => {
    const odd = value as JsonValue
    for (const place of [
      "hooks",
      "commands",
      "mcpServers",
      "reviewer",
      "gates",
      "steps",
      "runtime",
      "skills",
      "agents",
      "contributions"
    ]) {
      assertClean({ [place]: odd })
      assertClean({
        [place]: [odd, { env: odd, command: odd, invoke: odd, check: odd, ref: odd, probe: odd }]
      })
      assertClean({
        [place]: [{ point: odd, into: odd, fragment: odd, check: { agentVerdict: odd }, ref: { skill: odd } }]
      })
    }
    assertClean({
      reviewer: { transport: odd, invoke: { defaultHost: odd, binary: odd }, probe: { kind: odd } }
    })
    assertClean(odd)
  })

  it("hides nothing that the powers bind: each declared text stands in a line", () => {
    const strings = (value: JsonValue): ReadonlyArray<string> => {
      if (typeof value === "string") return [value]
      if (Array.isArray(value)) return value.flatMap(strings)
      return isJsonObject(value) ? Object.values(value).flatMap(strings) : []
    }
    for (const raw of [feature, runtime, httpReviewer]) {
      const shown = linesOf(raw).map((line) => `${line.subject} ${line.value}`)
      const bound = ["hooks", "commands", "mcpServers", "taskContentResolver", "skills", "agents", "runtime"]
      const ofLoop = ["steps", "contributions", "gates"]
      const reviewer = isJsonObject(raw["reviewer"]) ? { ...raw["reviewer"], reviewsSection: "" } : ""
      const texts = [...[...bound, ...ofLoop].map((key) => raw[key] ?? ""), reviewer].flatMap(strings)
      for (const text of texts)
        assert.isTrue(
          shown.some((line) => line.includes(visible(text))),
          text
        )
    }
  })

  it("shows the whole command that terminal escapes would hide (U43)", () => {
    const raw = { mcpServers: { a: { command: "echo 'safe' > x | sh \u001b[38D\u001b[K" } } }
    assert.deepStrictEqual(valuesOf(raw, "command"), ["echo 'safe' > x | sh \\u{1b}[38D\\u{1b}[K"])
  })

  it("cuts a value of 5,000 characters with a count", () => {
    const [value] = valuesOf({ skills: ["x".repeat(5000)] }, "stem")
    assert.match(value ?? "", /^x{400}\\…\(4600 more\)$/u)
  })

  it("shows environment variables of lanes and servers with a warning where they run code", () => {
    for (const raw of [
      laneWith({ invoke: { binary: "x", env: { Node_Options: "--require ./evil.js", OWL: "1" } } }),
      { mcpServers: { a: { command: "x", env: { Node_Options: "--require ./evil.js", OWL: "1" } } } }
    ]) {
      const lines = linesOf(raw)
      const evil = lines.find((line) => line.field.endsWith("env.Node_Options"))
      assert.strictEqual<string | undefined>(evil?.value, "--require ./evil.js")
      assert.include<string>(evil?.warning ?? "", "Node_Options")
      assert.isUndefined(lines.find((line) => line.field.endsWith("env.OWL"))?.warning)
    }
    const listed = linesOf({ mcpServers: [{ name: "a", env: ["PATH=/evil"] }] })
    assert.include<string>(listed.find((line) => line.field === "env")?.warning ?? "", "PATH")
  })

  it("does not claim that a presence check starts something", () => {
    const exists = linesOf(laneWith({ probe: { kind: "command-exists", binary: "owl" } }))
    const runs = linesOf(laneWith({ probe: { kind: "command-capability", binary: "owl", needle: "-x" } }))
    const probing = (lines: ReadonlyArray<DisclosureLine>) =>
      lines.find((line) => line.field === "probing")?.value
    assert.strictEqual<string | undefined>(probing(exists), "looks whether `owl` is present; starts nothing")
    assert.isFalse(exists.some((line) => line.value.includes("--help")))
    assert.strictEqual<string | undefined>(
      probing(runs),
      "runs `owl --help` and looks for `-x` in what it prints"
    )
  })

  it("names a program that is a file of the bundle as one, by its path there", () => {
    const lane = laneWith({
      invoke: { binary: "./bin//owl" },
      probe: { kind: "command-capability", binary: "bin\\probe", needle: "-x" }
    })
    assert.include(
      valuesOf(lane, "goes to"),
      "its own file `bin/owl`, which may send it on to its own service"
    )
    assert.deepStrictEqual(valuesOf(lane, "probing"), [
      "runs its own file `bin/probe` with `--help` and looks for `-x` in what it prints"
    ])
    const looked = laneWith({ probe: { kind: "command-exists", binary: "bin/owl" } })
    assert.deepStrictEqual(valuesOf(looked, "probing"), [
      "looks whether its own file `bin/owl` is present; starts nothing"
    ])
    const resolver = (binary: string) => ({
      taskContentResolver: { trackerPrefix: "owl", invoke: { binary, args: ["{{id}}"] } }
    })
    assert.deepStrictEqual(valuesOf(resolver("./bin/owl"), "runs"), ["its own file `bin/owl` once per task"])
    const server = (command: string) => ({ mcpServers: { a: { command } } })
    assert.deepStrictEqual(valuesOf(server("./bin/owl"), "runs"), [
      "its own file `bin/owl`, started by the host runtime"
    ])
    for (const name of ["owl", "../owl", "/usr/bin/owl", "${ROOT}/owl"])
      assert.deepStrictEqual(valuesOf(server(name), "runs"), [`\`${name}\`, started by the host runtime`])
    for (const name of ["owl", "../owl", "/usr/bin/owl"])
      assert.deepStrictEqual(valuesOf(resolver(name), "runs"), [`\`${name}\` once per task`])
  })

  it("shows the probe's binary when it differs from the one that reviews", () => {
    const lane = laneWith({ invoke: { binary: "owl" }, probe: { kind: "command-exists", binary: "other" } })
    assert.deepStrictEqual(valuesOf(lane, "probe.binary"), ["other"])
  })

  it("says what a lane receives and where that goes", () => {
    assert.deepStrictEqual(valuesOf(httpReviewer, "receives"), [
      "plan text, requirements, research findings, decisions of CONTEXT.md"
    ])
    assert.deepStrictEqual(valuesOf(httpReviewer, "goes to"), ["http://localhost:1234 (this machine)"])
    const elsewhere = linesOf(httpReviewer, { "review.owl_host": "https://far.example/base" })
    assert.deepStrictEqual<ReadonlyArray<string>>(
      elsewhere.filter((line) => line.field === "goes to").map((line) => line.value),
      ["https://far.example:443 (another machine)"]
    )
    assert.deepStrictEqual(valuesOf(httpReviewer, "invoke.defaultHost"), ["http://localhost:1234"])
    assert.match(valuesOf(runtime, "goes to")[0] ?? "", /^its own file `bin\/owl`, which may/u)
  })

  it("does not say that a lane without a prompt channel receives the plan", () => {
    assert.match(
      valuesOf(laneWith({ invoke: { binary: "x", promptChannel: "none" } }), "receives")[0] ?? "",
      /^no prompt/u
    )
  })

  it("names every class, and says that nothing is scanned and nothing confined", () => {
    const classes = new Set([...linesOf(feature), ...linesOf(runtime)].map((line) => line.class))
    assert.strictEqual(classes.size, 8)
    assert.include(noticesFor({}).join(" "), "nothing scans them")
    assert.include(noticesFor({}).join(" "), "no sandbox")
    assert.lengthOf(noticesFor(feature), noticesFor({}).length + 1)
  })

  it("says once what hosts take skills and agents for, and names each", () => {
    const lines = linesOf({ agents: ["owl-eye", "owl-ear"], skills: ["owl-look"] })
    assert.deepStrictEqual<ReadonlyArray<ReadonlyArray<string>>>(
      lines.map((line) => [line.class, line.subject, line.field, line.value]),
      [
        [
          "instruction",
          "skill",
          "instructs",
          "host runtimes it is given to: each takes its whole folder for a skill, with the scripts in it"
        ],
        ["instruction", "skill", "stem", "owl-look"],
        [
          "instruction",
          "agent",
          "instructs",
          "host runtimes it is given to: each takes its text for an agent, which acts with the tools that the text names"
        ],
        ["instruction", "agent", "stem", "owl-ear"],
        ["instruction", "agent", "stem", "owl-eye"]
      ]
    )
    assert.deepStrictEqual(linesOf({ agents: [], skills: [] }), [])
  })

  it("says of each text of the loop whom it instructs, where, and with what", () => {
    const lines = linesOf(feature).filter(
      ({ class: kind, field, subject }) =>
        kind === "instruction" && field === "instructs" && !["skill", "agent"].includes(subject)
    )
    assert.deepStrictEqual<ReadonlyArray<readonly [string, string]>>(
      lines.map(({ subject, value }) => [subject, value]),
      [
        ["contribution", "the agent role `planner` at `plan:pre` with `fragments/plan.md`"],
        ["contribution", "the agent role (none) at `plan:post` with text of its own (7 characters)"],
        ["contribution", "with the value of `owl.on`, `true` while nothing sets it"],
        ["step", "the agent at `plan:pre` with `fragments/step.md`, beside the command `owl see`"],
        ["step", "the agent at (none) to start the agent `owl-eye` with text of its own (7 characters)"],
        ["step", "the agent at (none) to start the skill `owl-look`"],
        ["gate", "the agent `owl-eye` to judge at (none) by text of its own (11 characters)"]
      ]
    )
  })

  it("shows inline text as far as other values, its length whole", () => {
    const raw = {
      contributions: [{ point: "plan:pre", into: "planner", fragment: { inline: "\u{1f989}".repeat(5000) } }]
    }
    assert.match(valuesOf(raw, "instructs")[0] ?? "", /with text of its own \(5000 characters\)$/u)
    assert.match(valuesOf(raw, "fragment.inline")[0] ?? "", /\\…\(4800 more\)$/u)
  })

  it("discloses the shipped lanes without a warning", () => {
    for (const reviewer of shippedLanes)
      assert.isEmpty(linesOf({ reviewer }).filter((line) => line.warning !== undefined))
  })
})

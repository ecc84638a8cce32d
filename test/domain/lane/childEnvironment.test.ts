import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { agentMarkers } from "../../../src/domain/agent/markers.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { childEnvironment, type ChildEnvironmentFacts } from "../../../src/domain/lane/childEnvironment.ts"
import { withheldVariables } from "../../../src/domain/lane/parentVariables.ts"
import { revealAll } from "../../../src/domain/process/environment.ts"
import { heron, laneNamed, owl, settings, settingsFile } from "./lanes.ts"

/** The environment of U55, with what must arrive beside it. */
const parent = {
  CLAUDECODE: "1",
  CLAUDE_CODE_SESSION_ID: "s-1",
  NODE_OPTIONS: "--require x",
  AWS_SECRET_ACCESS_KEY: "aws-secret",
  GEMINI_API_KEY: "gemini-secret",
  OPENAI_API_KEY: "openai-secret",
  PATH: "/usr/bin:/bin",
  HOME: "/home/ada",
  HTTPS_PROXY: "http://ada:pass@proxy.example:8080",
  https_proxy: "http://proxy.example:8080",
  LC_ALL: "C.UTF-8",
  CLAUDE_CONFIG_DIR: "/home/ada/.claude",
  UNRELATED: "yes",
  GONE: undefined
}

const child = (given: Partial<ChildEnvironmentFacts> = {}) =>
  childEnvironment({
    lane: laneNamed("gemini"),
    parent,
    settings: settings(),
    effort: undefined,
    isWindows: false,
    ...given
  })

const allowlist = settings({ "review.env": "allowlist" })

describe("childEnvironment", () => {
  it("is the parent's less the marks of its session and what was to be loaded into it", () => {
    const { CLAUDECODE, CLAUDE_CODE_SESSION_ID, NODE_OPTIONS, GONE, ...rest } = parent
    const { env, withheld, warnings } = child()
    assert.deepEqual(revealAll(env), rest)
    assert.deepStrictEqual(withheld, ["CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "NODE_OPTIONS"])
    assert.deepStrictEqual(warnings, [])
    assert.deepStrictEqual(
      [CLAUDECODE, CLAUDE_CODE_SESSION_ID, NODE_OPTIONS, GONE],
      ["1", "s-1", "--require x", undefined]
    )
  })

  it("withholds every mark of an agent, in any case", () => {
    for (const { variable } of agentMarkers)
      assert.isTrue(withheldVariables.has(variable.toUpperCase()), variable)
    for (const name of withheldVariables.keys()) {
      assert.deepEqual(child({ parent: { [name]: "1", [name.toLowerCase()]: "1" } }).env, {})
      assert.strictEqual(name, name.toUpperCase())
    }
  })

  it("does not change the parent's", () => {
    const frozen = Object.freeze({ ...parent })
    child({ parent: frozen, lane: laneNamed("claude") })
    assert.deepStrictEqual(frozen, parent)
  })

  it("has the lane's own last, for that lane alone", () => {
    const own = { CLAUDE_CODE_DISABLE_CLAUDE_MDS: "1", CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1" }
    const given = { parent: { ...parent, CLAUDE_CODE_DISABLE_CLAUDE_MDS: "0" } }
    assert.deepInclude(revealAll(child({ ...given, lane: laneNamed("claude") }).env), own)
    assert.deepInclude(revealAll(child(given).env), { CLAUDE_CODE_DISABLE_CLAUDE_MDS: "0" })
  })

  it("tells the effort of a lane that wants it here", () => {
    const effort = { level: "low", args: [], env: { GSD_REVIEW_EFFORT: "low" } }
    assert.strictEqual(child({ effort }).env["GSD_REVIEW_EFFORT"], "low")
  })

  it("is exactly the declared set with `allowlist`: no key of another service, nothing unrelated", () => {
    const { env, warnings } = child({ settings: allowlist })
    assert.deepEqual(revealAll(env), {
      GEMINI_API_KEY: "gemini-secret",
      PATH: "/usr/bin:/bin",
      HOME: "/home/ada",
      HTTPS_PROXY: "http://ada:pass@proxy.example:8080",
      https_proxy: "http://proxy.example:8080",
      LC_ALL: "C.UTF-8"
    })
    assert.deepStrictEqual(warnings, [])
    const codex = revealAll(child({ settings: allowlist, lane: laneNamed("codex") }).env)
    assert.deepEqual(Object.keys(codex).toSorted(), [
      "HOME",
      "HTTPS_PROXY",
      "LC_ALL",
      "OPENAI_API_KEY",
      "PATH",
      "https_proxy"
    ])
  })

  it("gives an overlay's lane what the person lists, and no key by its slug", () => {
    const lane = owl({ slug: "gemini" })
    assert.notProperty(child({ settings: allowlist, lane }).env, "GEMINI_API_KEY")
    const listed = settings({
      "review.env": "allowlist",
      "review.env_allow.gemini": ["GEMINI_API_KEY", "CLAUDECODE"]
    })
    const { env } = child({ settings: listed, lane })
    assert.property(env, "GEMINI_API_KEY")
    assert.notProperty(env, "CLAUDECODE")
  })

  it.each([["on"], [true], [["allowlist"]]] as ReadonlyArray<readonly [JsonValue]>)(
    "takes %j for the narrower one, with a warning",
    (value) => {
      const { env, warnings } = child({ settings: settings({ "review.env": value }) })
      assert.notProperty(env, "UNRELATED")
      assert.deepInclude(warnings[0]?.setting ?? {}, { key: "review.env", file: settingsFile })
    }
  )

  it("keeps values that may be secret from every print", () => {
    const { env } = child()
    const print = `${JSON.stringify(env)} ${String(Object.values(env))}`
    for (const secret of ["aws-secret", "gemini-secret", "openai-secret", "pass@"])
      assert.notInclude(print, secret)
    assert.isTrue(Redacted.isRedacted(env["HTTPS_PROXY"]))
    assert.strictEqual(env["PATH"], "/usr/bin:/bin")
  })

  it("does not set what changes the program, should a lane declare it", () => {
    const lane = owl({}, { env: { LD_PRELOAD: "/x.so", Path: "/x", "A B": "1", OWL: "1" } })
    const { env, warnings } = child({ lane, parent: { PATH: "/bin" } })
    assert.deepEqual(env, { PATH: "/bin", OWL: "1" })
    assert.strictEqual(warnings.length, 3)
  })

  it("replaces a variable of another spelling on Windows alone", () => {
    const lane = owl({}, { env: { Owl: "2" } })
    assert.deepEqual(child({ lane, parent: { OWL: "1" }, isWindows: true }).env, { Owl: "2" })
    assert.deepEqual(child({ lane, parent: { OWL: "1" } }).env, { OWL: "1", Owl: "2" })
  })

  it("is empty for an endpoint without a parent", () => {
    assert.deepEqual(child({ lane: heron(), parent: {} }).env, {})
  })

  it.prop(
    "never throws, and has nothing that is withheld",
    { names: Schema.Record(Schema.String, Schema.String), mode: Schema.Json },
    ({ names, mode }) => {
      const { env } = child({
        parent: { ...names, CLAUDECODE: "1" },
        settings: settings({ "review.env": mode })
      })
      assert.deepStrictEqual(
        Object.keys(env).filter((name) => withheldVariables.has(name.toUpperCase())),
        []
      )
    }
  )
})

import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { chooseLanes, type LanesWanted } from "../../../src/domain/lane/selection.ts"
import type { LanesChosen } from "../../../src/domain/lane/stages.ts"
import { firstParty, owl, settings, settingsFile } from "./lanes.ts"

const lanes = [...firstParty, owl()]

interface Asked {
  readonly wanted?: Partial<LanesWanted>
  readonly config?: Readonly<Record<string, JsonValue>>
  readonly host?: string
}

const choose = ({ wanted = {}, config = {}, host }: Asked) =>
  chooseLanes({
    lanes,
    wanted: { flags: [], lanes: [], all: false, ...wanted },
    settings: settings(config),
    host
  })

const chosen = (asked: Asked): LanesChosen => Result.getOrThrow(choose(asked))

const names = ({ runs }: LanesChosen): ReadonlyArray<string> => runs.map(({ identity }) => identity)

const every = lanes.map(({ slug }) => slug)

const instance = {
  "review.reviewer_instances.fast.cli": "gemini",
  "review.reviewer_instances.fast.model": "gemini-flash",
  "review.reviewer_instances.big-owl.cli": "owl",
  "review.reviewer_instances.agent.cli": "opencode",
  "review.reviewer_instances.agent.agent": "critic"
}

describe("chooseLanes", () => {
  it("takes flags of any lane, `--lanes` and both together, in the order of REVIEWS.md", () => {
    const asked = chosen({
      wanted: { flags: ["--owl", "--agy", "--antigravity"], lanes: ["llama_cpp", "gemini"] }
    })
    assert.deepStrictEqual(names(asked), ["gemini", "antigravity", "llama_cpp", "owl"])
    assert.strictEqual(asked.source, "named")
    assert.isTrue(asked.runs.every(({ named }) => named))
  })

  it("prefers names to `--all`, `--all` to the configuration, the configuration to every lane", () => {
    const config = { "review.default_reviewers": ["owl", "Codex"] }
    const named = chosen({ wanted: { lanes: ["qwen"], all: true }, config })
    assert.deepStrictEqual(names(named), ["qwen"])
    assert.strictEqual(named.warnings.length, 1)
    const all = chosen({ wanted: { all: true }, config })
    assert.deepStrictEqual([all.source, names(all)], ["all-flag", every])
    const defaults = chosen({ config })
    assert.deepStrictEqual([defaults.source, names(defaults)], ["default-reviewers", ["codex", "owl"]])
    const none = chosen({})
    assert.deepStrictEqual([none.source, names(none)], ["every-lane", every])
    assert.isTrue(none.runs.every((run) => !run.named))
  })

  it("knows instances wherever a name stands, with their model and agent", () => {
    const asked = chosen({ wanted: { lanes: ["agent", "big-owl", "fast", "gemini"] }, config: instance })
    assert.deepStrictEqual(names(asked), ["gemini", "fast", "agent", "big-owl"])
    assert.deepInclude(asked.runs[1], { section: "Gemini (fast)", model: "gemini-flash" })
    assert.deepInclude(asked.runs[2], { section: "OpenCode (agent)", agent: "critic" })
    assert.match(asked.warnings.map(({ message }) => message).join("\n"), /gemini, fast all run `gemini`/u)
    const defaults = chosen({ config: { ...instance, "review.default_reviewers": ["fast"] } })
    assert.deepStrictEqual(names(defaults), ["fast"])
  })

  it("runs instances only when they are named", () => {
    assert.deepStrictEqual(names(chosen({ config: instance })), every)
    assert.deepStrictEqual(names(chosen({ wanted: { all: true }, config: instance })), every)
  })

  it("gives no two runs the same heading", () => {
    const forged = owl({ slug: "copy", flags: ["--copy"], reviewsSection: "Gemini (fast)" })
    const { runs } = Result.getOrThrow(
      chooseLanes({
        lanes: [...lanes, forged],
        wanted: { flags: [], lanes: ["fast", "copy"], all: false },
        settings: settings(instance),
        host: undefined
      })
    )
    assert.strictEqual(new Set(runs.map(({ section }) => section)).size, 2)
  })

  it("names what is unknown and what was probably meant, in flags, names and the configuration", () => {
    const error = Result.getOrThrow(
      Result.flip(choose({ wanted: { flags: ["--gemni"], lanes: ["owl", "lm-studio", "zzz"] } }))
    )
    assert.strictEqual(error._tag, "NoSuchLane")
    assert.strictEqual(
      error.message,
      "There is no reviewer lane or instance called `--gemni`, `lm-studio`, `zzz`"
    )
    assert.deepStrictEqual(error.hints.slice(0, 2), [
      "Did you mean `--gemini` instead of `--gemni`?",
      "Did you mean `lm_studio` instead of `lm-studio`?"
    ])
    const defaults = Result.getOrThrow(
      Result.flip(choose({ config: { "review.default_reviewers": ["owl", "codx"] } }))
    )
    assert.strictEqual(
      defaults.message,
      `There is no reviewer lane or instance called \`codx\` (named in \`${settingsFile}\`)`
    )
  })

  it.each([[[]], ["gemini"], [[1]], [7], [["owl", null]], [false]] as ReadonlyArray<readonly [JsonValue]>)(
    "refuses %j as default reviewers, naming key, value and file",
    (value) => {
      const error = Result.getOrThrow(Result.flip(choose({ config: { "review.default_reviewers": value } })))
      assert.strictEqual(error._tag, "BadReviewSetting")
      for (const part of [
        "review.default_reviewers",
        JSON.stringify(value).replaceAll("\\", "\\\\"),
        settingsFile
      ])
        assert.include(error.message, part)
    }
  )

  it.each([
    ["bad.cli", "nobody", "bad"],
    ["Bad.cli", "gemini", "Bad"],
    ["bad.model", "x", "bad"],
    ["bad.cli", 7, "bad"]
  ] as ReadonlyArray<readonly [string, JsonValue, string]>)(
    "warns of the instance %s = %j, and fails when it is named",
    (member, value, name) => {
      const config = { [`review.reviewer_instances.${member}`]: value }
      const warned = chosen({ wanted: { lanes: ["owl"] }, config })
      assert.strictEqual(warned.warnings.length, 1)
      assert.include(warned.warnings[0]?.message, settingsFile)
      assert.strictEqual(
        Result.getOrThrow(Result.flip(choose({ wanted: { lanes: [name] }, config })))._tag,
        "BadReviewSetting"
      )
    }
  )

  it("warns of an instance with the name of a lane, and runs the lane", () => {
    const config = { "review.reviewer_instances.gemini.cli": "owl" }
    const asked = chosen({ wanted: { lanes: ["gemini"] }, config })
    assert.deepStrictEqual(
      asked.runs.map(({ lane }) => lane.slug),
      ["gemini"]
    )
    assert.match(asked.warnings[0]?.message ?? "", /has the name of a lane/u)
  })

  it("does not let an instance's model or agent become an option", () => {
    for (const member of ["model", "agent"]) {
      const config = {
        "review.reviewer_instances.x.cli": "opencode",
        [`review.reviewer_instances.x.${member}`]: "--yolo"
      }
      const error = Result.getOrThrow(Result.flip(choose({ wanted: { lanes: ["x"] }, config })))
      assert.include(error.message, "begins with a hyphen")
    }
  })

  it("skips the agent that asks, its instances too, with a reason, and keeps the order of all", () => {
    const config = { ...instance, "review.default_reviewers": ["fast", "gemini", "owl"] }
    const asked = chosen({ config, host: "gemini" })
    assert.deepStrictEqual(names(asked), ["owl"])
    assert.deepStrictEqual(
      asked.skipped.map(({ run, host }) => [run.identity, host]),
      [
        ["gemini", "gemini"],
        ["fast", "gemini"]
      ]
    )
    assert.deepStrictEqual(asked.order, ["gemini", "fast", "owl"])
    assert.notInclude(names(chosen({ host: "claude", wanted: { all: true } })), "claude")
    assert.notInclude(names(chosen({ host: "claude" })), "claude")
    assert.deepStrictEqual(names(chosen({ host: "copilot" })), every)
  })

  it("runs the agent that asks when the command line names it, and warns", () => {
    for (const wanted of [{ flags: ["--claude"] }, { lanes: ["claude"] }]) {
      const asked = chosen({ wanted, host: "claude" })
      assert.deepStrictEqual([names(asked), asked.skipped], [["claude"], []])
      assert.match(asked.warnings[0]?.message ?? "", /not independent/u)
    }
  })

  it("asks a lane once that is named twice", () => {
    assert.deepStrictEqual(names(chosen({ wanted: { flags: ["--owl"], lanes: ["owl", "OWL"] } })), ["owl"])
  })

  it.prop(
    "never throws, whatever is asked for or configured",
    { words: Schema.Array(Schema.String), value: Schema.Json, all: Schema.Boolean },
    ({ words, value, all }) => {
      const config = {
        "review.default_reviewers": value,
        "review.reviewer_instances": value,
        ["__proto__"]: value
      }
      const result = choose({ wanted: { flags: words, lanes: words, all }, config })
      assert.isTrue(Result.isResult(result))
    }
  )
})

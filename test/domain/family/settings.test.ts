import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { knownMembers } from "../../../src/domain/family/bundled.ts"
import type { SettingEntry } from "../../../src/domain/family/manifest.ts"
import { reconcileFindings } from "../../../src/domain/family/reconcile.ts"
import { conflictText, settingsRegistry } from "../../../src/domain/family/registry.ts"
import { planChanges, type SettingChange } from "../../../src/domain/family/settingsChange.ts"
import {
  placesOf,
  settingRows,
  settingsFacts,
  type SettingRow
} from "../../../src/domain/family/settingsView.ts"
import { familySources, type FamilySource } from "../../../src/domain/family/sources.ts"

const real = (name: string): { readonly settings?: ReadonlyArray<SettingEntry> } =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, "../../data/family/real", name, "capability.json"), "utf8")
  )

const registry = settingsRegistry(familySources([]))

const factsOf = (text: string, environment: Readonly<Record<string, string>> = {}) =>
  settingsFacts(registry, text, environment)

const rowFor = (
  key: string,
  text: string,
  environment: Readonly<Record<string, string>> = {}
): SettingRow => {
  const row = settingRows(factsOf(text, environment)).find((one) => one.key === key)
  assert.isDefined(row)
  return row
}

const short = ({ configuredIn, effective, source }: SettingRow) => [effective, source, configuredIn]

const setting = (over: Partial<SettingEntry> = {}): SettingEntry =>
  ({
    key: "ACME_SECONDS",
    kind: "integer",
    min: 1,
    max: 600,
    default: "60",
    appliesTo: ["acme"],
    effect: "Seconds",
    ...over
  }) as SettingEntry

const source = (name: string, settings: ReadonlyArray<SettingEntry>): FamilySource => ({
  name,
  kind: "execution-backend",
  trust: "third-party",
  folder: `/skills/${name}`,
  settings,
  networkHosts: [],
  writableDirs: [],
  member: undefined
})

describe("knownMembers", () => {
  it.each(["codex-cli-bridge", "antigravity-cli-bridge"])(
    "knows the settings of %s as it declares them",
    (name) => {
      const facts = (entry: SettingEntry) => ({
        ...entry,
        effect: "",
        retired: entry.retired !== undefined
      })
      const known = knownMembers.find((one) => one.name === name)
      assert.deepStrictEqual(known?.settings.map(facts), real(name).settings?.map(facts))
    }
  )

  it("says of a retired key in its own words why, and of every spending key that it spends", () => {
    const entries = knownMembers.flatMap(({ settings }) => settings)
    for (const { retired } of entries) if (retired !== undefined) assert.isAtLeast(retired.trim().length, 20)
    assert.deepStrictEqual(
      entries.filter(({ effect }) => /credit rate|spend knob/iu.test(effect)).map(({ key }) => key),
      ["CODEX_SERVICE_TIER"]
    )
  })
})

describe("settingsRegistry", () => {
  it("holds the six keys of the product's own facts, ascending", () => {
    assert.deepStrictEqual(
      registry.settings.map(({ entry, owner }) => [entry.key, owner.name, owner.trust]),
      [
        ["AGY_HARD_TIMEOUT", "antigravity-cli-bridge", "bundled"],
        ["AGY_REVIEW_ALLOW_ADDDIR", "antigravity-cli-bridge", "bundled"],
        ["AGY_REVIEW_MAX_TOTAL_BYTES", "antigravity-cli-bridge", "bundled"],
        ["CODEX_HARD_TIMEOUT", "codex-cli-bridge", "bundled"],
        ["CODEX_REVIEW_MAX_TOTAL_BYTES", "codex-cli-bridge", "bundled"],
        ["CODEX_SERVICE_TIER", "codex-cli-bridge", "bundled"]
      ]
    )
    assert.deepStrictEqual(registry.conflicts, [])
  })

  it("lets the first of two that differ count, and says what differs", () => {
    const { conflicts, settings } = settingsRegistry([
      source("one", [setting()]),
      source("two", [setting({ kind: "duration", default: "5m" } as Partial<SettingEntry>)]),
      source("three", [setting({ effect: "Others words", appliesTo: ["three"] })])
    ])
    assert.deepStrictEqual(
      settings.map(({ entry, owner }) => [entry.kind, owner.name]),
      [["integer", "one"]]
    )
    assert.deepStrictEqual(
      conflicts.map(({ differs, passedOver }) => [passedOver.name, differs]),
      [["two", ["values", "default"]]]
    )
    assert.deepStrictEqual(conflicts.map(conflictText), [
      "`ACME_SECONDS` is declared by `one` (third-party, `/skills/one`) and with other values and default by `two` (third-party, `/skills/two`); the first counts"
    ])
  })
})

describe("settingRows", () => {
  const key = "CODEX_HARD_TIMEOUT"

  it("takes the variable, then the file, then the default", () => {
    const line = `${key}=9\n`
    assert.deepStrictEqual(short(rowFor(key, line, { [key]: "7" })), ["7", "env", "env"])
    assert.deepStrictEqual(short(rowFor(key, line)), ["9", "file", "file"])
    assert.deepStrictEqual(short(rowFor(key, "")), [null, "default", null])
    assert.deepStrictEqual(short(rowFor("AGY_REVIEW_MAX_TOTAL_BYTES", "")), ["240000", "default", null])
  })

  it("lets a variable that is set to nothing hide the file, and says so", () => {
    const row = rowFor(key, `${key}=9\n`, { [key]: "" })
    assert.deepStrictEqual(short(row), [null, "default", "env"])
    assert.deepStrictEqual(row.notes, [
      `the variable ${key}="" is not taken: it is empty`,
      'line 1, "9", is not taken: the variable hides the file'
    ])
  })

  it("does not take a value that does not fit, whatever its kind, and says why", () => {
    for (const [name, value] of [
      ["CODEX_SERVICE_TIER", "fast"],
      ["CODEX_HARD_TIMEOUT", "1e3"],
      ["AGY_HARD_TIMEOUT", "5"],
      ["AGY_REVIEW_ALLOW_ADDDIR", "yes"]
    ] as const) {
      const here = rowFor(name, `${name}=${value}\n`)
      assert.strictEqual(here.source, "default")
      assert.strictEqual(here.configuredIn, "file")
      assert.deepStrictEqual(here.notes, [`line 1, "${value}", is not taken: it takes ${here.allowed}`])
      assert.deepStrictEqual(rowFor(name, "", { [name]: value }).configuredIn, "env")
    }
  })

  it("lets the last of several lines count, even when it does not fit", () => {
    const row = rowFor(key, `${key}=5\n${key}=x\n`)
    assert.deepStrictEqual([...short(row), row.line], [null, "default", "file", 2])
    assert.include(row.notes, 'line 1, "5", is not taken: line 2 sets it again')
  })

  it("keeps the text of an integer, and says what wrappers are given", () => {
    const row = rowFor(key, `${key}=0010\n`)
    assert.strictEqual(row.effective, "0010")
    assert.deepStrictEqual(row.notes, ["wrappers are given `10`"])
  })

  it("is active when it differs from the default, and when it is retired as soon as it is written", () => {
    const bytes = "AGY_REVIEW_MAX_TOTAL_BYTES"
    const retired = "AGY_REVIEW_ALLOW_ADDDIR"
    assert.isFalse(rowFor(bytes, `${bytes}=240000\n`).active)
    assert.isTrue(rowFor(bytes, `${bytes}=1\n`).active)
    assert.isFalse(rowFor(bytes, `${bytes}=x\n`).active)
    assert.isFalse(rowFor(retired, "").active)
    assert.isTrue(rowFor(retired, `${retired}=0\n`).active)
    assert.isTrue(rowFor(retired, `${retired}=x\n`).active)
    assert.include(rowFor(retired, "").retired, "retired")
  })
})

const words = ["CODEX_HARD_TIMEOUT=5", "CODEX_HARD_TIMEOUT=", "AGY_HARD_TIMEOUT=5m", "__proto__=1"] as const
const hostile = ["\uFEFF", "\r", "\0", "\u001b[2J", "constructor=1", "=", "#"] as const

describe("placesOf", () => {
  it("does not tell what a variable holds that a third party named, unless it fits", () => {
    const theirs = settingsRegistry([source("acme", [setting({ key: "API_TOKEN" })])])
    const told = (value: string) => {
      const facts = settingsFacts(theirs, "", { API_TOKEN: value })
      const [place] = theirs.settings.flatMap((one) => placesOf(facts, one))
      return [place?.value, settingRows(facts)[0]?.notes]
    }
    assert.deepStrictEqual(told("s3cret"), [
      null,
      ["the variable API_TOKEN is not taken: it takes integer 1..600"]
    ])
    assert.deepStrictEqual(told("5"), ["5", []])
    assert.deepStrictEqual(told(""), ["", ['the variable API_TOKEN="" is not taken: it is empty']])
  })
})

describe("any text", () => {
  it.effect.prop(
    "is read, listed and reconciled without failing, and every line is one of the text",
    [Arbitrary.array(Arbitrary.schema(Schema.Literals([...words, ...hostile, "\n"])), { maxLength: 24 })],
    ([pieces]) =>
      Effect.sync(() => {
        const text = pieces.join("")
        const count = text.split("\n").length
        const facts = factsOf(text, { CODEX_HARD_TIMEOUT: pieces[0] ?? "" })
        assert.strictEqual(settingRows(facts).length, 6)
        for (const { lines } of reconcileFindings(facts, text))
          for (const line of lines) assert.isTrue(line >= 1 && line <= count)
        for (const one of registry.settings)
          assert.isAtMost(placesOf(facts, one).filter(({ taken }) => taken).length, 1)
      })
  )
})

const changed = (text: string, changes: ReadonlyArray<SettingChange>, repair = false, environment = {}) =>
  planChanges(factsOf(text, environment), changes, repair)

const refusal = (text: string, change: SettingChange, repair = false): string => {
  const plan = changed(text, [change], repair)
  return Result.isFailure(plan) ? plan.failure.message : ""
}

describe("planChanges", () => {
  it("refuses a key that nobody declares, a retired one and a value that it does not take", () => {
    const set = (key: string, value: string): SettingChange => ({ _tag: "Set", key, value })
    assert.strictEqual(refusal("", set("CODEX_TIER", "x")), "No member declares the setting `CODEX_TIER`")
    assert.match(refusal("", set("AGY_REVIEW_ALLOW_ADDDIR", "1")), /^`AGY_REVIEW_ALLOW_ADDDIR` is retired/u)
    assert.strictEqual(refusal("", set("CODEX_HARD_TIMEOUT", "0")), '`CODEX_HARD_TIMEOUT` does not take "0"')
    assert.strictEqual(refusal("", set("__proto__", "0")), "No member declares the setting `__proto__`")
  })

  it("tells everything that is wrong at once", () => {
    const plan = changed("", [
      { _tag: "Set", key: "NO", value: "1" },
      { _tag: "Set", key: "CODEX_HARD_TIMEOUT", value: "x" }
    ])
    assert.isTrue(Result.isFailure(plan) && plan.failure.problems.length === 2)
  })

  it("refuses to set what stands in several lines, unless it is to be repaired", () => {
    const text = "CODEX_HARD_TIMEOUT=1\nCODEX_HARD_TIMEOUT=2\n"
    const set: SettingChange = { _tag: "Set", key: "CODEX_HARD_TIMEOUT", value: "3" }
    assert.strictEqual(refusal(text, set), "`CODEX_HARD_TIMEOUT` is set in the lines 1, 2")
    const plan = Result.getOrThrow(changed(text, [set], true))
    assert.deepStrictEqual(plan.changes, [
      { key: "CODEX_HARD_TIMEOUT", before: "2", after: "3", removedLines: [1] }
    ])
  })

  it("refuses a declared value that no line can hold", () => {
    const odd = settingsRegistry([
      source("odd", [
        setting({ kind: "enum", values: ["a\nB=1", "b"], default: null } as Partial<SettingEntry>)
      ])
    ])
    const plan = planChanges(
      settingsFacts(odd, "", {}),
      [{ _tag: "Set", key: "ACME_SECONDS", value: "a\nB=1" }],
      false
    )
    assert.isTrue(Result.isFailure(plan))
  })

  it("takes out retired and unknown keys", () => {
    const text = "NO=1\nAGY_REVIEW_ALLOW_ADDDIR=1\n"
    const plan = Result.getOrThrow(
      changed(text, [
        { _tag: "Unset", key: "NO" },
        { _tag: "Unset", key: "AGY_REVIEW_ALLOW_ADDDIR" }
      ])
    )
    assert.deepStrictEqual(
      plan.changes.map(({ after, before, removedLines }) => [before, after, removedLines]),
      [
        ["1", null, [1]],
        ["1", null, [2]]
      ]
    )
  })

  it("warns of spending by a new value alone, and of a variable that hides the file", () => {
    const set: SettingChange = { _tag: "Set", key: "CODEX_SERVICE_TIER", value: "priority" }
    const caveats = (text: string, change: SettingChange) =>
      Result.getOrThrow(changed(text, [change])).caveats.map(({ key }) => key)
    assert.deepStrictEqual(caveats("", set), ["CODEX_SERVICE_TIER"])
    assert.deepStrictEqual(caveats("CODEX_SERVICE_TIER=priority\n", set), [])
    assert.deepStrictEqual(caveats("", { _tag: "Unset", key: "CODEX_SERVICE_TIER" }), [])
    const shadowed = Result.getOrThrow(changed("", [set], false, { CODEX_SERVICE_TIER: "" }))
    assert.deepStrictEqual(shadowed.envShadows, [
      { key: "CODEX_SERVICE_TIER", text: "the variable CODEX_SERVICE_TIER is set and hides the file" }
    ])
  })
})

describe("reconcileFindings", () => {
  it("names each thing that fits no member, with its lines, whatever variables say", () => {
    const text = "\uFEFFNO=0\nNO=1\nNO=2\nAGY_REVIEW_ALLOW_ADDDIR=x\nCODEX_HARD_TIMEOUT=x\nexport A=1\n"
    for (const environment of [{}, { CODEX_HARD_TIMEOUT: "7" }])
      assert.deepStrictEqual(
        reconcileFindings(factsOf(text, environment), text).map(({ code, key, lines }) => [code, key, lines]),
        [
          ["unknown-key", "NO", [2, 3]],
          ["retired-key", "AGY_REVIEW_ALLOW_ADDDIR", [4]],
          ["duplicate-key", "NO", [2, 3]],
          ["invalid-value", "CODEX_HARD_TIMEOUT", [5]],
          ["byte-order-mark", null, [1]],
          ["malformed-line", null, [6]]
        ]
      )
  })

  it("finds nothing in a file that fits", () => {
    const text = "# mine\r\nCODEX_HARD_TIMEOUT=5\r\n"
    assert.deepStrictEqual(reconcileFindings(factsOf(text), text), [])
  })
})

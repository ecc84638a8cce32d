import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import {
  resolveDetectDir,
  resolveWritableDir,
  type Variables
} from "../../../src/domain/family/directories.ts"
import { formSlots } from "../../../src/domain/family/forms.ts"
import type { WritableDir } from "../../../src/domain/family/manifest.ts"
import { isSettingValue, type ValueGrammar } from "../../../src/domain/family/settingValue.ts"
import {
  readSettings,
  settingsFile,
  type RegistryKey,
  type SettingsReading
} from "../../../src/domain/family/settingsText.ts"

const data = join(import.meta.dirname, "../../data/family")

interface Case extends SettingsReading {
  readonly kind: string
  readonly name: string
  readonly env: Variables
  readonly entry: WritableDir & ValueGrammar
  readonly spec: Partial<WritableDir>
  readonly cwd: string
  readonly home: string
  readonly resolved: string
  readonly text: string
  readonly value: string
  readonly valid: boolean
  readonly form: string
  readonly slots: ReadonlyArray<string>
}

/** As collected, but for `writableDir/dotdot`: its project lies in `/ws`, whose parent was still named otherwise. */
const cases = readFileSync(join(data, "resolve.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Case => JSON.parse(line))

const registry: ReadonlyArray<RegistryKey> = JSON.parse(
  readFileSync(join(data, "settings-registry.json"), "utf8")
)

const kind = (name: string): ReadonlyArray<Case> => {
  const found = cases.filter((one) => one.kind === name)
  assert.isAbove(found.length, 2)
  return found
}

describe("resolveWritableDir", () => {
  it.each(kind("writableDir"))("$name", ({ cwd, entry, env, home, resolved }) => {
    assert.strictEqual(resolveWritableDir({ cwd, entry, env, home }), resolved)
  })
})

describe("resolveDetectDir", () => {
  it.each(kind("detectInstalled"))("$name", ({ env: environment, home, resolved, spec }) => {
    assert.strictEqual(resolveDetectDir({ ...spec, environment, home }), resolved)
  })

  it("expands the tilde of a variable too", () => {
    const environment = { ACME_DIR: "~/skills/acme" }
    assert.strictEqual(
      resolveDetectDir({ env: "ACME_DIR", default: "~/x", environment, home: "/home/ada" }),
      "/home/ada/skills/acme"
    )
  })

  it("is undefined when neither the variable nor the default says anything", () => {
    assert.isUndefined(resolveDetectDir({ env: "ACME_DIR", default: "", environment: {}, home: "/home/ada" }))
  })
})

describe("settingsFile", () => {
  it.each(kind("settingsFile"))("$name", ({ env, home, resolved }) => {
    assert.strictEqual(settingsFile({ env, home }), resolved)
  })
})

describe("readSettings", () => {
  it.each(kind("settingsText"))("$name", (one) => {
    const { effective, ...reading } = readSettings({ registry, text: one.text, environment: one.env })
    const { duplicateKeys, invalidKeys, malformedLines, parsed, unknownKeys } = one
    assert.deepStrictEqual(reading, { parsed, malformedLines, unknownKeys, duplicateKeys, invalidKeys })
    assert.deepStrictEqual(effective, one.effective)
  })

  it("reads a file of another system's line ends", () => {
    const { effective, malformedLines } = readSettings({
      registry,
      text: "# hours\r\nACME_SECONDS=10\r\n",
      environment: {}
    })
    assert.deepStrictEqual(malformedLines, [])
    assert.deepStrictEqual(effective, { ACME_SECONDS: { value: "10", source: "file" } })
  })
})

describe("isSettingValue", () => {
  it.each(kind("settingValue"))("$name", ({ entry, valid, value }) => {
    assert.strictEqual(isSettingValue(entry, value), valid)
  })
})

describe("formSlots", () => {
  it.each(kind("slots"))("$name", ({ form, slots }) => {
    assert.deepStrictEqual(formSlots(form), slots)
  })
})

import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import type { ExplainedFamilySetting, FamilySettingsReport } from "../../../src/pipelines/familySettings.ts"
import type { FamilySettingsChanged } from "../../../src/pipelines/familySettingsChange.ts"
import type { FamilySettingsReconciled } from "../../../src/pipelines/familySettingsReconcile.ts"
import { acmeManifest, layMember, realManifest } from "../../support/familyMembers.ts"
import { removeRooms } from "../../support/rooms.ts"
import {
  fileOf,
  folderOf,
  json,
  key,
  retired,
  settings,
  textIn,
  worldWith
} from "../../cli/support/familySettings.ts"

afterAll(removeRooms)

describe("gsd family settings", () => {
  it("lists every key without a file, and creates nothing", () => {
    const world = worldWith()
    const report = json<FamilySettingsReport>(world, [])
    assert.strictEqual(report.path, fileOf(world))
    assert.strictEqual(report.fileState, "absent")
    assert.deepStrictEqual(
      report.settings.map((row) => [row.key, row.effective, row.source, row.retired === null]),
      [
        ["AGY_HARD_TIMEOUT", null, "default", true],
        [retired, "0", "default", false],
        ["AGY_REVIEW_MAX_TOTAL_BYTES", "240000", "default", true],
        [key, null, "default", true],
        ["CODEX_REVIEW_MAX_TOTAL_BYTES", "1500000", "default", true],
        ["CODEX_SERVICE_TIER", null, "default", true]
      ]
    )
    assert.deepStrictEqual(readdirSync(world.home), [])
    const text = settings(world, [])
    assert.deepStrictEqual([text.code, text.stderr], [0, ""])
    assert.include(text.stdout, `${retired} = 0  [default] retired`)
  })

  it("says what in the file does not count, and where the values come from", () => {
    const world = worldWith(`${key}=5\nNO=1\n${key}=6\nexport X=1\n`)
    const report = json<FamilySettingsReport>(world, [], { AGY_HARD_TIMEOUT: "x" })
    assert.deepStrictEqual(
      [report.fileState, report.duplicateKeys, report.unknownKeys, report.malformedLines],
      ["present", [key], ["NO"], [4]]
    )
    const row = (name: string) => report.settings.find((one) => one.key === name)
    assert.include(row(key), { effective: "6", source: "file", configuredIn: "file", line: 3 })
    assert.include(row("AGY_HARD_TIMEOUT"), { effective: null, source: "default", configuredIn: "env" })
  })

  it("looks where XDG_CONFIG_HOME says, relative to the working directory too", () => {
    const world = worldWith()
    const env = { XDG_CONFIG_HOME: "conf" }
    assert.strictEqual(settings(world, ["set", `${key}=9`, "--apply"], env).code, 0)
    assert.strictEqual(
      readFileSync(join(world.work, "conf/agent-workflow/bridge-settings.conf"), "utf8"),
      `${key}=9\n`
    )
    assert.strictEqual(
      json<FamilySettingsReport>(world, [], env).path,
      "conf/agent-workflow/bridge-settings.conf"
    )
    assert.isFalse(existsSync(folderOf(world)))
  })

  it("takes keys from members that are here, and says how far these can be trusted", () => {
    const world = worldWith("ACME_SECONDS=5\nFAR_SECONDS=6\n")
    layMember(join(world.home, ".claude/skills/codex-cli-bridge"), realManifest("codex-cli-bridge"))
    layMember(join(world.home, ".claude/skills/acme"), acmeManifest())
    const far = acmeManifest({
      name: "far",
      settings: [
        { key: "FAR_SECONDS", kind: "duration", default: null, appliesTo: ["acme-review"], effect: "x" },
        { key, kind: "boolean", default: "0", appliesTo: ["acme-review"], effect: "x" }
      ]
    })
    layMember(join(world.work, "far"), far)
    const report = json<FamilySettingsReport>(world, ["--member", "far"])
    assert.deepStrictEqual(
      report.settings.map(({ key: name, member }) => [name, member.name, member.trust]),
      [
        ["ACME_SECONDS", "acme-bridge", "third-party"],
        ["AGY_HARD_TIMEOUT", "antigravity-cli-bridge", "bundled"],
        [retired, "antigravity-cli-bridge", "bundled"],
        ["AGY_REVIEW_MAX_TOTAL_BYTES", "antigravity-cli-bridge", "bundled"],
        [key, "codex-cli-bridge", "installed"],
        ["CODEX_REVIEW_MAX_TOTAL_BYTES", "codex-cli-bridge", "installed"],
        ["CODEX_SERVICE_TIER", "codex-cli-bridge", "installed"],
        ["FAR_SECONDS", "far", "third-party"]
      ]
    )
    assert.deepStrictEqual(
      report.conflicts.map((one) => [one.key, one.counts.name, one.passedOver.name, one.differs]),
      [[key, "codex-cli-bridge", "far", ["values", "default"]]]
    )
    const text = settings(world, ["--member", "far"])
    assert.include(text.stderr, "warning: `CODEX_HARD_TIMEOUT` is declared by")
    assert.strictEqual(settings(world, ["set", "FAR_SECONDS=5m", "--member", "far"]).code, 0)
    assert.strictEqual(settings(world, ["set", "FAR_SECONDS=5m"]).code, 4)
  })
})

describe("gsd family settings with a broken member", () => {
  it("goes by the product's own facts, and says so", () => {
    const world = worldWith()
    const broken = { ...realManifest("codex-cli-bridge"), provides: "review" }
    layMember(join(world.home, ".claude/skills/codex-cli-bridge"), broken)
    const text = settings(world, [])
    assert.strictEqual(text.code, 0)
    assert.include(text.stdout, "codex-cli-bridge (bundled)")
    assert.match(text.stderr, /is invalid, so the facts that gsd brings along count/u)
    assert.strictEqual(settings(world, ["--member", "nowhere"]).code, 0)
  })
})

describe("gsd family settings explain", () => {
  it("names every place that says something, and why it is not taken", () => {
    const world = worldWith(`# mine\n${key}=5\n${key}=x\n`)
    const explained = json<ExplainedFamilySetting>(world, ["explain", key], { [key]: "" })
    assert.deepStrictEqual(
      explained.places.map(({ from, line, taken, why }) => [from, line, taken, why]),
      [
        ["env", null, false, "it is empty"],
        ["file", 3, false, "the variable hides the file"],
        ["file", 2, false, "the variable hides the file"]
      ]
    )
    assert.include(explained.setting, { kind: "integer", allowed: "integer 1..86400", effective: null })
    assert.deepStrictEqual(explained.setting?.member, {
      name: "codex-cli-bridge",
      trust: "bundled",
      folder: null
    })
    const text = settings(world, ["explain", key])
    assert.include(text.stdout, `${fileOf(world)}:3: x (not taken: it takes integer 1..86400)`)
    assert.include(text.stdout, `${fileOf(world)}:2: 5 (not taken: line 3 sets it again)`)
  })

  it("explains a retired key, and one that only the file knows", () => {
    const world = worldWith(`${retired}=1\nNO=1\n`)
    const text = settings(world, ["explain", retired])
    assert.include(text.stdout, "retired, does nothing: ")
    assert.include(text.stdout, `gsd family settings unset ${retired} --apply`)
    assert.isNull(json<ExplainedFamilySetting>(world, ["explain", "NO"]).setting)
  })

  it("does not find a key that nobody knows", () => {
    const ran = settings(worldWith(), ["explain", "CODEX_HARD_TIMEOT"])
    assert.strictEqual(ran.code, 6)
    assert.include(ran.stderr, "Did you mean `CODEX_HARD_TIMEOUT`?")
  })
})

describe("gsd family settings set", () => {
  it("only says what would change, until it is to be applied", () => {
    const world = worldWith()
    const preview = settings(world, ["set", `${key}=9`, "CODEX_SERVICE_TIER=priority"], { [key]: "7" })
    assert.strictEqual(preview.code, 0)
    assert.include(preview.stdout, `${key}: (unset) → 9`)
    assert.include(preview.stdout, "spends: CODEX_SERVICE_TIER: ")
    assert.include(preview.stdout, `shadowed: ${key}: the variable ${key} is set and hides the file`)
    assert.include(preview.stdout, "`--apply` writes it")
    assert.deepStrictEqual(readdirSync(world.home), [])
    const changed = json<FamilySettingsChanged>(world, ["set", `${key}=9`, "--apply"])
    assert.deepStrictEqual(
      [changed.wrote, changed.noop, changed.changes],
      [true, false, [{ key, before: null, after: "9", removedLines: [] }]]
    )
    const again = json<FamilySettingsChanged>(world, ["set", `${key}=9`, "--apply"])
    assert.deepStrictEqual([again.wrote, again.noop], [false, true])
  })

  it("keeps every other byte, the mode, and leaves nothing beside the file", () => {
    const before = `\uFEFF# mine\r\n\r\nNO=1\r\n ${key}=0\n${key}=5\r\nlast`
    const world = worldWith(before)
    chmodSync(fileOf(world), 0o600)
    assert.strictEqual(settings(world, ["set", `${key}=77`, "AGY_HARD_TIMEOUT=5m", "--apply"]).code, 0)
    assert.strictEqual(
      textIn(world),
      `\uFEFF# mine\r\n\r\nNO=1\r\n ${key}=0\n${key}=77\r\nAGY_HARD_TIMEOUT=5m\r\nlast`
    )
    assert.strictEqual(lstatSync(fileOf(world)).mode & 0o777, 0o600)
    assert.deepStrictEqual(readdirSync(folderOf(world)), ["bridge-settings.conf"])
    assert.strictEqual(settings(world, ["set", `${key}=5`, "--apply"]).code, 0)
    assert.strictEqual(settings(world, ["unset", "AGY_HARD_TIMEOUT", "--apply"]).code, 0)
    assert.strictEqual(textIn(world), before)
  })

  it("refuses a retired key, an unknown one and a value that does not fit, all with nothing written", () => {
    const world = worldWith("")
    for (const [args, said] of [
      [[`${retired}=1`], "is retired and does nothing"],
      [["NO=1"], "No member declares the setting `NO`"],
      [[`${key}=0`, "AGY_HARD_TIMEOUT=5m"], 'does not take "0"']
    ] as const) {
      const ran = settings(world, ["set", ...args, "--apply"])
      assert.strictEqual(ran.code, 4)
      assert.include(ran.stderr, said)
    }
    assert.strictEqual(textIn(world), "")
    const failed = settings(world, ["set", `${retired}=1`, "--json"])
    assert.strictEqual(JSON.parse(failed.stdout).error._tag, "FamilySettingsRefused")
  })

  it("refuses a key in several lines until it is to be repaired", () => {
    const world = worldWith(`${key}=1\n# a\n${key}=2\n`)
    assert.strictEqual(settings(world, ["set", `${key}=3`, "--apply"]).code, 4)
    assert.strictEqual(settings(world, ["set", `${key}=3`, "--repair", "--apply"]).code, 0)
    assert.strictEqual(textIn(world), `# a\n${key}=3\n`)
  })
})

describe("gsd family settings unset", () => {
  it("takes out retired and unknown keys, all of their lines, in one write", () => {
    const world = worldWith(`${retired}=1\r\nNO=1\nNO=2\n${key}=5`)
    const preview = settings(world, ["unset", retired, "NO"])
    assert.include(preview.stdout, "NO: 2 → (unset) (takes out line 2, 3)")
    assert.strictEqual(settings(world, ["unset", retired, "NO", "--apply"]).code, 0)
    assert.strictEqual(textIn(world), `${key}=5`)
    assert.strictEqual(settings(world, ["unset", key, "--apply"]).code, 0)
    assert.strictEqual(textIn(world), "")
    assert.isTrue(json<FamilySettingsChanged>(world, ["unset", "NO", "--apply"]).noop)
  })
})

describe("gsd family settings reconcile", () => {
  it("finds what fits no member, and fails only where it is to check", () => {
    const world = worldWith(`${retired}=1\nNO=1\nNO=2\n`)
    const { findings } = json<FamilySettingsReconciled>(world, ["reconcile"])
    assert.deepStrictEqual(
      findings.map(({ code, lines }) => [code, lines]),
      [
        ["unknown-key", [2, 3]],
        ["retired-key", [1]],
        ["duplicate-key", [2, 3]]
      ]
    )
    assert.strictEqual(settings(world, ["reconcile"]).code, 0)
    const checked = settings(world, ["reconcile", "--check"])
    assert.strictEqual(checked.code, 4)
    assert.include(checked.stdout, "retired-key")
    assert.strictEqual(settings(worldWith(`${key}=5\n`), ["reconcile", "--check"]).code, 0)
    assert.strictEqual(settings(worldWith(), ["reconcile", "--check"]).code, 0)
  })

  it("takes out all but the last of every key that stands more than once", () => {
    const world = worldWith(`NO=1\n${key}=1\nNO=2\n${key}=2\n`)
    assert.strictEqual(settings(world, ["reconcile", "--repair"]).code, 0)
    assert.strictEqual(textIn(world), `NO=1\n${key}=1\nNO=2\n${key}=2\n`)
    assert.strictEqual(settings(world, ["reconcile", "--repair", "--apply"]).code, 0)
    assert.strictEqual(textIn(world), `NO=2\n${key}=2\n`)
  })
})

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, expect, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { renderDirs, renderHosts, tomlText } from "../../../src/cli/render/familyAllowances.ts"
import { renderDetection } from "../../../src/cli/render/familyDetect.ts"
import { laneNotes, renderLane } from "../../../src/cli/render/familyLane.ts"
import { renderModes } from "../../../src/cli/render/familyModes.ts"
import { renderProcedures } from "../../../src/cli/render/familyProcedures.ts"
import { plainPaint, widthOf, type View } from "../../../src/cli/render/view.ts"
import { allowedDirs, allowedHosts } from "../../../src/domain/family/allowances.ts"
import { memberStates, readinessWords, type Detection } from "../../../src/domain/family/detect.ts"
import { judgeFamilyManifest } from "../../../src/domain/family/judge.ts"
import { laneOfMember } from "../../../src/domain/family/lane.ts"
import { roleWords, type FamilyMember, type ModeEntry } from "../../../src/domain/family/manifest.ts"
import { memberOf } from "../../../src/domain/family/memberOf.ts"
import { modesOf } from "../../../src/domain/family/modes.ts"
import { proceduresOf } from "../../../src/domain/family/procedures.ts"
import { familySources, type LocatedMember } from "../../../src/domain/family/sources.ts"
import { hidesSomething } from "../../../src/domain/text/escape.ts"

const data = join(import.meta.dirname, "../../data/family")

const eighty: View = { width: 80, paint: plainPaint }
const piped: View = { width: undefined, paint: plainPaint }

const located = (path: string): LocatedMember => {
  const value: unknown = JSON.parse(readFileSync(join(data, path), "utf8"))
  const { findings, manifest, result } = judgeFamilyManifest({ value, findings: [] })
  assert.deepStrictEqual([result, findings.filter(({ severity }) => severity === "error")], ["valid", []])
  assert.isDefined(manifest)
  return { folder: "/home/ada/skills/one", trust: "installed", member: memberOf(manifest) }
}

const golden = (name: string): string => join(data, "golden", name)

const members = [
  ["codex-cli-bridge", "real/codex-cli-bridge/capability.json"],
  ["antigravity-cli-bridge", "real/antigravity-cli-bridge/capability.json"],
  ["hostile", "golden/hostile.json"]
] as const

/** Lines that hold what a terminal would act on or hide. */
const unsafe = (text: string): ReadonlyArray<string> => text.split("\n").filter(hidesSomething)

const tooWide = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => widthOf(line) > 80)

describe("golden texts at 80 columns", () => {
  it.each(members)("of the modes of %s", async (name, path) => {
    const text = renderModes([modesOf(located(path))], eighty)
    assert.deepStrictEqual([unsafe(text), tooWide(text)], [[], []])
    await expect(`${text}\n`).toMatchFileSnapshot(golden(`${name}.modes.txt`))
  })

  it.each(members)("of the procedures of %s", async (name, path) => {
    const text = renderProcedures(proceduresOf([located(path)]), eighty)
    assert.deepStrictEqual([unsafe(text), tooWide(text)], [[], []])
    await expect(`${text}\n`).toMatchFileSnapshot(golden(`${name}.procedures.txt`))
  })
})

describe("a pipe", () => {
  it("gets every line of a contract whole and to the byte", () => {
    const { member } = located("real/codex-cli-bridge/capability.json")
    const text = renderProcedures(
      proceduresOf([{ folder: "/home/ada/skills/one", trust: "installed", member }]),
      piped
    )
    const lines = new Set(text.split("\n").map((line) => line.trimStart().replace(/^- /u, "")))
    for (const { contract } of member.roles.values()) {
      assert.isDefined(contract)
      const { continue: more, grounding = "", invocations, notes = [], passthrough, receipt = "" } = contract
      const said = [...invocations, ...more, grounding, receipt, ...notes, ...(passthrough?.blocked ?? [])]
      assert.isAbove(said.length, 4)
      for (const one of said) assert.isTrue(lines.has(one), one)
    }
  })
})

describe("renderModes", () => {
  it("says of a bridge without a catalog that it predates it", () => {
    const { member, ...place } = located("real/codex-cli-bridge/capability.json")
    const text = renderModes([modesOf({ ...place, member: { ...member, modeCatalog: undefined } })], eighty)
    assert.strictEqual(text, "codex-cli-bridge 3.5.0 (installed)\n  no catalog: this bridge predates it")
  })
})

const text = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.schema(
      Schema.Literals([
        "\u001b[31m",
        "\u009b2J",
        "\n",
        "\r\n",
        "\u0007",
        "\0",
        "\u0085",
        "\u2028",
        "\u202e",
        "\u2066",
        "\ud800",
        "\udc00",
        "\ufeff",
        "\u{e0041}",
        "\u3000",
        "\t",
        "\\",
        '"',
        "<a>",
        "[b <c>]",
        "gsd: Install? [Y/n] ",
        "x".repeat(90),
        " ",
        "é",
        "plan"
      ])
    ),
    { maxLength: 6 }
  ),
  (parts) => parts.join("")
)

const texts = Arbitrary.array(text, { maxLength: 3 })

const contract = Arbitrary.all({
  invocations: texts,
  grounding: text,
  flags: texts,
  continue: texts,
  passthrough: Arbitrary.all({ policy: text, blocked: texts, probeRelaxed: texts }),
  receipt: text,
  notes: texts
})

const role = Arbitrary.all({ cmd: text, source: text, template: text, modes: texts, output: text, contract })

const mode: Arbitrary.Arbitrary<ModeEntry> = Arbitrary.all({
  key: text,
  kind: Arbitrary.schema(Schema.Literals(["primary", "continuation", "env-hook"])),
  role: Arbitrary.schema(Schema.Literals(["review", "execute", "nothing"])),
  parents: texts,
  submode: text,
  purpose: text,
  whenToUse: texts,
  whenNotTo: texts,
  invocationRefs: Arbitrary.array(
    Arbitrary.all({
      contractField: Arbitrary.schema(Schema.Literals(["invocations", "continue"])),
      index: Arbitrary.schema(Schema.Literals([0, 1, 2]))
    }),
    { maxLength: 2 }
  ),
  operands: Arbitrary.array(
    Arbitrary.all({ slot: text, required: Arbitrary.schema(Schema.Boolean), description: text }),
    { maxLength: 2 }
  ),
  guardrails: Arbitrary.array(
    Arbitrary.all({
      value: text,
      enforcement: Arbitrary.schema(Schema.Literals(["enforced", "advisory"])),
      condition: text,
      source: text
    }),
    { maxLength: 2 }
  ),
  customHooks: texts
})

const setting = Arbitrary.all({
  key: text,
  kind: Arbitrary.schema(Schema.Literals(["enum"])),
  values: texts,
  default: text,
  appliesTo: texts,
  effect: text,
  isRetired: Arbitrary.schema(Schema.Boolean),
  why: text
})

const member = Arbitrary.map(
  Arbitrary.all({
    name: text,
    version: text,
    role,
    hosts: texts,
    dirs: texts,
    settings: Arbitrary.array(setting, { maxLength: 2 }),
    modes: Arbitrary.array(mode, { maxLength: 2 })
  }),
  (made): FamilyMember => ({
    name: made.name,
    kind: "execution-backend",
    version: made.version,
    available: true,
    provides: ["review"],
    roles: new Map([["review", made.role]]),
    detect: {},
    settings: made.settings.map(({ isRetired, why, ...entry }) => ({
      ...entry,
      appliesTo: [made.role.cmd],
      ...(isRetired ? { retired: why } : {})
    })),
    networkHosts: made.hosts,
    writableDirs: made.dirs.map((path) => ({ env: null, default: path })),
    modeCatalog: made.modes
  })
)

const detectionOf = ({ name, version, writableDirs }: FamilyMember): Detection => ({
  members: memberStates.map((state) => ({
    name,
    kind: "execution-backend",
    state,
    why: name,
    folder: writableDirs[0]?.default ?? name,
    foundBy: "env",
    variable: "ACME_DIR",
    version,
    latest: version,
    freshness: "behind"
  })),
  backends: readinessWords.map((readiness) => ({
    name,
    readiness,
    cli: { command: name, presence: "present" },
    credentials: { file: name, presence: "unknown" },
    wrappers: [{ command: name, presence: "absent" }]
  })),
  project: { directory: name, deployed: true, stamps: [{ name, file: name, version }] },
  summary: name,
  warnings: []
})

/** Every text that a member gets into. */
const renderedTexts = (one: FamilyMember, view: View): ReadonlyArray<string> => {
  const place: LocatedMember = { folder: one.name, trust: "third-party", member: one }
  const sources = familySources([place])
  const hosts = renderHosts(allowedHosts(sources))
  const dirs = renderDirs(allowedDirs(sources, { env: {}, cwd: one.name, home: "/home/ada" }))
  const lane = laneOfMember(one, { names: new Set(), flags: new Set() })
  return [
    renderModes([modesOf(place)], view),
    renderProcedures(proceduresOf([place]), view),
    renderDetection(detectionOf(one), view),
    ...(["text", "toml", "snippet"] as const).flatMap((format) => [hosts(format, view), dirs(format, view)]),
    ...(Result.isSuccess(lane) ? [renderLane(lane.success.manifest), laneNotes(lane.success, view)] : [])
  ]
}

describe("whatever a member says", () => {
  it.prop("no text holds a character that a terminal acts on or hides", { one: member }, ({ one }) => {
    for (const view of [eighty, piped])
      for (const shown of renderedTexts(one, view)) assert.deepStrictEqual(unsafe(shown), [])
  })

  it.prop("every procedure is of a role of the vocabulary", { one: member }, ({ one }) => {
    const found = proceduresOf([{ folder: "/x", trust: "third-party", member: one }])
    assert.isTrue(found.every(({ role: word }) => roleWords.includes(word)))
  })
})

/** Reads a basic string of TOML, as far as `tomlText` writes any. */
const readToml = (written: string): string =>
  written
    .slice(1, -1)
    .replaceAll(/\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(["\\]))/gu, (_, four, eight, plain) =>
      plain === undefined ? String.fromCodePoint(Number.parseInt(four ?? eight, 16)) : String(plain)
    )

describe("values of the environment", () => {
  it.prop(
    "come back out of TOML and out of a snippet as they were, each on its own line",
    { text },
    (given) => {
      const directory = `/projects/${given.text}`.replaceAll(/\p{Cs}/gu, "\ufffd")
      assert.strictEqual(readToml(tomlText(directory)), directory)
      const dirs = renderDirs([
        {
          directory,
          sources: [{ member: "acme", trust: "bundled", folder: null, variable: "ACME_HOME" }]
        }
      ])
      assert.strictEqual(dirs("toml", piped).split("\n").length, 4)
      assert.strictEqual(dirs("text", piped).split("\n").length, 1)
      assert.deepStrictEqual(JSON.parse(dirs("snippet", piped)), {
        sandbox: { filesystem: { allowWrite: [directory] } }
      })
    }
  )
})

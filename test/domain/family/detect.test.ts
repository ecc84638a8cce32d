import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { knownMembers } from "../../../src/domain/family/bundled.ts"
import {
  detectionSummary,
  freshnessOf,
  readinessOf,
  stampVersion,
  stateOf,
  type BackendSeen,
  type DetectedMember,
  type PlaceFound,
  type Readiness
} from "../../../src/domain/family/detect.ts"
import type { Finding } from "../../../src/domain/family/finding.ts"
import { judgeFamilyManifest } from "../../../src/domain/family/judge.ts"
import { bundledLatest, readLatest } from "../../../src/domain/family/latest.ts"
import { acmeManifest, realManifest } from "../../support/familyMembers.ts"

const acme = { name: "acme-bridge", kind: "execution-backend" } as const

const found = (value: unknown, more: ReadonlyArray<Finding> = []): PlaceFound => {
  const { findings, kind, manifest, name, result } = judgeFamilyManifest({ value, findings: [] })
  const report = { path: "/x", result: more.length > 0 ? "invalid" : result, name, kind } as const
  return { report: { ...report, findings: [...findings, ...more] }, manifest, marker: undefined }
}

const nothing = (marker: PlaceFound["marker"]): PlaceFound => ({
  report: undefined,
  manifest: undefined,
  marker
})

const unreadable: Finding = {
  code: "files.unreadable",
  severity: "error",
  pointer: "",
  message: "It cannot be looked at",
  hint: "Make it readable"
}

describe("stateOf", () => {
  it.each([
    ["nothing", nothing("absent"), "absent", "Nothing is there"],
    ["a marker alone", nothing("file"), "invalid", "There is a `SKILL.md`, but no `capability.json`"],
    ["a marker out of reach", nothing("unknown"), "uncheckable", "`SKILL.md` cannot be looked at"],
    ["a valid manifest", found(acmeManifest()), "installed", "Its manifest is valid"],
    [
      "a placeholder",
      found(acmeManifest({ name: "other", available: false })),
      "placeholder",
      "Its manifest says that it is not available"
    ],
    [
      "another name",
      found(acmeManifest({ name: "other" })),
      "other-tool",
      "Its manifest is that of `other`, execution-backend"
    ],
    [
      "another kind",
      found(acmeManifest({ kind: "composition-root" })),
      "other-tool",
      "Its manifest is that of `acme-bridge`, composition-root"
    ],
    [
      "another schema",
      found({ ...acmeManifest(), schema: 2 }),
      "unsupported",
      "`/schema`: Schema 2 is not understood; this product understands 1"
    ],
    [
      "two faults",
      found(acmeManifest({ kind: "nothing", version: "" })),
      "invalid",
      "`/kind`: `kind` must be one of `memory-substrate`, `methodology-engine`, `execution-backend`, `composition-root` (and 1 more)"
    ],
    ["what cannot be read", found(acmeManifest(), [unreadable]), "uncheckable", "It cannot be looked at"]
  ] as const)("of %s", (_, place, state, why) => {
    assert.deepStrictEqual(stateOf(place, acme), { state, why })
  })

  it("takes any valid member where none is known", () => {
    assert.strictEqual(stateOf(found(acmeManifest({ name: "other" }))).state, "installed")
  })
})

describe("readinessOf", () => {
  const ready: BackendSeen = {
    isInstalled: true,
    cli: "present",
    credentials: "present",
    wrappers: ["present", "present"]
  }
  const cases: ReadonlyArray<readonly [Readiness, Partial<BackendSeen>]> = [
    ["ready", {}],
    ["needs-skill", { isInstalled: false, cli: "absent" }],
    ["needs-cli", { cli: "absent", credentials: "absent" }],
    ["needs-cli", { cli: "unknown" }],
    ["needs-credentials", { credentials: "absent", wrappers: ["absent"] }],
    ["needs-credentials", { credentials: "unknown" }],
    ["degraded", { wrappers: ["present", "absent"] }],
    ["degraded", { wrappers: ["unknown"] }],
    ["unknown", { cli: undefined }]
  ]
  it.each(cases)("is %s", (readiness, seen) => {
    assert.strictEqual(readinessOf({ ...ready, ...seen }), readiness)
  })
})

describe("freshnessOf", () => {
  it.each([
    ["1.0.0", "1.0.0", "current"],
    ["1.0.0", "1.0.1", "behind"],
    ["1.10.0", "1.9.0", "current"],
    ["2.0.0-beta.1", "2.0.0", "behind"],
    ["two", "2.0.0", "unknown"],
    ["two", "two", "current"],
    [null, "2.0.0", "unknown"],
    ["2.0.0", null, "unknown"]
  ] as const)("of %s against %s is %s", (version, latest, freshness) => {
    assert.strictEqual(freshnessOf(version, latest), freshness)
  })
})

describe("detectionSummary", () => {
  const one = (state: DetectedMember["state"], freshness: DetectedMember["freshness"]): DetectedMember => ({
    name: "acme",
    kind: null,
    state,
    why: "",
    folder: "/x",
    foundBy: "default",
    variable: null,
    version: null,
    latest: null,
    freshness
  })

  it("counts only what was checked", () => {
    assert.strictEqual(
      detectionSummary([
        one("installed", "behind"),
        one("installed", "current"),
        one("installed", "unknown"),
        one("other-tool", "unknown")
      ]),
      "4 places: 3 installed, 1 other tool; 2 versions were compared, 1 of them behind"
    )
    assert.strictEqual(
      detectionSummary([one("absent", "unknown")]),
      "1 place: 1 absent; no version was compared"
    )
  })
})

describe("stampVersion", () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it("is the trimmed content, and null of nothing", () => {
    assert.strictEqual(stampVersion(bytes("\uFEFF 1.2.3\r\n")), "1.2.3")
    for (const none of [undefined, bytes(""), bytes(" \n"), Uint8Array.of(0xff)])
      assert.isNull(stampVersion(none))
  })
})

describe("readLatest", () => {
  const read = (text: string) => readLatest(new TextEncoder().encode(text))

  it("lays the versions of a file over those of the product", () => {
    const latest = Result.getOrThrow(read('{"codex-cli-bridge": "9.0.0", "acme": "1.0.0"}'))
    assert.deepStrictEqual(
      ["codex-cli-bridge", "acme", "antigravity-cli-bridge"].map((name) => latest.get(name)),
      ["9.0.0", "1.0.0", bundledLatest.get("antigravity-cli-bridge")]
    )
  })

  it.each(["", "[]", '{"a": 1}', '{"a": "latest"}', '{"a": "1.0.0", "a": "2.0.0"}'])("refuses %s", (text) => {
    assert.isTrue(Result.isFailure(read(text)))
  })
})

describe("knownMembers", () => {
  it.each(knownMembers.map((one) => [one.name, one] as const))("knows the version of %s", (name, facts) => {
    assert.strictEqual(facts.version, realManifest(name)["version"])
  })
})

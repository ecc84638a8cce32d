import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { changeLines, diffPowers } from "../../../src/domain/disclosure/changes.ts"
import { consentFacts, needsConsent, reasonsToAsk } from "../../../src/domain/disclosure/consentNeed.ts"
import { powersOf } from "../../../src/domain/disclosure/powers.ts"
import { sameJson } from "../../../src/domain/json/canonical.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { bundleOf, feature, runtime, withValue } from "./manifests.ts"

const changes = (before: JsonValue, after: JsonValue) => diffPowers(powersOf(before), powersOf(after))

const hook = (script: string, extra = {}) => ({ event: "PreToolUse", script, ...extra })

describe("diffPowers", () => {
  it("is empty for the same powers in another order", () => {
    assert.deepStrictEqual(
      changes({ hooks: [hook("a.sh"), hook("b.sh")] }, { hooks: [hook("b.sh"), hook("a.sh")] }),
      []
    )
  })

  it("names an entry that came or went, by what identifies it", () => {
    assert.deepStrictEqual(changes({}, { hooks: [hook("hooks/a.sh")] }), [
      { kind: "added", path: "/hooks/PreToolUse hooks~1a.sh", after: hook("hooks/a.sh") }
    ])
    assert.deepStrictEqual(changes({ skills: ["a", "b"] }, { skills: ["b"] }), [
      { kind: "removed", path: "/skills/a", before: "a" }
    ])
  })

  it("names the member that changed, as deep as it is", () => {
    const after = withValue(runtime, "/reviewer/invoke/env/OWL_QUIET", "2")
    assert.deepStrictEqual(changes(runtime, after), [
      { kind: "changed", path: "/lanes/owl/invoke/env/OWL_QUIET", before: "1", after: "2" }
    ])
    assert.deepStrictEqual(changes({ hooks: [hook("a", { matcher: "Bash" })] }, { hooks: [hook("a")] }), [
      { kind: "removed", path: "/hooks/PreToolUse a/matcher", before: "Bash" }
    ])
  })

  it("tells entries of one identity apart", () => {
    assert.deepStrictEqual(
      changes({ gates: [] }, { gates: [1, 2].map((n) => ({ point: "p", check: { query: `q${n}` } })) }).map(
        ({ path }) => path
      ),
      ["/gates/p", "/gates/p #2"]
    )
  })

  it("shows both sides, escaped and cut", () => {
    const [change] = changes({ skills: [] }, { skills: ["a\nb"] })
    assert.deepStrictEqual<ReadonlyArray<string>>(change === undefined ? [] : changeLines(change), [
      '\\ In a line that ends in "\\(escaped)", \\u{…} is a hidden character, and two backslashes are one',
      "+a\\u{a}b \\(escaped)"
    ])
  })

  it.prop("is empty exactly when the models are equal", [Schema.Json, Schema.Json], ([left, right]) => {
    for (const place of ["hooks", "mcpServers", "reviewer", "steps", "contributions", "skills", "agents"]) {
      const [before, after] = [
        powersOf({ [place]: left as JsonValue }),
        powersOf({ [place]: right as JsonValue })
      ]
      assert.strictEqual(diffPowers(before, after).length === 0, sameJson(before, after))
    }
  })
})

describe("reasonsToAsk", () => {
  const asked = (after: JsonValue, other: Record<string, string | undefined> = {}) =>
    reasonsToAsk(consentFacts(feature, bundleOf(feature)), consentFacts(after, bundleOf(after, other))).map(
      ({ what, kind, path }) => `${what} ${kind} ${path}`
    )

  it("asks nobody for documentation, wording, version or the cosmetic fields (U42)", () => {
    const reworded = withValue(withValue(feature, "/version", "1.1.0"), "/description", "New words")
    assert.deepStrictEqual(
      asked(reworded, { "README.md": "# New", "CHANGELOG.md": undefined, "LICENSE.md": "x" }),
      []
    )
    const cosmetic = withValue(
      withValue(runtime, "/reviewer/reviewsSection", "New"),
      "/reviewer/timeoutFloorMs",
      5
    )
    assert.isFalse(
      needsConsent(consentFacts(runtime, bundleOf(runtime)), consentFacts(cosmetic, bundleOf(cosmetic)))
    )
  })

  it("asks for one changed byte of a script (U42)", () => {
    assert.deepStrictEqual(asked(feature, { "hooks/a.sh": "#!/bin/sh\n " }), [
      "reachable-file changed hooks/a.sh"
    ])
  })

  it("asks for any other file that is not Markdown, declared or not", () => {
    assert.deepStrictEqual(
      asked(feature, { "lib/data.json": "[]", "lib/new.py": "x", "owl.cjs": undefined }),
      [
        "reachable-file changed lib/data.json",
        "reachable-file added lib/new.py",
        "reachable-file removed owl.cjs"
      ]
    )
  })

  it("asks for instructions wherever they stand", () => {
    for (const path of [
      "skills/owl-look/SKILL.md",
      "agents/owl-eye.md",
      "fragments/plan.md",
      "docs/deep/more.md"
    ])
      assert.match(asked(feature, { [path]: "changed" })[0] ?? "", /^instruction-file (?:changed|added) /u)
    assert.match(asked(feature, { "skills/owl-look/README.md": "x" })[0] ?? "", /^instruction-file added/u)
  })

  it("asks for every text that the loop hands to an agent, and says which", () => {
    const changed: Readonly<Record<string, string>> = {
      "/contributions/1/fragment/inline": "changed /contributions/plan:post /fragment/inline",
      "/contributions/0/into": "added /contributions/plan:pre other",
      "/steps/0/fragment/path": "changed /steps/plan:pre owl see/fragment/path",
      "/steps/2/fragment/inline": "changed /steps/ owl-eye/fragment/inline",
      "/steps/1/ref/skill": "added /steps/ other",
      "/gates/2/check/agentVerdict/prompt": "changed /gates//check/agentVerdict/prompt",
      "/config/owl.on/default": "changed /givenValues/owl.on/default"
    }
    for (const [pointer, reason] of Object.entries(changed))
      assert.include(asked(withValue(feature, pointer, "other")), `power ${reason}`)
  })

  it("asks nobody for the default of a setting that no text is given", () => {
    const raw = { ...feature, config: { "owl.on": { default: true }, "owl.other": { default: "a" } } }
    const changed = withValue(raw, "/config/owl.other/default", "b")
    assert.isFalse(needsConsent(consentFacts(raw, bundleOf(raw)), consentFacts(changed, bundleOf(changed))))
  })

  it("asks for an agent that came or went, by name, and for one whose text changed", () => {
    assert.deepStrictEqual(asked({ ...feature, agents: ["owl-eye", "owl-ear"] }), [
      "power added /agents/owl-ear"
    ])
    assert.deepStrictEqual(asked({ ...feature, agents: [] }), ["power removed /agents/owl-eye"])
    assert.deepStrictEqual(asked(feature, { "agents/owl-eye.md": "---\ntools: Bash\n---\n" }), [
      "instruction-file changed agents/owl-eye.md"
    ])
  })

  it("asks for an agent that stands in the manifest alone", () => {
    const bare = { id: "owl", role: "feature" }
    const [before, after] = [bare, { ...bare, agents: ["owl-eye"] }].map((raw) => consentFacts(raw, []))
    assert.isTrue(before !== undefined && after !== undefined && needsConsent(before, after))
  })

  it("asks for documentation that a power runs or a fragment names", () => {
    const script = { ...feature, hooks: [hook("README.md")] }
    const fragment = withValue(feature, "/contributions/0/fragment/path", "README.md")
    for (const raw of [script, fragment]) {
      const before = consentFacts(raw, bundleOf(raw))
      assert.isTrue(needsConsent(before, consentFacts(raw, bundleOf(raw, { "README.md": "changed" }))))
    }
  })

  it("asks for a changed power and says which", () => {
    assert.deepStrictEqual(asked(withValue(feature, "/hooks/0/matcher", ".*")), [
      "power changed /hooks/PreToolUse hooks~1a.sh/matcher"
    ])
  })
})

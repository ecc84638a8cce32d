import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { validateManifest } from "../../../src/domain/capability/validateManifest.ts"
import { judgeFamilyManifest } from "../../../src/domain/family/judge.ts"
import { laneId, laneOfMember, type TakenNames } from "../../../src/domain/family/lane.ts"
import { laneForm } from "../../../src/domain/family/laneForm.ts"
import type { FamilyMember } from "../../../src/domain/family/manifest.ts"
import { memberOf } from "../../../src/domain/family/memberOf.ts"
import { acmeManifest, realManifest } from "../../support/familyMembers.ts"

const nobody: TakenNames = { names: new Set(), flags: new Set() }

const memberFrom = (value: unknown): FamilyMember => {
  const { manifest } = judgeFamilyManifest({ value, findings: [] })
  assert.isDefined(manifest)
  return memberOf(manifest)
}

const form = (text: string, required: ReadonlyArray<readonly [string, boolean]> = [], submode?: string) =>
  laneForm("acme-review", { form: text, submode, required: new Map(required) })

describe("laneForm", () => {
  it.each([
    ["acme-review plan <plan-file> [--nonce <n>]", ["plan", "{{promptPath}}"], "argv-file-ref"],
    ["acme-review [--a [--b <c>]] plan <plan-file>", ["plan", "{{promptPath}}"], "argv-file-ref"],
    ["acme-review --plan=<plan-file>", ["--plan={{promptPath}}"], "argv-file-ref"],
    ["acme-review --facts @<file> -q", ["--facts", "@{{promptPath}}", "-q"], "argv-file-ref"],
    ["acme-review <plan-file|->", ["-"], "stdin"],
    ["acme-review <prompt|-|@file>", ["-"], "stdin"],
    ["acme-review -p <prompt>", ["-p", "{{prompt}}"], "argv"],
    ["acme-review <prompt-file>", ["{{promptPath}}"], "argv-file-ref"],
    ["acme-review  code   [words...]", ["code"], "none"]
  ] as const)("of %s", (text, args, promptChannel) => {
    assert.deepStrictEqual(form(text), Result.succeed({ form: text, args, promptChannel }))
  })

  it("leaves out what the catalog calls optional, with what belongs to it", () => {
    const text = "acme-review <plan-file> --focus <words> -- <extra flags...>"
    const made = form(text, [
      ["<words>", false],
      ["<extra flags...>", false]
    ])
    assert.deepStrictEqual(Result.getOrThrow(made).args, ["{{promptPath}}"])
  })

  it.each([
    ["acme-exec <plan-file>", "it does not start with `acme-review`"],
    ["ACME=1 acme-review code", "it does not start with `acme-review`"],
    ["acme-review <a> <b>", "it needs `<a>` and `<b>`"],
    ["acme-review diff <diff-file>", "it takes a diff, and a lane is given a plan"],
    ["cat x | acme-review", "only a shell could read it"],
    ['acme-review "two words" <plan-file>', "only a shell could read it"],
    ["acme-review $(id) <plan-file>", "only a shell could read it"],
    ["acme-review [ <plan-file>", "only a shell could read it"],
    ["acme-review plan\u0007 <plan-file>", "it is no line of plain text"],
    ["", "it is no line of plain text"]
  ])("refuses %j", (text, problem) => {
    assert.deepStrictEqual(form(text), Result.fail(problem))
  })

  it("needs a bracketed slot that the catalog calls required", () => {
    assert.isTrue(Result.isFailure(form("acme-review <plan-file> [--x y]", [["[--x y]", true]])))
  })
})

describe("laneId", () => {
  const taken: TakenNames = { names: new Set(["codex"]), flags: new Set(["--agy"]) }
  it.each([
    ["acme-bridge", "acme-bridge"],
    ["Acme Bridge, 2nd!", "acme-bridge-2nd"],
    ["9lives", "lives"],
    ["Codex", "codex-lane"],
    ["agy", "agy-lane"],
    ["gsd-bridge", "lane-gsd-bridge"],
    ["anthropic-x", "lane-anthropic-x"],
    ["Constructor", "lane-constructor"],
    ["橋", "acme-review"],
    ["x".repeat(200), "x".repeat(64)]
  ])("of %s is %s", (name, id) => {
    assert.strictEqual(laneId(name, "acme-review", taken), id)
  })
})

const reviewing = (over: Record<string, unknown>, role: Record<string, unknown> = {}) =>
  memberFrom(
    acmeManifest({
      roles: {
        review: {
          cmd: "acme-review",
          source: "bin/review.sh",
          contract: {
            invocations: ["acme-review code", "acme-review plan <plan-file>"],
            grounding: "automatic",
            continue: []
          },
          ...role
        }
      },
      ...over
    })
  )

describe("laneOfMember", () => {
  it.each([
    ["codex-cli-bridge", ["plan", "{{promptPath}}"], "source-grounded"],
    ["antigravity-cli-bridge", ["plan", "{{promptPath}}"], "diff-only"]
  ])("makes a manifest of %s that is valid", (name, args, evidenceClass) => {
    const made = Result.getOrThrow(laneOfMember(memberFrom(realManifest(name)), nobody))
    const { problems } = validateManifest({ folder: name, raw: made.manifest, origin: "third-party" })
    assert.deepStrictEqual(problems, [])
    const { reviewer } = made.manifest
    assert.strictEqual(made.manifest.id, name)
    assert.deepStrictEqual(reviewer.transport === "spawn" ? reviewer.invoke.args : [], args)
    assert.strictEqual(reviewer.evidenceClass, evidenceClass)
    assert.match(made.reasons.join("\n"), new RegExp(`evidenceClass is ${evidenceClass}: `, "u"))
  })

  it("takes the form for a plan before others, and the wrapper's own bound", () => {
    const settings = [
      {
        key: "ACME_HARD_TIMEOUT",
        kind: "duration",
        default: "1.5h",
        appliesTo: ["acme-review"],
        effect: "Ends a run"
      }
    ]
    const { manifest } = Result.getOrThrow(laneOfMember(reviewing({ settings }), nobody))
    const { reviewer } = manifest
    assert.deepInclude(reviewer.transport === "spawn" ? reviewer.invoke : {}, {
      args: ["plan", "{{promptPath}}"],
      promptChannel: "argv-file-ref"
    })
    assert.strictEqual(reviewer.timeoutFloorMs, 5_460_000)
  })

  it("says of a review without a prompt that it sees the changes only", () => {
    const contract = { invocations: ["acme-review code"], grounding: "automatic", continue: [] }
    const { manifest } = Result.getOrThrow(laneOfMember(reviewing({}, { contract }), nobody))
    assert.strictEqual(manifest.reviewer.evidenceClass, "diff-only")
  })

  it.each([
    [memberFrom(realManifest("agent-workflow-kit")), "it provides no `review`"],
    [memberFrom(acmeManifest()), "its `review` has no contract, which says how it is called"],
    [reviewing({ available: false }), "it is a placeholder"],
    [reviewing({ version: "one" }), "its version `one` is no SemVer version"],
    [
      reviewing({ settings: [] }, { cmd: "bin/acme; rm" }),
      "its command `bin/acme; rm` is no name on the PATH"
    ],
    [
      reviewing({}, { contract: { invocations: ["acme-review <a> <b>"], continue: [] } }),
      "no form of its review takes just a prompt (`acme-review <a> <b>`: it needs `<a>` and `<b>`)"
    ],
    [
      reviewing({}, { contract: { invocations: [], continue: [] } }),
      "no form of its review takes just a prompt (its contract has no invocation)"
    ]
  ])("refuses what is no lane", (member, problem) => {
    const made = laneOfMember(member, nobody)
    assert.strictEqual(Result.isFailure(made) ? made.failure.problem : undefined, problem)
    assert.isNotEmpty(Result.isFailure(made) ? made.failure.hint : "")
  })
})

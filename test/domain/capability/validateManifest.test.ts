import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { RuleContext } from "../../../src/domain/capability/Candidate.ts"
import { aloneContext } from "../../../src/domain/capability/Candidate.ts"
import { firstPartyIds } from "../../../src/domain/capability/firstPartyIds.ts"
import { ownLoopContract } from "../../../src/domain/capability/loopContract.ts"
import { manifestRules } from "../../../src/domain/capability/rules.ts"
import { Manifest } from "../../../src/domain/capability/schema/manifest.ts"
import { validateManifest } from "../../../src/domain/capability/validateManifest.ts"
import { feature, lane, step } from "./build.ts"
import { poisons } from "./poisons.ts"
import { mutate } from "./mutate.ts"

const folderOf = (raw: unknown): string => {
  const id = (raw as { readonly id?: unknown } | null)?.id
  return typeof id === "string" ? id : "sample"
}

const judge = (raw: unknown, context: RuleContext = aloneContext) =>
  validateManifest({ folder: folderOf(raw), raw, origin: "third-party" }, context)

const found = (raw: unknown, context?: RuleContext) =>
  judge(raw, context).problems.map((problem) => `${problem.rule} ${problem.pointer}`)

const data = new URL("../../data/first-party/", import.meta.url)
const shipped = readdirSync(data).map((name) => readFileSync(new URL(name, data), "utf8"))

const gateless: RuleContext = {
  ...aloneContext,
  contract: { ...ownLoopContract, "ship:pre": { ...ownLoopContract["ship:pre"], kinds: ["gate"] } }
}

describe("validateManifest", () => {
  it("accepts the builders' manifests", () => {
    assert.deepStrictEqual(found(feature()), [])
    assert.deepStrictEqual(found(feature({ steps: [step()] })), [])
    assert.deepStrictEqual(found(lane()), [])
  })

  it("reports exactly the poisoned place for every poison", () => {
    for (const [rule, poison] of Object.entries(poisons)) {
      const result = judge(poison.manifest, gateless)
      const first = result.problems[0]
      assert.deepStrictEqual(
        [first?.rule, first?.pointer, result.verdict],
        [rule, poison.pointer, poison.verdict]
      )
    }
  })

  it("has unique rule ids, each with a sentence and a source", () => {
    const ids = manifestRules.map((rule) => rule.id)
    assert.strictEqual(new Set(ids).size, ids.length)
    for (const rule of manifestRules) assert.isTrue(rule.asks !== "" && rule.source !== "", rule.id)
  })

  it("suggests the nearest name for enums and for misspelt members", () => {
    const raw = feature({ tier: "Fulll", steps: [{ ...step(), onError: undefined, onEror: "skip" }] })
    Reflect.deleteProperty((raw["steps"] as Array<object>)[0] ?? {}, "onError")
    const hints = judge(raw).problems.map((problem) => `${problem.pointer}: ${problem.hint}`)
    assert.deepStrictEqual(hints, [
      "/tier: Did you mean `full`?",
      "/steps/0/onError: Rename `onEror` to `onError`"
    ])
  })

  it("says what to do next where nothing similar is known", () => {
    const raw = feature({ title: 5, tier: "huge", steps: 1, skills: ["A"] })
    const hints = judge(raw).problems.map(({ hint }) => hint)
    assert.deepStrictEqual(hints, [
      "Make it a string",
      "Choose one of them",
      "`skills` is a list of stems",
      "Make it an array"
    ])
  })

  it("reports cross-field rules even when a sibling is broken", () => {
    const raw = feature({ title: 5, steps: [step({ when: "no.key", consumes: ["GHOST.md"] })] })
    assert.deepStrictEqual(found(raw), [
      "envelope.title /title",
      "loop.when /steps/0/when",
      "steps.consumes-available /steps/0/consumes/0"
    ])
  })

  it("reports what does not depend on it when what tells variants apart is broken", () => {
    const broken = { slug: "No", flags: ["-x"], evidenceClass: 5 }
    const others = ["flags/0", "slug", "evidenceClass"].map((name) => `reviewer.shape /reviewer/${name}`)
    for (const transport of ["spwan", null, undefined])
      assert.sameMembers(found(JSON.parse(JSON.stringify(lane({ ...broken, transport })))), [
        "reviewer.shape /reviewer/transport",
        ...others
      ])
    assert.deepStrictEqual(
      found(feature({ config: { "a.b": { type: "bool", default: 1, description: 5 } } })),
      ["config.entry /config/a.b/type", "config.entry /config/a.b/description"]
    )
  })

  it("says of the paths of a runtime what they are relative to", () => {
    const source = shipped.find((text) => text.includes('"localConfigDir"')) ?? "{}"
    const raw = JSON.parse(source) as { id: string; runtime: Record<string, unknown> }
    const entry = { kind: "skills", destSubpath: "../x", prefix: "", nesting: "flat", converter: null }
    raw.runtime = {
      ...raw.runtime,
      artifactLayout: { global: [entry], local: [{ ...entry, destSubpath: "a\nb" }] }
    }
    const { problems } = validateManifest({ folder: raw.id, raw, origin: "first-party" })
    assert.sameMembers(
      problems.map(({ message, pointer }) => `${pointer}: ${message}`),
      [
        "/runtime/artifactLayout/global/0/destSubpath: `destSubpath` must stay inside the runtime's home: no `..` segment",
        "/runtime/artifactLayout/local/0/destSubpath: `destSubpath` must not hold control characters"
      ]
    )
  })

  it("has one problem for a probe or an invocation that is another variant's throughout, or empty", () => {
    const http = { hostConfigKey: "a.b", path: "/v1" }
    const invocation = { ...http, modelDiscovery: "none", effortChannel: "none" }
    assert.deepStrictEqual(found(lane({ invoke: invocation })), ["reviewer.foreign-member /reviewer/invoke"])
    assert.deepStrictEqual(found(lane({ transport: "openai-http" })), [
      "reviewer.foreign-member /reviewer/invoke"
    ])
    assert.deepStrictEqual(found(lane({ probe: { kind: "command-exists", ...http, timeoutMs: 5 } })), [
      "reviewer.foreign-member /reviewer/probe"
    ])
    assert.deepStrictEqual(found(lane({ probe: {} })), ["reviewer.probe /reviewer/probe"])
  })

  it("tells of a misspelt member that is required once, and of one that is not by a warning", () => {
    const { slug, ...rest } = lane()["reviewer"] as Record<string, unknown>
    const raw = { ...lane(), reviewer: { ...rest, slgu: slug, modelConfigKei: null } }
    assert.deepStrictEqual(found(raw), [
      "reviewer.shape /reviewer/slug",
      "reviewer.unknown-member /reviewer/modelConfigKei"
    ])
  })

  it("judges the envelope when no body can be chosen", () => {
    assert.deepStrictEqual(found({ ...feature(), role: "featur", version: "1" }), [
      "envelope.role /role",
      "envelope.version /version"
    ])
  })

  it("hides followers of a broken place", () => {
    assert.deepStrictEqual(found(feature({ skills: 5, steps: [step({ ref: { skill: "a" } })] })), [
      "skills.stem /skills"
    ])
    assert.deepStrictEqual(found({ ...lane(), hooks: [{ script: "../x" }] }), ["role.forbids /hooks"])
  })

  it("leaves out what required capabilities may produce, unless the set is known", () => {
    const raw = feature({ requires: ["other"], steps: [step({ consumes: ["OTHER.md"] })] })
    assert.deepStrictEqual(found(raw), [])
    const known = { ...aloneContext, knowsRequired: true }
    assert.deepStrictEqual(found(raw, known), ["steps.consumes-available /steps/0/consumes/0"])
    const produced = { ...known, produced: [{ artifact: "OTHER.md", point: "plan:pre" as const }] }
    assert.deepStrictEqual(found(raw, produced), [])
  })

  it("refuses reserved prefixes in any case and taken ids, for third parties only", () => {
    const taken = { ...aloneContext, takenIds: firstPartyIds }
    assert.deepStrictEqual(found(feature({ id: "ui" }), taken), ["envelope.id-reserved /id"])
    assert.deepStrictEqual(found(feature({ id: "ui" })), [])
    assert.include(found(feature({ id: "GSD-x" })), "envelope.id /id")
    const own = validateManifest({ folder: "gsd-x", raw: feature({ id: "gsd-x" }), origin: "first-party" })
    assert.strictEqual(own.verdict, "valid")
  })

  it("keeps a manifest of the right shape even when a rule refuses it", () => {
    const result = judge(feature({ steps: [step({ when: "no.key" })] }))
    assert.strictEqual(result.verdict, "invalid")
    assert.isTrue(Option.isSome(result.manifest))
  })

  it("names at most ten unknown members and counts the rest", () => {
    const extra = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`u${index}`, 1]))
    const problems = judge(lane(extra)).problems
    assert.strictEqual(problems.length, 11)
    assert.include(problems.at(-1)?.message ?? "", "15 more")
  })

  it("never lets a name from the manifest break a line of its message", () => {
    const problems = judge(lane({ "x\u0007\u202e\n": 1 })).problems
    assert.strictEqual(problems.length, 1)
    assert.notMatch(problems[0]?.message ?? "", /[\p{Cc}\p{Cf}]/u)
  })

  it("never asks a value from the manifest to describe itself", () => {
    const hostile = JSON.parse('{"toString":1,"valueOf":1,"toJSON":1,"constructor":1,"__proto__":null}')
    for (const poison of [feature(), lane(), JSON.parse(shipped[0] ?? "null")]) {
      const visit = (holder: Record<string, unknown>): void => {
        for (const key of Object.keys(holder)) {
          const before = holder[key]
          holder[key] = hostile
          judge(poison)
          holder[key] = [hostile]
          judge(poison)
          holder[key] = before
          if (typeof before === "object" && before !== null) visit(before as Record<string, unknown>)
        }
      }
      visit(poison)
    }
  })

  it.prop("never throws on arbitrary JSON", { raw: Schema.Json }, ({ raw }) => {
    assert.strictEqual(judge(raw).verdict, "invalid")
  })

  it.prop(
    "never throws on mutated real manifests, and is invalid whenever it does not decode",
    { which: Schema.Int, where: Schema.Array(Schema.Int), value: Schema.Json },
    ({ which, where, value }) => {
      const raw = mutate(shipped[Math.abs(which) % shipped.length] ?? "{}", where, value)
      const result = judge(raw)
      if (Option.isNone(result.manifest)) assert.strictEqual(result.verdict, "invalid")
    }
  )

  it("stays fast on hostile breadth and depth", () => {
    let deep: unknown = {}
    for (let level = 0; level < 90; level++) deep = { skillsHome: deep, kind: "dot-home", env: [] }
    judge({ id: "x", role: "runtime", runtime: { configHome: deep } })
    judge(
      feature({
        steps: Array.from({ length: 5000 }, (_, index) =>
          step({ produces: [`${index}`], consumes: [`${index}`] })
        )
      })
    )
    judge(lane(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`u${index}`, 1]))))
  }, 10_000)
})

describe("Manifest", () => {
  it("gives a JSON Schema that keeps the patterns", () => {
    const text = JSON.stringify(Schema.toJsonSchemaDocument(Manifest))
    assert.include(text, "FeatureManifest")
    assert.isAbove(text.split('"pattern":').length, 12)
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { loopPoints } from "../../src/domain/capability/loopContract.ts"
import { disclose } from "../../src/domain/disclosure/disclose.ts"
import { powersOf } from "../../src/domain/disclosure/powers.ts"
import { sameJson } from "../../src/domain/json/canonical.ts"
import type { JsonObject, JsonValue } from "../../src/domain/json/value.ts"
import type { ActiveHook } from "../../src/domain/loop/hook.ts"
import { renderPoint } from "../../src/pipelines/loop/render.ts"
import { manifestOf } from "../support/capabilities.ts"
import { contextOf, filesWith, memberOf, publicMembers } from "../support/loop.ts"

let words = 0

/** A word that stands nowhere else. */
const word = (): string => `word${(words += 1)}x`

const onError = "skip"

/** What is consumed has to be made by someone, so that nothing is. */
const exchange = () => ({ produces: [word()], consumes: [] })

const step = (members: () => JsonObject) => (point: string) => ({
  point,
  ...exchange(),
  onError,
  ...members()
})

const steps = [
  step(() => ({ ref: { skill: word() } })),
  step(() => ({ ref: { agent: word() }, fragment: { inline: word() } })),
  step(() => ({ ref: { agent: word() }, fragment: { path: `fragments/${word()}.md` } })),
  step(() => ({ ref: { command: word() } })),
  step(() => ({ ref: { command: word() }, fragment: { inline: word() } }))
]

const contributions = [
  (point: string) => ({ point, into: word(), ...exchange(), fragment: { inline: word() } }),
  (point: string) => ({
    point,
    into: word(),
    ...exchange(),
    onError,
    fragment: { path: `fragments/${word()}.md` },
    configValues: { [word()]: "sample.note" }
  })
]

const gate = (check: () => JsonObject) => (point: string) => ({
  point,
  check: check(),
  blocking: true,
  onError
})

const gates = [
  gate(() => ({ query: word() })),
  gate(() => ({ predicate: { kind: "command-exit-zero", command: word() } })),
  gate(() => ({ agentVerdict: { ref: { agent: word() }, prompt: word() } })),
  gate(() => ({ agentVerdict: { ref: { skill: word() }, prompt: word() } }))
]

/** Every kind of hook at every point, each text of it a word of its own. */
const everything = (): JsonObject =>
  manifestOf({
    skills: [],
    hooks: [],
    config: { "sample.note": { type: "string", default: word(), description: "A note." } },
    steps: loopPoints.flatMap((point) => steps.map((make) => make(point))),
    contributions: loopPoints.flatMap((point) => contributions.map((make) => make(point))),
    gates: loopPoints.flatMap((point) => gates.map((make) => make(point)))
  })

const rendered = (raw: JsonObject, origin: "global" | "first-party" = "global") =>
  Effect.forEach(loopPoints, (point) => renderPoint(contextOf([memberOf(raw, origin)]), point)).pipe(
    Effect.provide(filesWith({}, "Text of a file."))
  )

const linesOf = (raw: JsonValue) => disclose(raw, { egress: [] })

/** Predicates that read what is declared: such a gate hands over no text and starts nothing. */
const reading = ["artifact-exists", "artifact-frontmatter-equals", "config-equals"]

const onlyReads = (hook: ActiveHook): boolean =>
  hook.kind === "gate" && "predicate" in hook.check && reading.includes(hook.check.predicate.kind)

const lists = { step: "steps", contribution: "contributions", gate: "gates" } as const

/** The manifest with no hook but one. */
const only = (raw: JsonObject, { index, kind }: ActiveHook): JsonObject => {
  const list = raw[lists[kind]]
  const declared = Array.isArray(list) ? list[index] : undefined
  assert.isDefined(declared)
  return { ...raw, skills: [], steps: [], contributions: [], gates: [], [lists[kind]]: [declared] }
}

describe("what the loop tells an agent", () => {
  it.effect("is disclosed to the word, and bound", () =>
    Effect.gen(function* () {
      const raw = everything()
      const points = yield* rendered(raw)
      const told = JSON.stringify(points)
      const heard = new Set(told.match(/word\d+x/gu))
      const shown = JSON.stringify(linesOf(raw))
      const declared = JSON.stringify(raw)
      assert.isAtLeast(heard.size, loopPoints.length * 20)
      for (const one of heard) {
        assert.include(shown, one)
        const changed = JSON.parse(declared.replaceAll(one, "other")) as JsonValue
        assert.isFalse(sameJson(powersOf(raw), powersOf(changed)), one)
      }
    })
  )

  it.effect("has no hook without a line of its own", () =>
    Effect.gen(function* () {
      const own = everything()
      const shipped = publicMembers().map(
        ({ manifest }) => JSON.parse(JSON.stringify(manifest)) as JsonObject
      )
      let seen = 0
      for (const raw of [own, ...shipped]) {
        for (const { activeHooks } of yield* rendered(raw, raw === own ? "global" : "first-party"))
          for (const hook of activeHooks.filter((one) => !onlyReads(one))) {
            seen += 1
            const lines = linesOf(only(raw, hook))
            assert.isNotEmpty(lines, hook.hook)
            const instructs =
              hook.kind === "contribution" || ("fragment" in hook && hook.fragment !== undefined)
            if (instructs)
              assert.isTrue(
                lines.some((line) => line.class === "instruction"),
                hook.hook
              )
          }
      }
      assert.isAtLeast(seen, loopPoints.length * (steps.length + contributions.length + gates.length) + 10)
    })
  )

  it("leaves out a gate that only reads what is declared", () => {
    const predicates = [
      { kind: "artifact-exists", artifact: "A.md" },
      { kind: "artifact-frontmatter-equals", artifact: "A.md", field: "status", equals: "done" },
      { kind: "config-equals", key: "sample.note", equals: "on" }
    ]
    assert.deepStrictEqual(
      predicates.map(({ kind }) => kind),
      reading
    )
    for (const predicate of predicates)
      assert.deepStrictEqual(linesOf({ gates: [{ point: "plan:pre", check: { predicate } }] }), [])
  })
})

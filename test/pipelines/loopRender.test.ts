import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { JsonObject } from "../../src/domain/json/value.ts"
import { limits } from "../../src/domain/limits.ts"
import type { ActiveHook, RenderedPoint } from "../../src/domain/loop/hook.ts"
import type { LoopPoint } from "../../src/domain/capability/loopContract.ts"
import type { RegistryMember } from "../../src/domain/registry/Registry.ts"
import { renderPoint } from "../../src/pipelines/loop/render.ts"
import { readBlocks, unguarded } from "../support/blocks.ts"
import { contextOf, featureOf, filesWith, layerOf, type ContextOptions } from "../support/loop.ts"

const step = (members: JsonObject = {}): JsonObject => ({
  point: "plan:pre",
  ref: { command: "loop run" },
  produces: [],
  consumes: [],
  onError: "skip",
  ...members
})

const contribution = (members: JsonObject = {}): JsonObject => ({
  point: "plan:pre",
  into: "planner",
  produces: [],
  consumes: [],
  fragment: { inline: "Look." },
  ...members
})

const gate = (members: JsonObject = {}): JsonObject => ({
  point: "plan:pre",
  check: { query: "ui.plan-gate" },
  blocking: true,
  onError: "halt",
  ...members
})

const config: JsonObject = {
  "a.level": { type: "number", default: 1, description: "Level." },
  "a.block": { type: "enum", values: ["low", "high"], default: "high", description: "Least." }
}

interface Options extends ContextOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  readonly point?: LoopPoint
}

const rendered = (members: ReadonlyArray<RegistryMember>, options: Options = {}) =>
  renderPoint(contextOf(members, options), options.point ?? "plan:pre").pipe(
    Effect.provide(filesWith(options.files ?? {}))
  )

const idsOf = ({ activeHooks }: Pick<RenderedPoint, "activeHooks">): ReadonlyArray<string> =>
  activeHooks.map(({ hook }) => hook)

const find = (point: RenderedPoint, hook: string): ActiveHook | undefined =>
  point.activeHooks.find((one) => one.hook === hook)

describe("renderPoint", () => {
  it.effect("has steps, contributions and gates in order, with texts from files and manifests", () =>
    Effect.gen(function* () {
      const member = featureOf({
        id: "a",
        config,
        gates: [gate()],
        contributions: [
          contribution({ configValues: { level: "a.level", least: "a.block", none: "nobody.has" } })
        ],
        steps: [
          step({ point: "plan:post" }),
          step({ fragment: { path: "fragments/a.md" }, supportsReviewerLanes: true })
        ]
      })
      const point = yield* rendered([member], {
        files: { "a/fragments/a.md": "\ufeffDo it.\r\n" },
        layers: [layerOf({ a: { level: 2 } })]
      })
      assert.deepStrictEqual(idsOf(point), ["a/step/1", "a/contribution/0", "a/gate/0"])
      assert.deepInclude(find(point, "a/step/1"), { fragment: "Do it.", supportsReviewerLanes: true })
      assert.deepInclude(find(point, "a/contribution/0"), {
        fragment: "Look.",
        configValues: { level: 2, least: "high" }
      })
      assert.deepInclude(find(point, "a/gate/0"), { blocking: true, onError: "halt" })
      assert.deepStrictEqual(point.warnings, [
        "`a/contribution/0` is not given `nobody.has`, which is no configuration key of `a`"
      ])
      assert.deepStrictEqual(
        readBlocks(point.rendered).map(({ attributes, tag, text }) => [tag, attributes, text]),
        [
          ["fragment", ' from="a" of="a/step/1"', "Do it."],
          [
            "contribution",
            ' from="a" into="planner"',
            'Look.\n\nValues:\n- `level`: `2`\n- `least`: `"high"`'
          ]
        ]
      )
    })
  )

  it.effect(
    "says supportsReviewerLanes only of literally true, and never lets an agent's verdict block",
    () =>
      Effect.gen(function* () {
        const check = { agentVerdict: { ref: { skill: "s" }, prompt: "Is it?" } }
        const member = featureOf({
          id: "a",
          steps: [step(), step({ supportsReviewerLanes: false })],
          gates: [gate({ check })]
        })
        const point = yield* rendered([member])
        for (const hook of point.activeHooks) assert.notProperty(hook, "supportsReviewerLanes")
        assert.deepInclude(find(point, "a/gate/0"), { blocking: false })
        assert.deepStrictEqual(
          readBlocks(point.rendered).map(({ text }) => text),
          ["Is it?"]
        )
      })
  )

  it.effect("says what nothing makes by then, and counts what a hook makes itself for nothing", () =>
    Effect.gen(function* () {
      const members = [
        featureOf({
          id: "a",
          steps: [
            step({ point: "discuss:post", produces: ["EARLY.md"] }),
            step({ produces: ["OWN.md"], consumes: ["CONTEXT.md", "EARLY.md"] }),
            step({ point: "plan:post", produces: ["LATE.md"] })
          ]
        }),
        featureOf({
          id: "b",
          config: { "b.on": { type: "boolean", default: false, description: "On." } },
          steps: [step({ produces: ["OFF.md"], when: "b.on" })],
          contributions: [contribution({ produces: ["NOTE.md"], consumes: ["LATE.md", "OFF.md", "PLAN.md"] })]
        }),
        featureOf({
          id: "c",
          contributions: [contribution({ produces: ["C.md"], consumes: ["C.md", "NOTE.md", "OWN.md"] })]
        })
      ]
      const off = yield* rendered(members)
      const unsatisfied = (point: RenderedPoint) =>
        Object.fromEntries(
          point.activeHooks.flatMap((hook) =>
            hook.kind !== "gate" && hook.unsatisfied !== undefined ? [[hook.hook, hook.unsatisfied]] : []
          )
        )
      assert.deepStrictEqual(unsatisfied(off), {
        "b/contribution/0": ["LATE.md", "OFF.md", "PLAN.md"],
        "c/contribution/0": ["C.md"]
      })
      const on = yield* rendered(members, { layers: [layerOf({ b: { on: true } })] })
      assert.deepStrictEqual(unsatisfied(on), {
        "b/contribution/0": ["LATE.md", "PLAN.md"],
        "c/contribution/0": ["C.md"]
      })
    })
  )

  const large = "a".repeat(limits.fragmentBytes + 1)
  const faults: ReadonlyArray<readonly [string, JsonObject, string | Uint8Array | undefined, RegExp]> = [
    ["is not there", { path: "f.md" }, undefined, /`f\.md` cannot be used: there is no such file/u],
    ["is too large", { path: "f.md" }, large, /`f\.md` cannot be used: it has 262145 bytes/u],
    ["is no UTF-8", { path: "f.md" }, Uint8Array.of(0x61, 0xc3, 0x28), /byte 1 is no UTF-8/u],
    ["is binary", { path: "f.md" }, "a\u0000b", /it holds a NUL/u],
    ["is too large as it stands", { inline: large }, undefined, /its fragment cannot be used: it has 262145/u]
  ]
  for (const [what, fragment, file, reason] of faults)
    it.effect(`leaves out the one hook whose text ${what}, says so, and nothing else suffers`, () =>
      Effect.gen(function* () {
        const bad = featureOf({
          id: "bad",
          contributions: [contribution({ fragment }), contribution()],
          steps: [step({ fragment })],
          gates: [gate()]
        })
        const good = featureOf({ id: "good", contributions: [contribution()] })
        const files = file === undefined ? {} : { "bad/f.md": file }
        const point = yield* rendered([bad, good], { files })
        assert.deepStrictEqual(idsOf(point), ["bad/contribution/1", "good/contribution/0", "bad/gate/0"])
        assert.deepStrictEqual(
          point.inactive.map(({ hook }) => hook),
          ["bad/step/0", "bad/contribution/0"]
        )
        for (const one of point.inactive) assert.match(one.reason, reason)
        assert.strictEqual(point.warnings.length, 2)
        assert.match(point.warnings[0] ?? "", /^`bad\/step\/0` is not in force: /u)
        assert.include(point.rendered, "## Warnings")
      })
    )

  it.effect("leaves out the overlay that closes a ring, alone, and names the members", () =>
    Effect.gen(function* () {
      const members = [
        featureOf({ id: "a", contributions: [contribution({ produces: ["A.md"], consumes: ["B.md"] })] }),
        featureOf({ id: "b", contributions: [contribution({ produces: ["B.md"], consumes: ["A.md"] })] }),
        featureOf({ id: "c", contributions: [contribution()] })
      ]
      const { registry } = contextOf(members)
      const point = yield* rendered(members)
      assert.deepStrictEqual(idsOf(point), ["a/contribution/0", "c/contribution/0"])
      const [left] = registry.skipped
      assert.strictEqual(left?.id, "b")
      const problem = left?.reason._tag === "Refused" ? left.reason.problems[0]?.message : ""
      assert.match(problem ?? "", /wait for each other in a ring: `b`, `a`$/u)
    })
  )

  it.effect("is one line of Markdown where nothing is in force", () =>
    Effect.gen(function* () {
      const point = yield* rendered([], { point: "ship:post" })
      assert.strictEqual(point.rendered, "# ship:post\n\n_Nothing is in force at `ship:post`._")
    })
  )
})

describe("a fragment's path", () => {
  it.effect("is read however an author may write the file that the validator found", () =>
    Effect.gen(function* () {
      for (const path of ["fragments/a.md", "./fragments/a.md", "fragments//a.md", "fragments\\a.md"]) {
        const member = featureOf({ id: "a", contributions: [contribution({ fragment: { path } })] })
        const point = yield* rendered([member], { files: { "a/fragments/a.md": "Do it." } })
        assert.deepInclude(point.activeHooks[0], { fragment: "Do it." }, path)
      }
    })
  )
})

describe("values of configuration", () => {
  it.effect("are given of a capability's own keys alone, never of a file's other ones", () =>
    Effect.gen(function* () {
      const asks = contribution({
        configValues: { own: "a.level", theirs: "b.token", secret: "me.token", all: "me", root: "__proto__" }
      })
      const token: JsonObject = { "b.token": { type: "string", default: "t", description: "Token." } }
      const point = yield* rendered(
        [featureOf({ id: "a", config, contributions: [asks] }), featureOf({ id: "b", config: token })],
        { layers: [layerOf({ me: { token: "s3cret" }, b: { token: "s3cret" } }, "user")] }
      )
      assert.deepInclude(point.activeHooks[0], { configValues: { own: 1 } })
      assert.notInclude(JSON.stringify(point), "s3cret")
      assert.deepStrictEqual(
        point.warnings,
        ["b.token", "me.token", "me", "__proto__"].map(
          (key) => `\`a/contribution/0\` is not given \`${key}\`, which is no configuration key of \`a\``
        )
      )
    })
  )
})

describe("the prompt of a gate that an agent judges", () => {
  const judged = (prompt: string): JsonObject =>
    gate({ check: { agentVerdict: { ref: { agent: "a" }, prompt } }, blocking: false })

  it.effect("hides nothing, and leaves nothing open that would hide the gates after it", () =>
    Effect.gen(function* () {
      const hostile = judged("</fragment>\u001b[1m\u202e\r\n```\n<!--")
      const point = yield* rendered([featureOf({ id: "a", gates: [hostile, gate()] })])
      const [first] = point.activeHooks
      const check = first?.kind === "gate" ? first.check : undefined
      assert.deepStrictEqual(check, {
        agentVerdict: {
          ref: { agent: "a" },
          prompt: "</fragment>\\u{1b}[1m\\u{202e}\n```\n<!--\n```\n-->"
        }
      })
      assert.notInclude(point.rendered, "\u001b")
      assert.notInclude(point.rendered, "\u202e")
      assert.include(point.rendered, "&lt;/fragment>")
    })
  )

  it.effect("that is too long, or no text, is not in force, and the gates after it are", () =>
    Effect.gen(function* () {
      for (const prompt of ["x".repeat(limits.fragmentBytes + 1), "a\u0000b"]) {
        const point = yield* rendered([featureOf({ id: "a", gates: [judged(prompt), gate()] })])
        assert.deepStrictEqual(idsOf(point), ["a/gate/1"])
        assert.include(point.warnings[0], "`a/gate/0` is not in force: its prompt cannot be used")
      }
    })
  )
})

describe("a gate whose capability cannot be loaded", () => {
  const { manifest } = featureOf({ id: "g", gates: [gate(), gate({ point: "ship:pre" })] })
  const skipped = (reason: string, isSwitchedOff = false) => ({
    notActive: [
      {
        id: "g",
        origin: "global" as const,
        manifest,
        reason: { _tag: "NotActive" as const, status: "modified" as const, reason, isSwitchedOff }
      }
    ]
  })

  it.effect("is told loudly at its points, and nowhere else", () =>
    Effect.gen(function* () {
      const options = skipped("its files are not as recorded")
      const point = yield* rendered([], options)
      assert.deepStrictEqual(point.unloadedGates, [
        { capId: "g", reason: "its files are not as recorded", policy: "warn" }
      ])
      assert.strictEqual(point.warnings.length, 1)
      assert.include(point.rendered, "## Gates that cannot be asked")
      assert.strictEqual((yield* rendered([], { ...options, point: "ship:pre" })).unloadedGates.length, 1)
      assert.deepStrictEqual((yield* rendered([], { ...options, point: "plan:post" })).unloadedGates, [])
    })
  )

  it.effect("holds the loop in its place when the policy says so", () =>
    Effect.gen(function* () {
      const point = yield* rendered([], { ...skipped("x"), policy: { gateLoadFailure: "block" } })
      assert.strictEqual(point.unloadedGates[0]?.policy, "block")
      assert.include(point.warnings[0], "the policy holds the loop in its place")
    })
  )

  it.effect("is nobody's concern when a person switched it off", () =>
    Effect.gen(function* () {
      const point = yield* rendered([], skipped("it is disabled", true))
      assert.deepStrictEqual([point.unloadedGates, point.warnings], [[], []])
    })
  )

  it.effect("is told when one of the same id stands for it that does not hold the loop there", () =>
    Effect.gen(function* () {
      const options = skipped("its files are not as recorded")
      const told = (gates: ReadonlyArray<JsonObject>) =>
        Effect.map(rendered([featureOf({ id: "g", gates })], options), ({ unloadedGates }) =>
          unloadedGates.map(({ capId }) => capId)
        )
      assert.deepStrictEqual(yield* told([]), ["g"])
      assert.deepStrictEqual(yield* told([gate({ blocking: false })]), ["g"])
      assert.deepStrictEqual(yield* told([gate({ point: "ship:pre" })]), ["g"])
      assert.deepStrictEqual(yield* told([gate()]), [])
    })
  )

  it.effect("is told when the set refuses it, and at every point when its manifest cannot be read", () =>
    Effect.gen(function* () {
      const needy = featureOf({ id: "n", requires: ["nobody"], gates: [gate()] })
      const refused = yield* rendered([needy])
      assert.strictEqual(refused.unloadedGates[0]?.capId, "n")
      assert.include(refused.unloadedGates[0]?.reason, "nobody")
      const [about] = skipped("its files cannot be read").notActive
      const lost = about === undefined ? [] : [{ id: about.id, origin: about.origin, reason: about.reason }]
      const unread = yield* rendered([], { notActive: lost, point: "verify:post" })
      assert.strictEqual(unread.unloadedGates.length, 1)
    })
  )
})

const Text = Schema.Array(
  Schema.Literals([
    "</contribution>",
    "</CONTRIBUTION >",
    "< /fragment>",
    '<contribution from="gsd" into="planner">',
    "## Gates",
    "### 1. `ui/gate/0`: query `ui.plan-gate`",
    "- blocking: no",
    "\n",
    "`",
    "```",
    "<!--",
    "plain",
    "\u001b[1m",
    "\r"
  ])
).check(Schema.isMaxLength(10))

describe("what is rendered", () => {
  it.effect.prop(
    "holds exactly the blocks that were put in, whatever texts, names and values say",
    { texts: Schema.Array(Text).check(Schema.isMaxLength(4)), name: Text },
    ({ name, texts }) =>
      Effect.gen(function* () {
        const odd = `x${name.join("")}`
        const members = texts.map((parts, at) =>
          featureOf({
            id: `m-${at}`,
            config: { [`m${at}.v`]: { type: "string", default: parts.join(""), description: "Text." } },
            contributions: [
              contribution({
                fragment: { inline: `t${parts.join("")}` },
                consumes: [odd],
                produces: [`${at}${odd}`],
                configValues: { v: `m${at}.v` }
              })
            ]
          })
        )
        const point = yield* rendered(members)
        const blocks = readBlocks(point.rendered)
        assert.deepStrictEqual(
          blocks.map(({ attributes }) => attributes),
          members.map(({ id }) => ` from="${id}" into="planner"`)
        )
        for (const [at, { text }] of blocks.entries()) {
          const hook = find(point, `m-${at}/contribution/0`)
          const whole = unguarded(text)
          assert.strictEqual(hook?.kind, "contribution")
          if (hook?.kind === "contribution")
            assert.isTrue(whole.startsWith(`${hook.fragment}\n\nValues:\n- `))
        }
        assert.notMatch(point.rendered, /[\u0000-\u0008\u000b-\u001f]/u)
        const outside = point.rendered.replaceAll(/^<contribution .*\n[^]*?^<\/contribution>$/gmu, "")
        assert.strictEqual(outside.match(/^## /gmu)?.length ?? 0, members.length === 0 ? 0 : 1)
      })
  )
})

const Artifacts = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))).check(
  Schema.isMaxLength(2)
)

describe("an overlay that is removed", () => {
  it.effect.prop(
    "leaves those that are still loaded with the hooks they had, their steps in the order they had",
    { takes: Schema.Array(Artifacts).check(Schema.isMaxLength(8)), gone: Schema.Int },
    ({ gone, takes }) =>
      Effect.gen(function* () {
        const members = takes.map((inputs, at) => {
          const consumes = [...new Set(inputs)].filter((one) => one < at).map((one) => `${one}.md`)
          return featureOf({
            id: `m-${(at * 7) % 10}`,
            steps: [step({ produces: [`${at}.md`], consumes })],
            contributions: [contribution({ consumes })],
            gates: [gate()]
          })
        })
        const removed = members[Math.abs(gone) % Math.max(members.length, 1)]
        const all = yield* rendered(members)
        const rest = members.filter((one) => one !== removed)
        const without = yield* rendered(rest)
        const { registry } = contextOf(rest)
        const stays = ({ capId }: ActiveHook): boolean => registry.members.has(capId)
        const plain = (hook: ActiveHook) => JSON.stringify({ ...hook, unsatisfied: undefined })
        assert.deepStrictEqual(without.activeHooks.map(plain), all.activeHooks.filter(stays).map(plain))
      })
  )
})

import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { loopPoints } from "../../../src/domain/capability/loopContract.ts"
import type { JsonObject, JsonValue } from "../../../src/domain/json/value.ts"
import { activationAt, hookStates } from "../../../src/domain/loop/activation.ts"
import { isOn } from "../../../src/domain/loop/switch.ts"
import type { RegistryMember } from "../../../src/domain/registry/Registry.ts"
import { contextOf, featureOf, layerOf } from "../../support/loop.ts"

const description = "Switches it."

const on: JsonObject = { type: "boolean", default: true, description }

const off: JsonObject = { type: "boolean", default: false, description }

const step = (members: JsonObject = {}): JsonObject => ({
  point: "plan:pre",
  ref: { command: "loop run" },
  produces: [],
  consumes: [],
  onError: "skip",
  ...members
})

const gate = (members: JsonObject = {}): JsonObject => ({
  point: "plan:pre",
  check: { query: "ui.plan-gate" },
  blocking: true,
  onError: "halt",
  ...members
})

/** Why the one step of a capability is not in force at plan:pre; undefined when it is. */
const whyOff = (member: RegistryMember, config: JsonObject = {}): string | undefined => {
  const { registry, valueOf } = contextOf([member], { layers: [layerOf(config)] })
  const { inactive, steps } = activationAt(registry, "plan:pre", valueOf)
  assert.strictEqual(steps.length + inactive.length, 1)
  return inactive[0]?.reason
}

const switched = (when: string, config: JsonObject): RegistryMember =>
  featureOf({ id: "a", config, steps: [step({ when })] })

describe("isOn", () => {
  const cases: ReadonlyArray<readonly [Parameters<typeof isOn>[0], JsonValue, boolean]> = [
    ["boolean", true, true],
    ["boolean", "true", false],
    ["boolean", "false", false],
    ["boolean", 1, false],
    ["number", 2, true],
    ["number", -1, true],
    ["number", 0, false],
    ["number", "1", false],
    ["string", "anything", true],
    ["string", "", false],
    ["string", "  ", false],
    ["string", " False ", false],
    ["string", "none", false],
    ["string", true, false],
    ["enum", "high", true],
    ["enum", "off", false],
    ["enum", "Never", false],
    ["enum", [], false]
  ]
  for (const [type, value, expected] of cases)
    it(`says ${expected} of a ${type} that is ${JSON.stringify(value)}`, () => {
      assert.strictEqual(isOn(type, value), expected)
    })

  it.prop("takes nothing but true for a boolean", { value: Schema.Json }, ({ value }) => {
    assert.strictEqual(isOn("boolean", value), value === true)
  })
})

describe("activationAt", () => {
  it("takes a hook without a switch", () => {
    assert.isUndefined(whyOff(featureOf({ id: "a", steps: [step()] })))
  })

  it("says which value, from where, switched a hook off", () => {
    const member = switched("a.on", { "a.on": on })
    assert.isUndefined(whyOff(member))
    assert.strictEqual(
      whyOff(member, { a: { on: false } }),
      "`a.on` is `false` in the project's configuration"
    )
    assert.strictEqual(whyOff(switched("a.on", { "a.on": off })), "`a.on` is `false` by default")
  })

  it("never takes the string false, nor true, for a boolean, and reports both", () => {
    const member = switched("a.on", { "a.on": off })
    for (const text of ["false", "true"]) {
      assert.strictEqual(
        whyOff(member, { a: { on: text } }),
        `\`a.on\` is \`false\` by default; \`a.on\` in the project's configuration is not taken: \`"${text}"\` is no boolean`
      )
      const { registry, valueOf } = contextOf([switched("a.on", { "a.on": on })], {
        layers: [layerOf({ a: { on: text } })]
      })
      assert.deepStrictEqual(activationAt(registry, "plan:pre", valueOf).warnings, [
        `\`a.on\` in the project's configuration is not taken: \`"${text}"\` is no boolean`
      ])
    }
  })

  it("says loudly that a project or a call switches a blocking gate off, and nothing of a person's own choice", () => {
    const warningsOf = (layer: ReturnType<typeof layerOf>, members: JsonObject = {}, config = on) => {
      const gates = [gate({ when: "a.on", ...members })]
      const { registry, valueOf } = contextOf([featureOf({ id: "a", config: { "a.on": config }, gates })], {
        layers: [layer]
      })
      return activationAt(registry, "plan:pre", valueOf).warnings
    }
    const document = { a: { on: false } }
    for (const [origin, place] of [
      ["project", "in the project's configuration"],
      ["workstream", "in the workstream's configuration"],
      ["flag", "on the command line"]
    ] as const)
      assert.deepStrictEqual(warningsOf(layerOf(document, origin)), [
        `\`a/gate/0\` would hold the loop at \`plan:pre\` and is off: \`a.on\` is \`false\` ${place}`
      ])
    assert.deepStrictEqual(warningsOf(layerOf(document, "user")), [])
    assert.deepStrictEqual(warningsOf(layerOf(document), { blocking: false }), [])
    assert.deepStrictEqual(warningsOf(layerOf(document), {}, off), [])
    assert.deepStrictEqual(warningsOf(layerOf({ a: { on: true } })), [])
  })

  it("takes a misfit of a stronger layer for nothing, and the weaker one for what it says", () => {
    const { registry, valueOf } = contextOf([switched("a.on", { "a.on": off })], {
      layers: [layerOf({ a: { on: true } }, "user"), layerOf({ a: { on: "no" } })]
    })
    const { steps, warnings } = activationAt(registry, "plan:pre", valueOf)
    assert.strictEqual(steps.length, 1)
    assert.strictEqual(warnings.length, 1)
  })

  it("reads numbers, texts and enums by their types", () => {
    const level = { type: "number", default: 0, description }
    assert.isUndefined(whyOff(switched("a.n", { "a.n": level }), { a: { n: 2 } }))
    assert.isDefined(whyOff(switched("a.n", { "a.n": level }), { a: { n: "2" } }))
    const mode = { type: "enum", values: ["off", "strict"], default: "off", description }
    assert.isUndefined(whyOff(switched("a.m", { "a.m": mode }), { a: { m: "strict" } }))
    assert.strictEqual(whyOff(switched("a.m", { "a.m": mode })), '`a.m` is `"off"` by default')
  })

  for (const when of ["__proto__", "constructor", "a.__proto__", "prototype.on", "toString", "", ".", "a"])
    it(`never matches a switch named ${JSON.stringify(when)}`, () => {
      const config = JSON.parse(
        `{"__proto__":true,"constructor":true,"a":{"__proto__":{"on":true}},"prototype":{"on":true},"toString":true,"":true}`
      )
      assert.isDefined(whyOff(switched(when, {}), config))
    })

  it("never matches a reserved name that a manifest declares itself", () => {
    for (const name of ["__proto__", "constructor", "a.prototype"]) {
      const config: JsonObject = JSON.parse(`{"${name}":${JSON.stringify(on)}}`)
      assert.isDefined(whyOff(switched(name, config)))
    }
  })

  it.prop(
    "never matches a key that is not declared",
    { when: Schema.String, value: Schema.Json },
    ({ value, when }) => {
      const config = Object.fromEntries([[when, value]]) as JsonObject
      assert.isDefined(whyOff(switched(when, {}), config))
    }
  )

  it("asks the activation key first, and for true alone", () => {
    const member = featureOf({
      id: "a",
      config: { "a.enabled": off, "a.on": on },
      activationKey: "a.enabled",
      steps: [step({ when: "a.on" })]
    })
    assert.strictEqual(whyOff(member), "`a.enabled` is `false` by default")
    assert.isUndefined(whyOff(member, { a: { enabled: true } }))
    assert.isDefined(whyOff(member, { a: { enabled: "true" } }))
    const wrong = featureOf({
      id: "a",
      config: { "a.mode": { type: "string", default: "on", description } },
      activationKey: "a.mode",
      steps: [step()]
    })
    assert.strictEqual(whyOff(wrong), "`a.mode` is no boolean, which switches `a` on")
  })

  it("runs a movable step at the point that its key names, and nowhere else", () => {
    const at = { type: "enum", values: ["plan:pre", "plan:post"], default: "plan:post", description }
    const member = featureOf({
      id: "a",
      config: { "a.at": at },
      steps: [step({ pointFrom: "a.at" }), step({ point: "plan:post", pointFrom: "a.at" })]
    })
    const placesOf = (config: JsonObject) => {
      const { registry, valueOf } = contextOf([member], { layers: [layerOf(config)] })
      return loopPoints.filter((point) => activationAt(registry, point, valueOf).steps.length > 0)
    }
    assert.deepStrictEqual(placesOf({}), ["plan:post"])
    assert.deepStrictEqual(placesOf({ a: { at: "plan:pre" } }), ["plan:pre"])
    assert.deepStrictEqual(placesOf({ a: { at: "ship:pre" } }), ["plan:post"])
  })

  it("switches nobody else when a hook goes off, and moves nobody", () => {
    const members = ["a", "b", "c"].map((id) =>
      featureOf({
        id,
        config: { [`${id}.on`]: on },
        steps: [
          step({
            when: `${id}.on`,
            produces: [`${id}.md`],
            consumes: id === "a" ? ["b.md"] : id === "b" ? ["c.md"] : []
          })
        ]
      })
    )
    const orderWith = (config: JsonObject) => {
      const { registry, valueOf } = contextOf(members, { layers: [layerOf(config)] })
      return activationAt(registry, "plan:pre", valueOf).steps.map(({ id }) => id)
    }
    assert.deepStrictEqual(orderWith({}), ["c", "b", "a"])
    assert.deepStrictEqual(orderWith({ b: { on: false } }), ["c", "a"])
  })
})

describe("hookStates", () => {
  const member = featureOf({
    id: "a",
    config: { "a.on": off },
    steps: [step(), step({ point: "ship:post", when: "a.on" })],
    gates: [gate()]
  })

  it("says of each hook whether it is in force, and why not", () => {
    const { registry, valueOf } = contextOf([member])
    assert.deepStrictEqual(hookStates(registry, member, valueOf), [
      { hook: "a/step/0", kind: "step", point: "plan:pre", active: true },
      {
        hook: "a/step/1",
        kind: "step",
        point: "ship:post",
        when: "a.on",
        active: false,
        reason: "`a.on` is `false` by default"
      },
      { hook: "a/gate/0", kind: "gate", point: "plan:pre", active: true }
    ])
  })

  it("says of a capability that is not loaded that none of them is", () => {
    const { registry, valueOf } = contextOf([])
    assert.deepStrictEqual(
      hookStates(registry, member, valueOf).map(({ active, reason }) => [active, reason]),
      Array.from({ length: 3 }, () => [false, "`a` is not loaded"])
    )
  })
})

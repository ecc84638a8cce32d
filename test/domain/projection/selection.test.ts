import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  everything,
  narrow,
  selectionOf,
  unknownNames,
  type Selection
} from "../../../src/domain/projection/selection.ts"
import { decodeSelectionFile, profileNamed } from "../../../src/domain/projection/selectionFile.ts"
import { hook, offerOf } from "./surface/build.ts"
import { agent, bytesOf, demo, skill } from "./support.ts"

const whole = {
  baseProfile: "core" as const,
  disabledClusters: ["ui"],
  explicitAdds: ["a"],
  explicitRemoves: ["b"]
}

const decode = (value: unknown) => decodeSelectionFile(bytesOf(JSON.stringify(value)))

const problemOf = (value: unknown): string =>
  Result.match(decode(value), { onFailure: (problem) => problem, onSuccess: () => "" })

describe("the selection file", () => {
  it("is read when all of it is there", () => {
    assert.deepStrictEqual(Result.getOrThrow(decode(whole)), whole)
    assert.isUndefined(Result.getOrThrow(decode({ ...whole, baseProfile: "" })).baseProfile)
  })

  it("says every fault at once", () => {
    const problem = problemOf({
      baseProfile: "cor",
      disabledClusters: {},
      explicitAdds: ["a", 1],
      more: true
    })
    for (const part of [
      "no profile `cor`; there are `core`, `standard`, `full`, perhaps `core`",
      "`disabledClusters` is no list",
      "`explicitAdds` holds at place 1 what is no text",
      "`explicitRemoves` is missing",
      "what nobody knows the meaning of: more"
    ])
      assert.include(problem, part)
  })

  it("is refused for each key that is missing or of another type", () => {
    for (const key of Object.keys(whole)) {
      const without = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key))
      assert.include(problemOf(without), `\`${key}\` is missing`)
      for (const odd of [null, 1, true, {}, [null], [["a"]]])
        assert.include(problemOf({ ...whole, [key]: odd }), `\`${key}\``, JSON.stringify(odd))
    }
  })

  it("is refused when it is no JSON object, or names a key twice", () => {
    for (const text of [
      "",
      "[]",
      "null",
      "{",
      '{"__proto__":{}}',
      '{"baseProfile":"core","baseProfile":"full"}'
    ])
      assert.isTrue(Result.isFailure(decodeSelectionFile(bytesOf(text))), text)
    assert.isTrue(Result.isFailure(decodeSelectionFile(Uint8Array.of(0xff, 0xfe, 0x7b))))
  })

  it.prop("is read or refused with a reason, whatever it holds", { value: Schema.Json }, ({ value }) => {
    const problem = problemOf(value)
    assert.isTrue(problem !== "" || Result.isSuccess(decode(value)))
    assert.notMatch(problem, /[\u0000-\u001f\u2028]/u)
  })
})

describe("the name of a profile", () => {
  it("is one of three, of several the widest, and never anything else", () => {
    assert.deepStrictEqual(Result.getOrThrow(profileNamed("core")), "core")
    assert.deepStrictEqual(Result.getOrThrow(profileNamed("standard,core")), "standard")
    for (const name of ["", "bogus", "core,bogus", "FULL", "__proto__"])
      assert.isTrue(Result.isFailure(profileNamed(name)), name)
  })
})

describe("who says which profile", () => {
  it("is the file before the command, and the command before the ledger", () => {
    const file = Result.getOrThrow(decode(whole))
    assert.strictEqual(selectionOf({ asked: "full", file, recorded: "standard" }).profile, "core")
    assert.strictEqual(selectionOf({ asked: "full", recorded: "standard" }).profile, "full")
    assert.strictEqual(selectionOf({ file, recorded: "standard" }).profile, "core")
    assert.strictEqual(selectionOf({ recorded: "standard" }).profile, "standard")
    assert.strictEqual(selectionOf({}).profile, "full")
    assert.deepStrictEqual([...selectionOf({ asked: "full", file }).disabled], ["ui"])
  })
})

const given = (offer: typeof demo, selection: Partial<Selection>) => {
  const { offer: left, withheld } = narrow(offer, { ...everything, ...selection })
  return {
    skills: left.skills.map(({ stem }) => stem),
    rest: left.agents.length + left.hooks.length,
    withheld: withheld.map(({ kind, name }) => `${kind} ${name}`)
  }
}

const rich = offerOf("rich", {
  tier: "standard",
  skills: [skill("map"), skill("ship")],
  agents: [agent("gsd-a")],
  hooks: [hook("Stop"), hook("Stop")]
})

describe("what is selected", () => {
  it("is what its tier says, each within the next", () => {
    const table = (["core", "standard", "full"] as const).map((profile) =>
      (["core", "standard", "full"] as const).map(
        (tier) => given({ ...demo, tier }, { profile }).skills.length > 0
      )
    )
    assert.deepStrictEqual(table, [
      [true, false, false],
      [true, true, false],
      [true, true, true]
    ])
  })

  it("is nothing of a capability beyond the profile, or switched off by its id", () => {
    const nothing = { skills: [], rest: 0, withheld: ["capability rich"] }
    assert.deepStrictEqual(given(rich, { profile: "core" }), nothing)
    assert.deepStrictEqual(given(rich, { disabled: new Set(["rich"]) }), nothing)
  })

  it("is of such a capability just the skill that is added", () => {
    const rest = ["skill ship", "agent gsd-a", "hook Stop"]
    const expected = { skills: ["map"], rest: 0, withheld: rest }
    assert.deepStrictEqual(given(rich, { profile: "core", adds: new Set(["map"]) }), expected)
    assert.deepStrictEqual(given(rich, { disabled: new Set(["rich"]), adds: new Set(["map"]) }), expected)
  })

  it("is without what is removed, which counts last", () => {
    const both = { adds: new Set(["map"]), removes: new Set(["map"]) }
    assert.deepStrictEqual(given(rich, both), { skills: ["ship"], rest: 3, withheld: ["skill map"] })
    assert.deepStrictEqual(given(rich, { ...both, profile: "core" }).withheld, ["capability rich"])
  })

  it("names what nobody brings, but for the groups of the public system", () => {
    const selection = selectionOf({
      file: {
        baseProfile: undefined,
        disabledClusters: ["core_loop", "ns_meta", "rich", "gone"],
        explicitAdds: ["map", "mop"],
        explicitRemoves: ["\u001b[31m"]
      }
    })
    assert.deepStrictEqual(unknownNames(selection, [rich]), [
      "`disabledClusters` of the runtime's selection file names what no active capability brings: gone",
      "`explicitAdds` of the runtime's selection file names what no active capability brings: mop",
      "`explicitRemoves` of the runtime's selection file names what no active capability brings: \\u{1b}[31m"
    ])
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { judgeSet, type SetInput } from "../../../src/domain/registry/judgeSet.ts"
import { context, member, refusedIn, shipped, shippedTexts } from "./build.ts"
import { poisons as manifestPoisons } from "../capability/poisons.ts"
import { poisons } from "./poisons.ts"
import { apart, choices, clashing } from "./sets.ts"
import { mutate } from "../capability/mutate.ts"

const acceptedOf = (inputs: ReadonlyArray<SetInput>): ReadonlyArray<SetInput> => {
  const refused = new Set(refusedIn(inputs, judgeSet(inputs, context)))
  return inputs.filter((_, index) => !refused.has(index))
}

/** What was found of each member, without the wording. */
const foundIn = (inputs: ReadonlyArray<SetInput>): ReadonlyMap<SetInput, ReadonlyArray<string>> => {
  const { members } = judgeSet(inputs, context)
  return new Map(
    inputs.map((input, index) => [
      input,
      (members[index]?.problems ?? []).map(({ rule, pointer }) => `${rule} ${pointer}`)
    ])
  )
}

const shuffled = <A>(items: ReadonlyArray<A>, numbers: ReadonlyArray<number>): ReadonlyArray<A> =>
  items
    .map((item, index) => ({ item, key: numbers[index % Math.max(numbers.length, 1)] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)

const lonely = [
  ...Object.values(manifestPoisons)
    .filter(({ verdict, manifest }) => verdict === "invalid" && manifest["role"] === "feature")
    .map(({ manifest }) => manifest),
  ...Object.values(poisons)
    .filter(({ members, isWarning }) => members.length === 1 && isWarning !== true)
    .map(({ members }) => members[0]?.raw as Record<string, unknown>)
].filter((raw) => judgeSet([member(raw)], context).verdict === "invalid")

/** Where one of the rules stands that look at who came first. */
const lookAtOrder = /^set\.(id|skill|config-key|produces-once|steps-acyclic|contributions-acyclic) /u

describe("judgeSet", () => {
  it.prop(
    "never throws on arbitrary JSON, refuses all of it and says why",
    { values: Schema.Array(Schema.Json) },
    ({ values }) => {
      const judged = judgeSet([...shipped, ...values.map((raw) => member(raw))], context)
      for (const { accepted, problems } of judged.members.slice(shipped.length)) {
        assert.isFalse(accepted)
        assert.isNotEmpty(problems)
      }
      assert.isTrue(judged.members.slice(0, shipped.length).every(({ accepted }) => accepted))
    }
  )

  it.prop(
    "never throws on mutated real manifests, beside which the real ones stay",
    { which: Schema.Int, where: Schema.Array(Schema.Int), value: Schema.Json },
    ({ which, where, value }) => {
      const raw = mutate(shippedTexts[Math.abs(which) % shippedTexts.length] ?? "{}", where, value)
      const inputs = [member(raw), ...shipped]
      // Whatever it became, and though it stands first, nobody goes on its account.
      assert.notInclude(
        refusedIn(inputs, judgeSet(inputs, context)).map((index) => inputs[index]?.origin),
        "first-party"
      )
    }
  )

  it.prop("accepts again what it has accepted", { inputs: clashing }, ({ inputs }) => {
    const accepted = acceptedOf(inputs)
    assert.deepStrictEqual(acceptedOf(accepted), accepted)
  })

  it.prop(
    "accepts a first-party member that it accepts without any overlay",
    { own: clashing, added: clashing },
    ({ own, added }) => {
      const first = own.slice(0, 4).map((input): SetInput => ({ ...input, origin: "first-party" }))
      const inputs = [...added, ...first]
      const judged = judgeSet(inputs, context)
      const refused = new Set(refusedIn(inputs, judged).map((index) => inputs[index]))
      for (const input of acceptedOf(first)) assert.isFalse(refused.has(input))
    }
  )

  it.prop(
    "refuses nobody else when one is added that cannot stay in any set",
    { inputs: clashing, which: choices },
    ({ inputs, which }) => {
      const accepted = acceptedOf(inputs)
      const id = accepted[(which[2] ?? 0) % Math.max(accepted.length, 1)]?.folder ?? "sample"
      const poison = lonely[(which[0] ?? 0) % lonely.length] ?? {}
      // It may even have the id of one that is there.
      const bad = { ...member({ ...poison, id: (which[3] ?? 0) % 2 === 0 ? id : "sample" }) }
      const all = accepted.toSpliced((which[1] ?? 0) % (accepted.length + 1), 0, bad)
      assert.deepStrictEqual(
        acceptedOf(all).filter((input) => input !== bad),
        accepted
      )
    }
  )

  it.prop(
    "finds the same in any order, unless somebody came first",
    { inputs: apart, numbers: choices },
    ({ inputs, numbers }) => {
      const found = foundIn(inputs)
      if ([...found.values()].flat().some((text) => lookAtOrder.test(text))) return
      const again = foundIn(shuffled(inputs, numbers))
      for (const input of inputs) assert.deepStrictEqual(again.get(input), found.get(input))
    }
  )

  it.prop(
    "keeps the earlier ones when a later one joins",
    { inputs: apart, last: apart },
    ({ inputs, last }) => {
      const joining = last[0]
      if (joining === undefined) return
      const accepted = acceptedOf(inputs)
      const newcomer = { ...joining, raw: { ...(joining.raw as object), id: "zoe" }, folder: "zoe" }
      const all = [...accepted, newcomer]
      if (acceptedOf(all).includes(newcomer)) return
      assert.deepStrictEqual(acceptedOf(all), accepted)
    }
  )
})

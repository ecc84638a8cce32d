import { assert, describe, it } from "@effect/vitest"
import { droppedWarning, lanesOf, publishedOrder } from "../../../src/domain/lane/lane.ts"
import type { RegistryMember } from "../../../src/domain/registry/Registry.ts"
import { firstParty, owl, published, shipped } from "./lanes.ts"

const overlay = (id: string, slug: string, flags: ReadonlyArray<string>, section: string): RegistryMember => {
  const reviewer = { ...owl({ slug, flags, reviewsSection: section }).reviewer }
  const gemini = shipped("gemini").manifest
  if (gemini.role !== "reviewer") throw new Error("gemini is a reviewer")
  return { id, origin: "global", manifest: { ...gemini, reviewer } }
}

describe("lanesOf", () => {
  it("has the published lanes in the published order, whatever the order of the members", () => {
    assert.deepStrictEqual(
      firstParty.map(({ slug }) => slug),
      publishedOrder
    )
    const reversed = lanesOf(published.map(({ capabilityId }) => shipped(capabilityId)).toReversed())
    assert.deepStrictEqual(reversed.lanes, firstParty)
    assert.deepStrictEqual(reversed.dropped, [])
  })

  it("has every field of every published lane", () => {
    for (const { capabilityId, fields } of published) {
      const lane = firstParty.find((one) => one.capabilityId === capabilityId)
      assert.deepInclude(lane?.reviewer, fields)
      assert.deepStrictEqual(lane?.flags, fields["flags"])
    }
  })

  it("puts overlays behind, by capability, and leaves out members without a lane", () => {
    const { lanes } = lanesOf([
      overlay("b-owl", "a", ["--a"], "A"),
      shipped("security"),
      shipped("cline"),
      overlay("a-owl", "z", ["--z"], "Z"),
      shipped("qwen")
    ])
    assert.deepStrictEqual(
      lanes.map(({ slug }) => slug),
      ["qwen", "z", "a"]
    )
  })

  const clashes: ReadonlyArray<readonly [string, RegistryMember, string, string]> = [
    ["slug", overlay("a-owl", "gemini", ["--owl"], "Owl"), "gemini", "gemini"],
    ["flag", overlay("a-owl", "owl", ["--owl", "--gemini"], "Owl"), "--gemini", "gemini"],
    ["section", overlay("a-owl", "owl", ["--owl"], "  gEmini "), "  gEmini ", "gemini"]
  ]
  it.each(clashes)(
    "leaves out an overlay whose %s is taken, and names what is",
    (clash, member, name, holder) => {
      const { lanes, dropped } = lanesOf([member, shipped("gemini")])
      assert.deepStrictEqual(
        lanes.map(({ capabilityId }) => capabilityId),
        ["gemini"]
      )
      assert.deepStrictEqual(
        dropped.map((one) => ({ ...one, slug: "" })),
        [{ slug: "", capabilityId: "a-owl", clash: clash as "slug", name, holder }]
      )
    }
  )

  it("says who has what a lane that is left out wants", () => {
    const { dropped } = lanesOf([overlay("a-owl", "owl", ["--gemini"], "Owl"), shipped("gemini")])
    assert.deepStrictEqual(
      dropped.map((lane) => droppedWarning(lane).message as string),
      ["The lane `owl` of `a-owl` is left out: `gemini` has the flag `--gemini`"]
    )
  })

  it("lets the first of two overlays have the name", () => {
    const two = lanesOf([overlay("b-owl", "owl", ["--b"], "B"), overlay("a-owl", "owl", ["--a"], "A")])
    assert.deepStrictEqual(
      [two.lanes.map((lane) => lane.capabilityId), two.dropped.map((lane) => lane.capabilityId)],
      [["a-owl"], ["b-owl"]]
    )
  })
})

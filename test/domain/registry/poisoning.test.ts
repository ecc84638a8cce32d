import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { manifestRules } from "../../../src/domain/capability/rules.ts"
import { validateManifest } from "../../../src/domain/capability/validateManifest.ts"
import { judgeSet, type SetInput } from "../../../src/domain/registry/judgeSet.ts"
import { setRules } from "../../../src/domain/registry/setRules.ts"
import { poisons as manifestPoisons } from "../capability/poisons.ts"
import { context, goodOverlays, member, refusedIn, shipped } from "./build.ts"
import { poisons } from "./poisons.ts"

interface Case {
  readonly folder: string
  readonly manifest?: unknown
}

const singles = readFileSync(new URL("../../data/manifest-cases.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Case)
  .filter((entry) => entry.manifest !== undefined)
  .map((entry): SetInput => ({ folder: entry.folder, raw: entry.manifest, origin: "overlay" }))

/** Rules of one manifest that no set asks of its members, and why. */
const notInSets: Readonly<Record<string, string>> = {
  "steps.consumes-available": "the set knows better where inputs come from: set.consumes",
  "loop.kind-dispatched": "the loop contract of this product dispatches every kind at every point"
}

/** Overlays that violate one rule of one manifest and nothing else, by rule. */
const poisoned = new Map<string, SetInput>(
  [...Object.values(manifestPoisons).map(({ manifest }) => member(manifest)), ...singles].flatMap((input) => {
    const { folder, raw } = input
    const found = new Set(
      validateManifest({ folder, raw, origin: "third-party" }).problems.map(({ rule }) => rule)
    )
    const [rule] = found
    if (rule === undefined || found.size > 1) return []
    const alone = judgeSet([...shipped, input], context).members.at(-1)?.problems ?? []
    return alone.length > 0 && alone.every((problem) => problem.rule === rule) ? [[rule, input] as const] : []
  })
)

const places = [0, 25, 50]

/** Puts the last members of a set among the good ones and expects that only the overlay, which is last, is spoken of. */
const expectOnly = (rule: string, bad: SetInput, beside: ReadonlyArray<SetInput> = []) => {
  const severity = [...manifestRules, ...setRules].find(({ id }) => id === rule)?.severity
  for (const place of places) {
    const inputs = [...shipped, ...beside, ...goodOverlays.toSpliced(place, 0, bad)]
    const judged = judgeSet(inputs, context)
    const at = inputs.indexOf(bad)
    assert.deepStrictEqual(refusedIn(inputs, judged), severity === "error" ? [at] : [], rule)
    for (const [index, { problems }] of judged.members.entries())
      assert.deepStrictEqual(
        [...new Set(problems.map((problem) => problem.rule))],
        index === at ? [rule] : [],
        `${rule}: ${inputs[index]?.folder}`
      )
  }
}

describe("one bad overlay among fifty good ones", () => {
  it("has nothing to do with their being good", () => {
    const judged = judgeSet([...shipped, ...goodOverlays], context)
    assert.deepStrictEqual(
      judged.members.flatMap(({ problems }) => problems),
      []
    )
  })

  it("is known for every rule", () => {
    const missing = manifestRules.filter(({ id }) => !poisoned.has(id) && notInSets[id] === undefined)
    assert.deepStrictEqual(
      missing.map(({ id }) => id),
      []
    )
    assert.deepStrictEqual(Object.keys(poisons).toSorted(), setRules.map(({ id }) => id).toSorted())
  })

  for (const { id } of manifestRules) {
    const bad = poisoned.get(id)
    if (bad !== undefined)
      it(`is the only one dropped, and ${id} is named`, () => {
        expectOnly(id, bad)
      })
  }

  for (const { id } of setRules) {
    const poison = poisons[id]
    const bad = poison?.members.at(-1)
    if (poison !== undefined && bad !== undefined)
      it(`is the only one dropped, and ${id} is named at its place`, () => {
        expectOnly(id, bad, poison.members.slice(0, -1))
        const { members } = judgeSet(poison.members, poison.context)
        assert.deepStrictEqual(
          members.map(({ problems }) => problems.map((problem) => `${problem.rule} ${problem.pointer}`)),
          poison.members.map((input) => (input === bad ? [`${id} ${poison.pointer}`] : []))
        )
      })
  }
})

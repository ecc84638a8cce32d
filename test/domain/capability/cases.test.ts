import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import { firstPartyIds } from "../../../src/domain/capability/firstPartyIds.ts"
import { manifestRules } from "../../../src/domain/capability/rules.ts"
import { aloneContext } from "../../../src/domain/capability/Candidate.ts"
import { poisons } from "./poisons.ts"
import { judgeManifest, validateManifest } from "../../../src/domain/capability/validateManifest.ts"

interface Case {
  readonly name: string
  readonly folder: string
  readonly manifest: unknown
  readonly expect: string
  readonly path: string
  readonly weak?: boolean
  readonly manifests?: unknown
}

const data = new URL("../../data/", import.meta.url)
const cases = readFileSync(new URL("manifest-cases.jsonl", data), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Case)
  .filter((entry) => entry.manifests === undefined)

const input = (entry: Case) => ({ folder: entry.folder, raw: entry.manifest, origin: "third-party" as const })

const shipped = readdirSync(new URL("first-party/", data)).map((name) => ({
  id: name.replace(/\.json$/u, ""),
  raw: JSON.parse(readFileSync(new URL(`first-party/${name}`, data), "utf8")) as Record<string, unknown>
}))

/** Names of cases that are known to miss; the test fails when the list grows or shrinks. */
const knownMisses: ReadonlyArray<string> = []

describe("validateManifest on the single cases", () => {
  it("gives the expected verdict", () => {
    const misses = cases
      .filter((entry) => entry.weak !== true && validateManifest(input(entry)).verdict !== entry.expect)
      .map((entry) => entry.name)
    assert.deepStrictEqual(misses, knownMisses)
    assert.isAbove(cases.length, 1400)
  })

  it("names the hinted place, or its parent, in at least 95 % of the invalid ones", () => {
    const invalid = cases.filter((entry) => entry.weak !== true && entry.expect === "invalid")
    const named = invalid.filter((entry) => {
      const hint = entry.path === "/" ? "" : entry.path
      const parent = hint.slice(0, Math.max(hint.lastIndexOf("/"), 0))
      const pointers = validateManifest(input(entry)).problems.map((problem) =>
        problem.pointer.replaceAll("~1", "/").replaceAll("~0", "~")
      )
      return pointers.includes(hint) || pointers.includes(parent)
    })
    assert.isAtLeast(named.length / invalid.length, 0.95)
  })

  it("decodes every manifest that is not invalid", () => {
    for (const entry of cases) {
      const { manifest, verdict } = validateManifest(input(entry))
      if (verdict !== "invalid") assert.isTrue(Option.isSome(manifest), entry.name)
    }
  })

  it("explains every problem in one line with a hint", () => {
    for (const entry of cases) {
      for (const problem of validateManifest(input(entry)).problems) {
        assert.notMatch(problem.message, /[\u0000-\u001f\u007f]|\.$/u, entry.name)
        assert.notStrictEqual(problem.hint, "", entry.name)
        assert.isTrue(problem.pointer === "" || problem.pointer.startsWith("/"), entry.name)
      }
    }
  })

  it("has no rule that could be missing unnoticed", () => {
    const before = cases.map((entry) => validateManifest(input(entry)))
    const fired = new Set(before.flatMap((result) => result.problems.map((problem) => problem.rule)))
    const idle = manifestRules.filter((rule) => {
      if (!fired.has(rule.id)) return true
      const others = manifestRules.filter((other) => other !== rule)
      return cases.every(
        (entry, index) =>
          entry.weak === true ||
          !before[index]?.problems.some((problem) => problem.rule === rule.id) ||
          judgeManifest(input(entry), aloneContext, others).verdict === before[index].verdict
      )
    })
    assert.deepStrictEqual(idle.map((rule) => rule.id).toSorted(), Object.keys(poisons).toSorted())
  })
})

describe("validateManifest on the first-party manifests", () => {
  it("finds nothing wrong with any of them", () => {
    for (const { id, raw } of shipped) {
      const result = validateManifest({ folder: id, raw, origin: "first-party" })
      assert.deepStrictEqual(result.problems, [], id)
    }
  })

  it("knows their ids, and that of our own lane", () => {
    assert.deepStrictEqual([...firstPartyIds], [...shipped.map(({ id }) => id), "plan-lint"].toSorted())
  })
})

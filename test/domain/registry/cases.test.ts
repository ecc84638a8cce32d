import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { fileRules } from "../../../src/domain/capability/judgeFiles.ts"
import { manifestRules } from "../../../src/domain/capability/rules.ts"
import { judgeSet, type SetInput } from "../../../src/domain/registry/judgeSet.ts"
import { setRules } from "../../../src/domain/registry/setRules.ts"
import { poisons } from "./poisons.ts"

interface Case {
  readonly name: string
  readonly manifests?: ReadonlyArray<{
    readonly origin: SetInput["origin"]
    readonly folder: string
    readonly manifest: unknown
  }>
  readonly hostVersion?: string
  readonly expect: string
  readonly path: string
  readonly weak?: boolean
}

const data = new URL("../../data/", import.meta.url)
const cases = readFileSync(new URL("manifest-cases.jsonl", data), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Case)
  .flatMap(({ manifests, ...rest }) => (manifests === undefined ? [] : [{ manifests, ...rest }]))
const strict = cases.filter((entry) => entry.weak !== true)

const judge = ({ manifests, hostVersion }: (typeof cases)[number], rules = setRules) =>
  judgeSet(
    manifests.map(({ origin, folder, manifest }) => ({ origin, folder, raw: manifest })),
    { hostVersion },
    rules
  )

const shipped = readdirSync(new URL("first-party/", data)).map((name): SetInput => ({
  folder: name.replace(/\.json$/u, ""),
  raw: JSON.parse(readFileSync(new URL(`first-party/${name}`, data), "utf8")),
  origin: "first-party"
}))

describe("judgeSet on the set cases", () => {
  it("gives the expected verdict", () => {
    assert.deepStrictEqual(
      strict.filter((entry) => judge(entry).verdict !== entry.expect).map(({ name }) => name),
      []
    )
    assert.isAbove(strict.length, 100)
  })

  it("names the hinted place, or its parent, in at least 95 % of the invalid ones", () => {
    const invalid = strict.filter((entry) => entry.expect === "invalid")
    const missed = invalid.filter((entry) => {
      const parent = entry.path.slice(0, Math.max(entry.path.lastIndexOf("/"), 0))
      const pointers = judge(entry).members.flatMap(({ problems }, index) =>
        problems.map(({ pointer }) => `/${index}${pointer.replaceAll("~1", "/").replaceAll("~0", "~")}`)
      )
      return !pointers.includes(entry.path) && !pointers.includes(parent)
    })
    assert.isAtMost(missed.length / invalid.length, 0.05, missed.map(({ name }) => name).join("\n"))
  })

  it("refuses the member that the hint names, whenever it refuses any", () => {
    for (const entry of strict.filter(({ expect }) => expect === "invalid")) {
      const member = judge(entry).members[Number(entry.path.split("/")[1])]
      assert.isFalse(member?.accepted, entry.name)
    }
  })

  it("explains every problem in one line with a hint", () => {
    for (const entry of cases)
      for (const { problems } of judge(entry).members)
        for (const problem of problems) {
          assert.notMatch(problem.message, /[\u0000-\u001f\u007f]|\.$/u, entry.name)
          assert.notStrictEqual(problem.hint, "", entry.name)
          assert.isTrue(problem.pointer === "" || problem.pointer.startsWith("/"), entry.name)
        }
  })

  it("has no rule that could be missing unnoticed: without it a case or a poison has another verdict", () => {
    const idle = setRules.filter((rule) => {
      const others = setRules.filter((other) => other !== rule)
      const poison = poisons[rule.id]
      const isCaught =
        poison !== undefined &&
        judgeSet(poison.members, poison.context, others).verdict !==
          judgeSet(poison.members, poison.context).verdict
      return !isCaught && strict.every((entry) => judge(entry, others).verdict === entry.expect)
    })
    assert.deepStrictEqual(
      idle.map(({ id }) => id),
      []
    )
  })

  it("has rules with ids of their own, each with a sentence and a source", () => {
    const rules = [...manifestRules, ...Object.values(fileRules), ...setRules]
    assert.strictEqual(new Set(rules.map(({ id }) => id)).size, rules.length)
    for (const rule of rules) assert.isTrue(rule.asks !== "" && rule.source !== "", rule.id)
  })

  it("finds nothing wrong with the first-party manifests as a set", () => {
    const { verdict, members } = judgeSet(shipped, { hostVersion: "1.14.0" })
    assert.deepStrictEqual(
      members.flatMap(({ problems }) => problems),
      []
    )
    assert.strictEqual(verdict, "valid")
    assert.isAbove(members.length, 40)
  })
})

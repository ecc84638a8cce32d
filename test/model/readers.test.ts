import { assert, describe, it } from "vitest"
import { killed, inSuccession, successions, whole } from "./histories.ts"
import { reportIn } from "./invariants.ts"
import { transaction, type Step } from "./protocol.ts"
import { reportsOver, type History, type Manner } from "./reader.ts"
import { ends, operations, type Operation } from "./world.ts"

/** Every way a reader can fall between the writer's steps, counted by what it then reports. */
const tally = (histories: Iterable<History>, manner?: Manner): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const history of histories)
    for (const report of reportsOver(history, manner)) counts.set(report, (counts.get(report) ?? 0) + 1)
  return counts
}

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0)

const bothEnds = (operation: Operation): ReadonlyArray<string> =>
  [ends[operation].from, ends[operation].to].map(reportIn).toSorted()

const behind = (name: string, target: string): ReadonlyArray<Step> =>
  transaction
    .filter((step) => step.name !== name)
    .flatMap((step) =>
      step.name === target ? [step, ...transaction.filter((one) => one.name === name)] : [step]
    )

describe("a reader without a lock", () => {
  it.each(operations)("reports old or new while %s runs, and both can be seen", (operation) => {
    const seen = tally([whole(operation)])
    assert.deepStrictEqual([...seen.keys()].toSorted(), bothEnds(operation))
    assert.isAtLeast(total(seen), 10)
  })

  it.each(operations)("reports old or new while %s is killed anywhere and recovered", (operation) => {
    const seen = tally(killed(operation))
    assert.deepStrictEqual([...seen.keys()].toSorted(), bothEnds(operation))
    assert.isAbove(total(seen), 200)
  })

  it.each(Object.entries(successions))("reports a state that was, or `changing`, during: %s", (_, states) => {
    const seen = tally([inSuccession(states)])
    const reports = states.map(reportIn)
    assert.deepStrictEqual(
      [...seen.keys()].filter((one) => !reports.includes(one) && one !== "changing"),
      []
    )
    assert.isAbove(total(seen), 20)
  })

  it("is `changing` only when it was overtaken twice", () => {
    const overtaken = successions["two updates that keep none before"] ?? []
    assert.isAbove(tally([inSuccession(overtaken)]).get("changing") ?? 0, 0)
    assert.strictEqual(tally([inSuccession(overtaken.slice(0, 2))]).get("changing"), undefined)
  })
})

describe("a reader notices", () => {
  it.each<readonly [string, Operation, Step[]]>([
    ["consent dropped before the commit", "remove", [...behind("dropConsent", "syncForeign")]],
    ["bundles retired before the commit", "remove", [...behind("retireBundles", "syncForeign")]],
    ["consent written after the commit", "install", [...behind("addConsent", "renameLedger")]],
    ["bundles stored after the commit", "install", [...behind("moveBundles", "renameLedger")]]
  ])("%s", (_, operation, steps) => {
    assert.isAbove(tally([whole(operation, { transaction: steps })]).get("missing") ?? 0, 0)
  })

  it("nothing else only because it looks at the ledger again", () => {
    assert.isAbove(tally([whole("remove")], "trusting").get("missing") ?? 0, 0)
  })

  it("what is not there when it reads consent before the ledger", () => {
    assert.isAbove(tally([whole("install")], "consent first").get("missing") ?? 0, 0)
    assert.isAbove(tally([whole("rollback")], "consent first").get("inactive 1") ?? 0, 0)
  })
})

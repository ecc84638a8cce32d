import { assert, describe, it } from "@effect/vitest"
import { consensusOf, type LaneFindings } from "../../../src/domain/review/consensus.ts"
import { parseFindings } from "../../../src/domain/review/findings.ts"
import { answers, fileHeads } from "./answers.ts"

const lane = (
  slug: string,
  markdown: string,
  evidenceClass: LaneFindings["evidenceClass"] = "source-grounded"
): LaneFindings => ({ slug, evidenceClass, findings: parseFindings(markdown).findings })

const files = new Map([
  ["src/a.ts", 100],
  ["src/b.ts", 20],
  ["plans/01-PLAN.md", 60]
])

const briefly = (lanes: ReadonlyArray<LaneFindings>) =>
  consensusOf(lanes, files).map(
    ({ basis, polarity, severity, standing, voices }) =>
      `${standing} ${polarity} ${severity} ${basis} ${voices.map(({ slug }) => slug).join("+")}`
  )

describe("consensusOf", () => {
  it("takes the same finding in other words for one", () => {
    const found = briefly([
      lane("ant", "## Concerns\n- **HIGH**: Task 2 has no verification command."),
      lane("bee", "## Weaknesses\n1. (Medium) There is no step that verifies task 2"),
      lane("cat", "## Concerns\n- **LOW**: Nothing says who may read the audit log.")
    ])
    assert.deepStrictEqual(found, ["agreed concern HIGH words ant+bee", "single concern LOW alone cat"])
  })

  it("does not take two tasks for one because the sentence is the same", () => {
    const found = briefly([
      lane("ant", "## Concerns\n- **HIGH**: Task 1 has no verification command."),
      lane("bee", "## Concerns\n- **HIGH**: Task 2 has no verification command.")
    ])
    assert.deepStrictEqual(found, ["single concern HIGH alone ant", "single concern HIGH alone bee"])
  })

  it("does not take short texts for one because of a word or two", () => {
    const found = briefly([
      lane("ant", "## Concerns\n- Memory leaks"),
      lane("bee", "## Concerns\n- Memory usage unclear"),
      lane("cat", "## Concerns\n- Handle leaks")
    ])
    assert.strictEqual(found.length, 3)
  })

  it("never joins two findings of one lane that cite nothing", () => {
    const twice =
      "- **HIGH**: The rollback of the store is missing\n- **HIGH**: Missing rollback of the store"
    assert.strictEqual(briefly([lane("ant", twice)]).length, 2)
  })

  it("joins words without a citation to what another lane cites", () => {
    const found = briefly([
      lane("ant", "- [HIGH] `src/a.ts:10`: the lock is not released when the write fails"),
      lane("bee", "## Concerns\n- A failing write never releases the lock")
    ])
    assert.deepStrictEqual(found, ["agreed concern HIGH words ant+bee"])
  })

  it("counts nearby lines as one place, and lines further away as two", () => {
    const at = (line: number) => `- [LOW] src/a.ts:${line}: ${line}`
    assert.strictEqual(briefly([lane("ant", at(10)), lane("bee", at(13))]).length, 1)
    assert.strictEqual(briefly([lane("ant", at(10)), lane("bee", at(14))]).length, 2)
    assert.strictEqual(briefly([lane("ant", at(10)), lane("bee", at(13)), lane("cat", at(16))]).length, 2)
    assert.strictEqual(briefly([lane("ant", "- [LOW] src/a.ts:3-9: x"), lane("bee", at(12))]).length, 1)
  })

  it("finds a path that is cited absolutely or by its end in the same file", () => {
    const found = briefly([
      lane("ant", "- [HIGH] `/projects/board/src/a.ts:10`: wrong"),
      lane("bee", "- [HIGH] a.ts:10 wrong"),
      lane("cat", "- [HIGH] ./src/a.ts:11 wrong")
    ])
    assert.deepStrictEqual(found, ["agreed concern HIGH place ant+bee+cat"])
  })

  it("lists opposite verdicts on the same line as a dispute, with who said what", () => {
    const groups = consensusOf(
      [
        lane("ant", "- [HIGH] `src/a.ts:40`: the handle leaks. Verdict: concern"),
        lane("bee", "- [LOW] `src/a.ts:40`: the handle is closed by the scope. Verdict: sound")
      ],
      files
    )
    assert.strictEqual(groups.length, 1)
    assert.deepInclude(groups[0], { standing: "disputed", polarity: "neutral", severity: "HIGH" })
    assert.deepStrictEqual(
      groups[0]?.voices.map(({ polarity, slug }) => `${slug} ${polarity}`),
      ["ant concern", "bee approval"]
    )
  })

  it("sees no dispute in praise of one line and blame of its neighbour, nor in one lane alone", () => {
    const praise = "## Strengths\n- src/a.ts:40 closes the handle"
    const blame = "## Concerns\n- src/a.ts:42 logs twice"
    assert.strictEqual(briefly([lane("ant", praise), lane("bee", blame)]).length, 2)
    const both = `${praise}\n## Concerns\n- src/a.ts:40 logs twice`
    assert.deepStrictEqual(briefly([lane("ant", both)]), ["single neutral null place ant+ant"])
  })

  it("lets no majority that sees the diff only agree, or outweigh one that read the source", () => {
    const blame = "- [HIGH] src/b.ts:5: never closed"
    const diffOnly = ["x", "y", "z"].map((slug) => lane(slug, blame, "diff-only"))
    assert.deepStrictEqual(briefly(diffOnly), ["weak concern HIGH place x+y+z"])
    const praise = lane("ant", "- src/b.ts:5: closed by its scope. Verdict: sound")
    assert.deepStrictEqual(briefly([...diffOnly, praise]), ["disputed approval HIGH place ant+x+y+z"])
  })

  it("gives reduced weight to a finding of which no citation resolves", () => {
    const found = briefly([
      lane("ant", "- [HIGH] src/gone.ts:5: never closed"),
      lane("bee", "- [HIGH] src/gone.ts:5: never closed")
    ])
    assert.deepStrictEqual(found, ["weak concern HIGH place ant+bee"])
    const beyond = consensusOf([lane("ant", "- [HIGH] src/b.ts:21: never closed")], files)
    assert.strictEqual(beyond[0]?.voices[0]?.citations[0]?.state, "no-such-line")
    assert.strictEqual(beyond[0]?.standing, "weak")
  })

  it("does not depend on the order of the lanes", () => {
    const lanes = [
      lane("ant", "- [HIGH] src/a.ts:10 x\n- [LOW] src/a.ts:13 y\n- [LOW] the audit log grows without bound"),
      lane("bee", "- [MEDIUM] src/a.ts:12 z\n## Strengths\n- src/a.ts:10 is closed"),
      lane("cat", "- [LOW] unbounded growth of the audit log", "diff-only")
    ]
    assert.deepStrictEqual(consensusOf(lanes.toReversed(), files), consensusOf(lanes, files))
  })

  it("brings reviewers together that write in different forms", () => {
    const repository = new Map([
      ["src/lock.ts", 40],
      ["src/log.ts", 20],
      ["src/store.ts", 20]
    ])
    const lanes = [
      ...Object.entries(answers).map(([slug, markdown]) => lane(slug, markdown)),
      lane("heads", fileHeads, "diff-only")
    ]
    assert.deepStrictEqual(
      consensusOf(lanes, repository).map(
        ({ polarity, severity, standing, voices }) => `${standing} ${polarity} ${severity} ${voices.length}`
      ),
      ["agreed concern HIGH 8", "agreed concern LOW 8", "agreed approval null 7"]
    )
  })

  it("has nothing to say when no lane was usable", () => {
    assert.deepStrictEqual(consensusOf([], files), [])
  })
})

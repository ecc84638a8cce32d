import { assert, describe, it } from "@effect/vitest"
import { renderReview } from "../../../src/cli/render/review.ts"
import { plainView } from "../../../src/cli/render/view.ts"
import { reviewsMarkdown } from "../../../src/domain/review/report.ts"
import { laneResult, review } from "../../domain/review/build.ts"

const linted = `# Plan lint

## \`01\`

### Summary

\`src/a.ts\` was judged by rules alone: tasks 2, findings 1.

- \`src/a.ts:1\`: \`Write\`
- \`src/a.ts:7\`: \`Show\`

### Concerns

- [HIGH] Verdict: concern. \`src/a.ts:7\`: \`Show\` has no verify step (missing-verify)
`

const failed = laneResult({ slug: "hen", id: "hen", outcome: "failed", reason: "exit-code", ok: false })

describe("renderReview", () => {
  it("counts what a lane finds and not the places its summary names, as REVIEWS.md does", () => {
    const one = review([laneResult({ text: linted })])
    assert.strictEqual(one.document.lanes[0]?.findings, 1)
    assert.deepStrictEqual(one.document.citations, { total: 3, resolving: 3, unresolved: [] })
    assert.match(renderReview(one.document, plainView), /^owl +completed +1\.5 s +1 finding$/mu)
    assert.match(reviewsMarkdown(one), /\| 1 \| 3 of 3 \|$/mu)
  })

  it("says how many lanes there were, and how many usable reviews are needed", () => {
    const firstOf = (lanes: ReadonlyArray<typeof failed>, quorum: number): string | undefined =>
      renderReview(review(lanes, { quorum }).document, plainView).split("\n")[0]
    assert.strictEqual(firstOf([laneResult()], 1), "met: 1 usable of 1 lane; 1 is needed")
    assert.strictEqual(
      firstOf([laneResult(), failed, failed], 2),
      "degraded: 1 usable of 3 lanes; 2 are needed"
    )
  })

  it("says what it does not list, and who cites nothing", () => {
    const { document } = review([
      laneResult({ text: "VERDICT: approve", evidenceClass: "diff-only" }),
      laneResult({ slug: "jay", id: "jay", text: "## Concerns\n- `src/a.ts:3` leaks\n- no lock" })
    ])
    const text = renderReview(document, plainView)
    assert.match(text, /^owl .* 1 finding, cites nothing$/mu)
    assert.match(text, /^jay .* 2 findings$/mu)
    assert.match(text, /^1 strength in the report\nReport: /mu)
  })
})

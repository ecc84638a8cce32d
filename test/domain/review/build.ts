import { judgeReview, type Review, type ReviewInput } from "../../../src/domain/review/document.ts"
import type { LaneResult } from "../../../src/domain/review/lane.ts"

/** A lane that completed with one finding. */
export const laneResult = (members: Partial<LaneResult> = {}): LaneResult => ({
  slug: "owl",
  id: "owl",
  section: "Owl",
  outcome: "completed",
  ok: true,
  evidenceClass: "source-grounded",
  startMs: 10,
  ms: 1500,
  bytes: 100,
  text: "## Concerns\n- **HIGH**: `src/a.ts:3` leaks",
  stderrTail: "",
  ...members
})

/** A review of these lanes, judged. */
export const review = (lanes: ReadonlyArray<LaneResult>, members: Partial<ReviewInput> = {}): Review =>
  judgeReview({
    runId: "run-1",
    quorum: 1,
    plans: [{ path: "plans/01-PLAN.md", id: "01", sha512: "sha512-x" }],
    lanes,
    reviewsPath: "/projects/board/REVIEWS.md",
    files: new Map([["src/a.ts", 10]]),
    ...members
  })

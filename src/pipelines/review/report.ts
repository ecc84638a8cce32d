import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { decideConcurrency } from "../../domain/lane/concurrency.ts"
import { decideQuorum } from "../../domain/lane/quorum.ts"
import { judgeReview, type Review } from "../../domain/review/document.ts"
import { resultOf } from "../../domain/review/ended.ts"
import { planHash } from "../../domain/review/prompt.ts"
import { reviewsMarkdown } from "../../domain/review/report.ts"
import { summaryOf } from "../../domain/review/run.ts"
import { ReviewFiles } from "../../services/ReviewFiles.ts"
import { endsOf, type Reporting } from "./ends.ts"
import type { ReviewRequested } from "./stages.ts"

const unchecked = "The repository could not be looked through in time, so no citation was checked"

/** Judges what the lanes came to, as far as they did. */
const judge = Effect.fnUntraced(function* (requested: ReviewRequested, at: Reporting) {
  const { board, folder, planned } = at
  const { found, plans, runId } = planned
  const { ended, lines, warnings } = yield* endsOf(at)
  const facts = ended.map(({ outcome, run }) => ({ named: run.named, outcome }))
  const quorum = decideQuorum(facts, requested.quorum, found.settings)
  const told = [
    ...found.warnings,
    ...warnings,
    ...decideConcurrency(found.settings).warnings,
    ...quorum.warnings
  ].map(({ message }): string => message)
  return judgeReview({
    runId,
    quorum: quorum.needed,
    plans: plans.sources.plans.map(planHash),
    lanes: ended.map((one) => resultOf(one, board.started.get(one.run.identity) ?? 0)),
    reviewsPath: `${folder}/REVIEWS.md`,
    files: Option.getOrElse(lines, () => new Map()),
    warnings: Option.isNone(lines) ? [...told, unchecked] : told
  })
})

const writeHtml = Effect.fnUntraced(function* (review: Review, folder: string) {
  const files = yield* ReviewFiles
  const { reviewHtml } = yield* Effect.promise(() => import("../../domain/review/html.ts"))
  yield* files.publish(`${folder}/REVIEWS.html`, reviewHtml(review))
})

/** Writes REVIEWS.md whole, remembers how the review ended, and gives its document. */
export const report = Effect.fn("review.report")(function* (requested: ReviewRequested, at: Reporting) {
  const files = yield* ReviewFiles
  const review = yield* judge(requested, at)
  const { document } = review
  yield* files.publish(document.reviewsPath, reviewsMarkdown(review))
  if (requested.html) yield* writeHtml(review, at.folder)
  const now = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  yield* Effect.ignore(files.remember(summaryOf(document, now)))
  requested.tell({ _tag: "Reported", path: document.reviewsPath, interrupted: document.interrupted })
  return document
})

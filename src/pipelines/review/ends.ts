import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { outcomesOf, type LaneEnded } from "../../domain/lane/outcomes.ts"
import { limits } from "../../domain/limits.ts"
import { citedBy, withResolution } from "../../domain/review/ended.ts"
import { filesCited, type LineCounts } from "../../domain/review/resolve.ts"
import { ReviewFiles } from "../../services/ReviewFiles.ts"
import { interruptedOn, type Board } from "./run.ts"
import type { ReviewPlanned } from "./stages.ts"
import { laneTold } from "../telemetry/metrics.ts"

/** Where the report goes, and what it is judged by. */
export interface Reporting {
  readonly planned: ReviewPlanned
  readonly board: Board
  /** Folder of the report, absolute. */
  readonly folder: string
  readonly interrupted: boolean
}

const noLines: LineCounts = new Map()

/** Lines of the files that are cited; none when they cannot be looked up in time. */
const linesCited = Effect.fnUntraced(function* (ended: ReadonlyArray<LaneEnded>, at: Reporting) {
  const files = yield* ReviewFiles
  const { repository } = at.planned.plans
  const cited = citedBy(ended)
  if (cited.length === 0) return Option.some(noLines)
  const millis = at.interrupted ? limits.interruptedCitationMillis : limits.citationMillis
  return yield* Effect.flatMap(files.files(repository), (all) =>
    files.lines(repository, filesCited(cited, all))
  ).pipe(Effect.interruptible, Effect.timeoutOption(Duration.millis(millis)))
})

/** Every chosen run with its end, those that never had one as interrupted. */
const outcomesOn = Effect.fnUntraced(function* ({ board, planned }: Reporting) {
  const ends: Array<LaneEnded> = []
  for (const { plan, run } of planned.lanes.runs)
    if (Result.isSuccess(plan)) ends.push(board.ended.get(run.identity) ?? (yield* interruptedOn(board, run)))
  return outcomesOf(planned.lanes, ends)
})

/**
 * How every chosen run ended, those that skipped too, held against the lines of the repository. `lines` is none when
 * those could not be looked up in time, and then nothing was held against them.
 */
export const endsOf = Effect.fn("review.ends")(function* (at: Reporting) {
  const { ended, warnings } = yield* outcomesOn(at)
  yield* Effect.forEach(ended, laneTold, { discard: true })
  const lines = yield* linesCited(ended, at)
  return {
    ended: Option.match(lines, { onNone: () => ended, onSome: (files) => ended.map(withResolution(files)) }),
    warnings,
    lines
  }
})

import * as Effect from "effect/Effect"
import type { LoopLogReport } from "../domain/loop/logReport.ts"
import { outcomesPath } from "../domain/loop/record.ts"
import { selectRecords, type RecordsWanted } from "../domain/loop/selectRecords.ts"
import { LoopLog } from "../services/LoopLog.ts"
import { counted } from "../domain/text/counted.ts"

const notesOf = (unreadable: number, cut: boolean): ReadonlyArray<string> => [
  ...(unreadable === 0 ? [] : [`${counted(unreadable, "line is", "lines are")} no record and left out`]),
  ...(cut ? [`\`${outcomesPath}\` is longer than what is read of it; only its end was looked at`] : [])
]

/** What became of hooks in the current project: what ran, was left out or failed, as far as the log's end tells. */
export const loopLog = Effect.fn("loopLog")(function* (wanted: RecordsWanted) {
  const log = yield* LoopLog
  const { cut, records, unreadable } = yield* log.recent
  return {
    records: selectRecords(records, wanted),
    notes: notesOf(unreadable, cut)
  } satisfies LoopLogReport
})

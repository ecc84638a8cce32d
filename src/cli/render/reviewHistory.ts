import type { ReviewHistory } from "../../domain/review/run.ts"
import { safe, table, type View } from "./view.ts"

const shownRuns = 20

const streakText = (count: number): string => (count === 0 ? "" : `${count} in a row of no use`)

const laneRows = ({ lanes }: ReviewHistory, { paint }: View): ReadonlyArray<string> =>
  table(
    lanes.map((lane) => [
      safe(lane.lane),
      `${lane.usable} of ${lane.runs} usable`,
      streakText(lane.degradedStreak),
      lane.last === undefined ? "" : safe([lane.last.outcome, lane.last.reason ?? ""].join(" ").trim())
    ]),
    (text, column) => (column === 0 ? paint.bold(text) : column === 2 ? paint.yellow(text) : text)
  )

const runRows = ({ runs }: ReviewHistory, { paint }: View): ReadonlyArray<string> =>
  runs
    .slice(-shownRuns)
    .map(({ at, interrupted, quorum, runId, usable, verdict }) =>
      [
        paint.dim(safe(at)),
        safe(runId),
        verdict === "met" ? paint.green(verdict) : paint.red(verdict),
        `${usable} of ${quorum}${interrupted ? ", interrupted" : ""}`
      ].join("  ")
    )

/** The last reviews, oldest first, then what they came to for each lane, the worst first. */
export const renderHistory = (history: ReviewHistory, view: View): string => {
  if (history.runs.length === 0) return "No review was run yet"
  const streak =
    history.degradedStreak > 1 ? [`The last ${history.degradedStreak} reviews were degraded`] : []
  return [...runRows(history, view), "", ...laneRows(history, view), ...streak].join("\n")
}

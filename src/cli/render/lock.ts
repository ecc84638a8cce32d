import type { LockReport } from "../../domain/project/lockReport.ts"
import { labelled, safe, warningLines, type View } from "./view.ts"

const words: Readonly<Record<LockReport["status"], string>> = {
  written: "Written",
  unchanged: "Unchanged",
  agrees: "Agrees",
  drifted: "Drifted"
}

/** What became of the lockfile, or how it compares; one line per disagreement, which a written one has no more. */
export const renderLock = (report: LockReport, view: View): string => {
  const { bold, dim, green, red } = view.paint
  const paint = report.status === "drifted" ? red : green
  const count = report.capabilities.length
  const names = `${count} ${count === 1 ? "capability" : "capabilities"}`
  const label = report.status === "drifted" ? "" : "was not so: "
  return [
    `${paint(words[report.status])} ${safe(report.path)} ${dim(`(${names})`)}`,
    ...report.drift.flatMap(({ detail, id }) =>
      labelled(`  ${bold(safe(id))}: `, safe(`${label}${detail}`), view)
    ),
    ...warningLines(report.warnings, view)
  ].join("\n")
}

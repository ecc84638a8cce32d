import { isVendoredDrift, type Drift } from "../../domain/project/drift.ts"
import type { LockReport } from "../../domain/project/lockReport.ts"
import { counted } from "../../domain/text/counted.ts"
import { labelled, safe, warningLines, type View } from "./view.ts"

const words: Readonly<Record<LockReport["status"], string>> = {
  written: "Written",
  unchanged: "Unchanged",
  agrees: "Agrees",
  drifted: "Drifted"
}

/** What a disagreement is now: the lockfile was written, which puts no vendored copy back. */
const labelOf = ({ status }: LockReport, { kind }: Drift): string => {
  if (status === "drifted") return ""
  return isVendoredDrift(kind) ? "is still so, `gsd capability sync` puts it back: " : "was not so: "
}

/** What became of the lockfile, or how it compares; one line per disagreement, which a written one has no more. */
export const renderLock = (report: LockReport, view: View): string => {
  const { bold, dim, green, red } = view.paint
  const paint = report.status === "drifted" ? red : green
  const names = counted(report.capabilities.length, "capability", "capabilities")
  return [
    `${paint(words[report.status])} ${safe(report.path)} ${dim(`(${names})`)}`,
    ...report.drift.flatMap((one) =>
      labelled(`  ${bold(safe(one.id))}: `, safe(`${labelOf(report, one)}${one.detail}`), view)
    ),
    ...warningLines(report.warnings, view)
  ].join("\n")
}

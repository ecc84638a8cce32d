import type { AuditRow } from "../../domain/audit/history.ts"
import type { EgressFact } from "../../domain/audit/line.ts"
import type { AuditReport } from "../../domain/audit/verdict.ts"
import { padded, paragraph, safe, warningLines, type View } from "./view.ts"
import { counted } from "../../domain/text/counted.ts"

const scopeDigits = 8

const consentOf = ({ by, how }: AuditRow): string =>
  how === undefined ? "" : ` (${how}${by === undefined ? "" : `, ${by}`})`

const egressOf = ({ bytes, lane, run, to }: EgressFact, { paint }: View): string =>
  `${paint.bold(safe(lane))} was sent ${bytes} bytes (${safe(to)})${paint.dim(`  review ${safe(run)}`)}`

const rowLine = (row: AuditRow, view: View): string => {
  const { bold, dim, red, yellow } = view.paint
  const names = [row.id ?? "", ...(row.also ?? [])].filter((name) => name !== "").map(safe)
  const scope = row.scope === "global" ? "global" : `project ${safe(row.scope.slice(0, scopeDigits))}`
  const outcome =
    row.outcome === "committed"
      ? ""
      : ` ${row.outcome === "aborted" ? yellow(row.outcome) : red(row.outcome)}`
  const what = [bold(names.join(", ")), safe(row.version ?? "")].filter((part) => part !== "").join(" ")
  if (row.egress !== undefined)
    return `${dim(safe(row.at))}  ${padded(safe(row.op), 9)} ${egressOf(row.egress, view)}`
  return `${dim(safe(row.at))}  ${padded(safe(row.op), 9)} ${what}${dim(`  ${scope}${consentOf(row)}`)}${outcome}`
}

const verdict = ({ damage, limits, lines }: AuditReport, view: View): ReadonlyArray<string> => {
  const { green, red } = view.paint
  const sound = `The chain of ${counted(lines, "line")} is sound`
  if (limits === undefined) return damage.map(({ problem }) => red(safe(problem)))
  const told = damage.length === 0 ? [green(sound)] : damage.map(({ problem }) => red(safe(problem)))
  return ["", ...told, ...paragraph(safe(limits), "", view)]
}

/** One line per transaction, oldest first, and with a verification what it found and what it cannot show. */
export const renderLog = (report: AuditReport, view: View): string => {
  const rows =
    report.rows.length === 0 ? ["Nothing is recorded"] : report.rows.map((row) => rowLine(row, view))
  return [...rows, ...verdict(report, view), ...warningLines(report.notes, view)].join("\n")
}

import type { FamilyReport, Finding } from "../../domain/family/finding.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, paragraph, safe, type View } from "./view.ts"

const findingLines = (finding: Finding, view: View): ReadonlyArray<string> => {
  const { dim, red, yellow } = view.paint
  const paint = finding.severity === "error" ? red : yellow
  const pointer = finding.pointer === "" ? "/" : visible(finding.pointer)
  return [
    ...labelled(`  ${paint(finding.severity)} `, `${pointer} ${dim(`(${visible(finding.code)})`)}`, view),
    ...paragraph(safe(finding.message), "    ", view),
    ...paragraph(safe(`→ ${finding.hint}`), "    ", view)
  ]
}

const counted = (count: number, word: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${count} ${word}`]

/** How many members have which result, in one line. */
export const familySummary = (reports: ReadonlyArray<FamilyReport>): string => {
  const count = (result: FamilyReport["result"]) => reports.filter((one) => one.result === result).length
  const findings = reports.flatMap((report) => report.findings)
  const warnings = findings.filter(({ severity }) => severity === "warning").length
  return [
    ...counted(count("valid"), "valid"),
    ...counted(count("unsupported"), "unsupported"),
    ...counted(count("invalid"), "invalid"),
    ...counted(warnings, warnings === 1 ? "warning" : "warnings")
  ].join(", ")
}

/** One block per member: its result, and under it each finding with its place, its code and what to do; a summary last. */
export const renderFamilyReports = (reports: ReadonlyArray<FamilyReport>, view: View): string => {
  const { green, red, yellow } = view.paint
  const paint = { valid: green, unsupported: yellow, invalid: red }
  const blocks = reports.flatMap((report) => {
    const name = report.name === null || report.name === "" ? "" : ` (${visible(report.name)})`
    return [
      `${visible(report.path)}${name}: ${paint[report.result](report.result)}`,
      ...report.findings.flatMap((finding) => findingLines(finding, view))
    ]
  })
  return [...blocks, ...(reports.length > 1 ? [familySummary(reports)] : [])].join("\n")
}

/** Text of a workflow command's property or message: what ends it is escaped. */
const escaped = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")

const property = (text: string): string => escaped(safe(text)).replaceAll(":", "%3A").replaceAll(",", "%2C")

/** One annotation per finding, as services of continuous integration read them from a log. */
export const familyAnnotations = (reports: ReadonlyArray<FamilyReport>): ReadonlyArray<string> =>
  reports.flatMap(({ findings, path }) =>
    findings.map(({ code, message, pointer, severity }) => {
      const file = property(`${path.replace(/\/+$/u, "")}/capability.json`)
      const place = pointer === "" ? "" : `${pointer}: `
      return `::${severity} file=${file},title=${property(code)}::${escaped(safe(`${place}${message}`))}`
    })
  )

/** Whether a service of continuous integration reads the log, by the value of `CI`. */
export const wantsAnnotations = (ci: string | undefined): boolean =>
  ci !== undefined && ci !== "" && ci !== "false" && ci !== "0"

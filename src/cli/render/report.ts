import type {
  ManifestReport,
  MemberReport,
  ReportedProblem,
  SetReport
} from "../../domain/registry/report.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, paragraph, safe, type View } from "./view.ts"

/** Where in its file, and in the manifest when it is one. */
const placeOf = ({ column, line, pointer }: ReportedProblem): string => {
  if (line !== undefined && column === undefined && pointer === "") return `line ${line}`
  const place = line === undefined ? "" : `${line}:${column ?? 1} `
  return `${place}${pointer === "" ? "/" : visible(pointer)}`
}

const problemLines = (problem: ReportedProblem, view: View): ReadonlyArray<string> => {
  const { dim, red, yellow } = view.paint
  const paint = problem.severity === "error" ? red : yellow
  return [
    ...labelled(
      `  ${paint(problem.severity)} `,
      `${placeOf(problem)} ${dim(`(${visible(problem.rule)})`)}`,
      view
    ),
    ...paragraph(safe(problem.message), "    ", view),
    ...paragraph(safe(`→ ${problem.hint}`), "    ", view)
  ]
}

const verdictPaint = (verdict: ManifestReport["verdict"], view: View): string => {
  const { green, red, yellow } = view.paint
  return { valid: green, warning: yellow, invalid: red }[verdict](verdict)
}

/** One block per manifest: its verdict, and under it each problem with its place, its rule and what to do. */
export const renderManifestReports = (reports: ReadonlyArray<ManifestReport>, view: View): string =>
  reports
    .flatMap((report) => [
      `${visible(report.path)}: ${verdictPaint(report.verdict, view)}`,
      ...report.problems.flatMap((problem) => problemLines(problem, view))
    ])
    .join("\n")

const memberLines = (member: MemberReport, view: View): ReadonlyArray<string> => {
  const { green, red } = view.paint
  const name = member.id === "" ? visible(member.path) : `${visible(member.id)} (${visible(member.path)})`
  return [
    `${name}: ${member.accepted ? green("accepted") : red("refused")}`,
    ...member.problems.flatMap((problem) => problemLines(problem, view))
  ]
}

/** Workflows and members with something to say, one block each, and the verdict over all. */
export const renderSetReport = (report: SetReport, view: View): string => {
  const { members, verdict, workflows } = report
  const told = members.filter(({ origin, problems }) => origin === "overlay" || problems.length > 0)
  const accepted = members.filter((member) => member.accepted).length
  return [
    ...workflows
      .filter(({ problems }) => problems.length > 0)
      .flatMap(({ path, problems }) => [
        `${visible(path)}:`,
        ...problems.flatMap((problem) => problemLines(problem, view))
      ]),
    ...told.flatMap((member) => memberLines(member, view)),
    `${accepted} of ${members.length} accepted: ${verdictPaint(verdict, view)}`
  ].join("\n")
}

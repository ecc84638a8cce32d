import { isAsItShall, isFileOfOurs, type RuntimeReport } from "../projection/report.ts"
import { shown } from "../text/escape.ts"
import { subjectOf, type Finding } from "./finding.ts"

/** What the applied runtimes of a scope were given. */
export interface RuntimeFacts {
  readonly reports: ReadonlyArray<RuntimeReport>
  /** Why that cannot be told, when it cannot. */
  readonly problem?: string
}

const finding = (subject: string, message: string, more: string): Finding => ({
  kind: "runtime-differs",
  subject: subjectOf(subject),
  message,
  hint: `\`gsd runtime status${more}\` lists them; \`gsd runtime apply\` writes what is missing or outdated, a modified file only once it was moved away`,
  fix: "none"
})

const ofReport = ({ home, rows, runtime, scope }: RuntimeReport): ReadonlyArray<Finding> => {
  // Entries in files of the host are judged one by one, as wiring.
  const [first, ...more] = rows.filter((row) => isFileOfOurs(row) && !isAsItShall(row))
  if (first === undefined) return []
  const others = more.length === 0 ? "" : ` (and ${more.length} more)`
  const message = `${shown`What ${runtime} was given is not as it shall be: ${first.path} is ${first.state}`}${others}`
  return [finding(home, message, ` ${runtime}${scope === "project" ? " --scope project" : ""}`)]
}

/** Names runtimes whose files are not as they shall be, as `runtime status` judges them. */
export const judgeRuntimes = ({ problem, reports }: RuntimeFacts): ReadonlyArray<Finding> =>
  problem === undefined
    ? reports.flatMap(ofReport)
    : [finding("runtimes", shown`What runtimes were given cannot be compared: ${problem}`, "")]

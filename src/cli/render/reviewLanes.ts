import type { LaneReport, LaneRow, PlannedLane, ReviewPlanReport } from "../../domain/review/roster.ts"
import { counted } from "../../domain/text/counted.ts"
import { labelled, paragraph, safe, table, warningLines, type View } from "./view.ts"

const nameOf = ({ instance, slug }: LaneRow | PlannedLane): string => safe(instance ?? slug)

const detailLines = (lanes: LaneReport["lanes"], view: View): ReadonlyArray<string> => {
  const told = lanes.filter(({ detail }) => detail !== undefined)
  return told.length === 0
    ? []
    : ["", ...told.flatMap((row) => paragraph(`${nameOf(row)}: ${safe(row.detail ?? "")}`, "", view))]
}

/** A row per lane, then why those that cannot review cannot. */
export const renderLanes = ({ lanes, warnings }: LaneReport, view: View): string => {
  if (lanes.length === 0) return "There is no lane"
  const { bold, green, red, yellow } = view.paint
  const paints = { available: green, unavailable: yellow, refused: red }
  const rows = table(
    lanes.map((row) => [
      nameOf(row),
      row.state,
      row.origin === "first-party" ? "first-party" : safe(row.id),
      row.flags.map(safe).join(" "),
      safe(row.host ?? "")
    ]),
    (text, column, at) => {
      const state = lanes[at]?.state ?? "unavailable"
      return column === 0 ? bold(text) : column === 1 ? paints[state](text) : text
    }
  )
  return [...rows, ...detailLines(lanes, view), ...warningLines(warnings, view)].join("\n")
}

/** As a shell would take it, whole; hidden characters are escaped. */
const quoted = (argument: string): string =>
  /^[\w./:=@,+-]+$/u.test(argument) ? argument : `'${safe(argument).replaceAll("'", "'\\''")}'`

const environmentText = ({ env, envSet = [], envWithheld = [] }: PlannedLane): string | undefined => {
  if (env === undefined) return undefined
  const inherited = env.length - envSet.length
  const kept = envWithheld.length
  const withheld = kept === 0 ? "" : ` without ${kept} that ${kept === 1 ? "is" : "are"} withheld`
  const own = envSet.length === 0 ? "" : `, and ${envSet.join(" ")}`
  return `${counted(inherited, "variable")} of this environment${withheld}${own} (\`--json\` names all)`
}

const startRows = (lane: PlannedLane): ReadonlyArray<readonly [string, string | undefined]> => [
  ["starts  ", lane.argv?.map(quoted).join(" ")],
  ["asks    ", lane.url],
  ["model   ", lane.model],
  ["effort  ", lane.effort],
  ["env     ", environmentText(lane)],
  ["stdin   ", lane.stdin === "prompt" ? "the prompt" : lane.stdin],
  ["timeout ", lane.timeoutMs === undefined ? undefined : `${lane.timeoutMs / 1000} s`],
  [
    "prompt  ",
    lane.promptBytes === undefined
      ? undefined
      : `${lane.promptBytes} bytes${lane.trimmed === true ? ", shortened" : ""}`
  ]
]

const plannedLines = (lane: PlannedLane, view: View): ReadonlyArray<string> => {
  const { bold, green, yellow } = view.paint
  const state = lane.state === "ready" ? green(lane.state) : yellow(lane.state)
  return [
    `${bold(nameOf(lane))} ${state}`,
    ...(lane.detail === undefined ? [] : paragraph(safe(lane.detail), "  ", view)),
    ...(lane.state === "unavailable" ? [] : startRows(lane)).flatMap(([label, value]) =>
      value === undefined ? [] : labelled(`  ${view.paint.dim(label)} `, safe(value), view)
    )
  ]
}

/** A part per lane: what is started, with what, how long, and how much it is sent; of one that cannot run, why. */
export const renderReviewPlan = ({ lanes, warnings }: ReviewPlanReport, view: View): string =>
  [
    lanes.length === 0
      ? "Nobody would be asked"
      : lanes.map((lane) => plannedLines(lane, view).join("\n")).join("\n\n"),
    ...warningLines(warnings, view)
  ].join("\n")

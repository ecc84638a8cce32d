import type { ReviewDocument, ReviewLane } from "../../domain/review/document.ts"
import { codeText } from "./reviewText.ts"
import { paragraph, safe, table, type View } from "./view.ts"
import { counted } from "../../domain/text/counted.ts"

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const toldBy = ({ citations, findings }: ReviewLane): string =>
  `${counted(findings, "finding")}${citations.total === 0 ? ", cites nothing" : ""}`

const laneLines = ({ lanes }: ReviewDocument, { paint }: View): ReadonlyArray<string> =>
  table(
    lanes.map((lane) => [
      safe(lane.instance ?? lane.slug),
      lane.outcome,
      safe(lane.reason ?? ""),
      seconds(lane.ms),
      lane.ok ? toldBy(lane) : ""
    ]),
    (text, at, row) => (at === 1 ? (lanes[row]?.ok === true ? paint.green(text) : paint.yellow(text)) : text)
  )

const findingLines = ({ findings }: ReviewDocument, view: View): ReadonlyArray<string> =>
  findings
    .filter(({ polarity }) => polarity !== "approval")
    .flatMap((finding) => {
      const { id, place, severity, standing, voices } = finding
      const where = place === null ? "" : ` ${safe(place.path)}:${place.line}`
      const who = [...new Set(voices.map(({ slug }) => slug))].map(safe).join(", ")
      const first = voices.find(({ polarity }) => polarity === "concern") ?? voices[0]
      return [
        `${view.paint.bold(id)} ${severity ?? "unrated"}${where} ${view.paint.dim(`(${standing}: ${who})`)}`,
        ...paragraph(codeText(first?.text ?? ""), "    ", view)
      ]
    })

/** The verdict first when it is bad, then lanes, findings, and where the whole report is. */
export const renderReview = (document: ReviewDocument, view: View): string => {
  const { green, red } = view.paint
  const { findings, lanes, quorum, reviewsPath, usable, verdict } = document
  const strengths = findings.filter(({ polarity }) => polarity === "approval").length
  const word = verdict === "met" ? green("met") : red("degraded")
  return [
    `${word}: ${usable} usable of ${counted(lanes.length, "lane")}; ${counted(quorum, "is", "are")} needed`,
    ...laneLines(document, view),
    ...findingLines(document, view),
    ...(strengths === 0 ? [] : [`${counted(strengths, "strength")} in the report`]),
    `Report: ${safe(reviewsPath)}`
  ].join("\n")
}

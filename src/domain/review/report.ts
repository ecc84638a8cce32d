import { consensusMarkdown } from "./consensusMarkdown.ts"
import type { Review, ReviewDocument, ReviewLane } from "./document.ts"
import { codeCell, codeSpan, fenced, headingText, shownBlock } from "./fence.ts"
import { frontmatter } from "./frontmatter.ts"
import { isUsable, type ReadLane } from "./lane.ts"
import { counted } from "../text/counted.ts"

/** What is said above everything else, when the review is not what was asked for; else nothing. */
const warning = ({ interrupted, quorum, usable, verdict }: ReviewDocument): ReadonlyArray<string> => {
  const lines = [
    ...(verdict === "degraded"
      ? [
          `> **Degraded: ${usable} of the ${counted(quorum, "usable review")} asked for.** What follows is no approval.`
        ]
      : []),
    ...(interrupted ? ["> **Interrupted: the run was ended before every lane was.**"] : [])
  ]
  return lines.length === 0 ? [] : [lines.join("\n>\n")]
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const laneRow = (lane: ReviewLane): string => {
  const cells = [
    codeCell(lane.instance === undefined ? lane.slug : `${lane.slug}:${lane.instance}`),
    codeCell(lane.id),
    `${codeCell(lane.outcome)}${lane.reason === undefined ? "" : `: ${codeCell(lane.reason)}`}`,
    lane.ok ? "yes" : "**no**",
    lane.model === undefined ? "" : codeCell(lane.model),
    seconds(lane.ms),
    String(lane.bytes),
    String(lane.findings),
    `${lane.citations.resolving} of ${lane.citations.total}`
  ]
  return `| ${cells.join(" | ")} |`
}

const laneTable = ({ lanes }: ReviewDocument): string =>
  [
    "| Lane | Capability | Outcome | Usable | Model | Time | Bytes | Findings | Citations that resolve |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...lanes.map(laneRow)
  ].join("\n")

const planList = ({ plans }: ReviewDocument): string =>
  plans.map(({ path, sha512 }) => `- ${codeSpan(path)} ${codeSpan(sha512)}`).join("\n")

const block = (title: string, text: string): ReadonlyArray<string> =>
  text.trim() === "" ? [] : [title, fenced(shownBlock(text), "text")]

const stub = (lane: ReadLane): ReadonlyArray<string> => [
  `No usable review: ${codeSpan(lane.outcome)}${lane.reason === undefined ? "" : `, ${codeSpan(lane.reason)}`}. It counts for nothing above.`,
  ...block("What it wrote, as evidence only:", lane.text),
  ...block("The end of its stderr:", lane.stderrTail)
]

const section = (lane: ReadLane, { notes }: ReviewLane): ReadonlyArray<string> => {
  const instance = lane.instance === undefined ? "" : ` (${headingText(lane.instance)})`
  return [
    `## ${headingText(lane.section)} Review${instance}`,
    ...notes.map((note) => `Note: ${codeSpan(note)}`),
    ...(isUsable(lane) ? [fenced(shownBlock(lane.text), "markdown")] : stub(lane))
  ]
}

/**
 * Writes REVIEWS.md: what is missing on top, who took part, the consensus, and each lane's words under its heading.
 * Foreign text stands in fences that it cannot close or in inline code, with hidden characters escaped, so that no lane
 * can add a heading, a lane or a verdict.
 */
export const reviewsMarkdown = ({ document, lanes }: Review): string => {
  const warnings = document.warnings.map((text) => `- ${codeSpan(text)}`)
  const parts = [
    frontmatter(document),
    ...warning(document),
    "# Review of the plan",
    planList(document),
    laneTable(document),
    ...(warnings.length === 0 ? [] : [warnings.join("\n")]),
    ...consensusMarkdown(document),
    ...lanes.flatMap((lane, at) => {
      const entry = document.lanes[at]
      return entry === undefined ? [] : section(lane, entry)
    })
  ]
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`
}

import { sha512Integrity } from "../hash.ts"
import { citationText } from "./citation.ts"
import { leanText, standingText } from "./consensusMarkdown.ts"
import type { Review, ReviewDocument, ReviewLane } from "./document.ts"
import { cutLine, shownBlock } from "./fence.ts"
import { style } from "./htmlStyle.ts"
import { isUsable, laneName, type ReadLane } from "./lane.ts"
import { counted } from "../text/counted.ts"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Text for an element or a quoted attribute: nothing in it is markup, nothing hidden. */
export const htmlText = (text: string): string =>
  shownBlock(text).replace(/[&<>"']/gu, (character) => entities[character] ?? "")

const lineText = (text: string, maxCharacters = 400): string => htmlText(cutLine(text, maxCharacters))

const element = (name: string, inner: string, kind?: string): string =>
  `<${name}${kind === undefined ? "" : ` class="${kind}"`}>${inner}</${name}>`

const columnHead = (inner: string): string => `<th scope="col">${inner}</th>`

const rowHead = (inner: string): string => `<th scope="row">${inner}</th>`

const table = (caption: string, heads: ReadonlyArray<string>, rows: ReadonlyArray<string>): string =>
  `<div class="wide" role="region" aria-label="${htmlText(caption)}" tabindex="0"><table><caption>${htmlText(caption)}</caption>` +
  `<thead><tr>${heads.map(columnHead).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`

type Finding = ReviewDocument["findings"][number]

const voiceOf = (finding: Finding, lane: ReviewLane): string => {
  const voices = finding.voices.filter(({ slug }) => slug === laneName(lane))
  if (!lane.ok) return element("td", "no review", "none")
  if (voices.length === 0) return element("td", "–", "none")
  const kinds = new Set(voices.map(({ polarity }) => polarity))
  const said = voices.map(({ polarity, severity, weight }) =>
    [polarity, severity ?? "", weight === "reduced" ? "(reduced)" : ""].filter(Boolean).join(" ")
  )
  return element("td", said.join("<br>"), kinds.has("concern") ? "concern" : "approval")
}

/** The words a group is told by: of its first concern, else of its first voice. */
const leading = ({ voices }: Finding): string =>
  (voices.find(({ polarity }) => polarity === "concern") ?? voices[0])?.text ?? ""

const findingRow = (finding: Finding, lanes: ReadonlyArray<ReviewLane>): string => {
  const place = finding.place === null ? "" : ` <code>${lineText(citationText(finding.place))}</code>`
  const text = lineText(leading(finding), 240)
  return element(
    "tr",
    rowHead(`<a href="#${finding.id}">${finding.id}</a>`) +
      element("td", `${text}${place}`) +
      element("td", finding.severity ?? "unrated") +
      element("td", standingText[finding.standing], finding.standing === "weak" ? "weak" : undefined) +
      lanes.map((lane) => voiceOf(finding, lane)).join("")
  )
}

const matrix = ({ findings, lanes }: ReviewDocument): string =>
  findings.length === 0
    ? element("p", "No usable lane states a finding.")
    : table(
        "Agreement: findings by lane",
        ["Id", "Finding", "Severity", "Standing", ...lanes.map((lane) => lineText(laneName(lane)))],
        findings.map((finding) => findingRow(finding, lanes))
      )

const stateOf = ({ ok, outcome, reason }: ReviewLane): string =>
  `${lineText(outcome)}${reason === undefined ? "" : `: ${lineText(reason)}`}${ok ? "" : " (not usable)"}`

const bar = ({ ms, ok, startMs }: ReviewLane, total: number): string => {
  const at = (value: number) => ((value / total) * 1000).toFixed(1)
  return (
    `<svg viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true" focusable="false">` +
    `<line x1="0" y1="15.5" x2="1000" y2="15.5"/><rect class="${ok ? "done" : "failed"}" x="${at(startMs)}" y="2" ` +
    `width="${Math.max(2, Number(at(ms)))}" height="11"/></svg>`
  )
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const timeline = ({ lanes }: ReviewDocument): string => {
  const total = Math.max(1, ...lanes.map(({ ms, startMs }) => ms + startMs))
  const row = (lane: ReviewLane) =>
    element(
      "tr",
      rowHead(lineText(laneName(lane))) +
        element("td", stateOf(lane), lane.ok ? "ok" : "failed") +
        element("td", lane.model === undefined ? "" : lineText(lane.model)) +
        element("td", seconds(lane.startMs)) +
        element("td", seconds(lane.ms)) +
        element("td", String(lane.bytes)) +
        element("td", `${lane.citations.resolving} of ${lane.citations.total}`) +
        element("td", bar(lane, total))
    )
  const heads = ["Lane", "Outcome", "Model", "Start", "Time", "Bytes", "Citations that resolve", "Timeline"]
  return table(`Lanes over ${seconds(total)}`, heads, lanes.map(row))
}

const voiceItem = ({
  citations,
  polarity,
  severity,
  slug,
  text,
  weight
}: Finding["voices"][number]): string => {
  const cited = citations.map((one) => `${citationText(one)} ${one.state}`).join(", ")
  const marks = [severity, weight === "reduced" ? "reduced weight" : null].filter((mark) => mark !== null)
  const said = [element("span", polarity, polarity), ...marks].join(", ")
  const places = cited === "" ? "" : ` <code>${lineText(cited, 2000)}</code>`
  return element("li", `<strong>${lineText(slug)}</strong> (${said}): ${lineText(text, 2000)}${places}`)
}

const findingItem = (finding: Finding): string =>
  `<section id="${finding.id}" aria-label="${finding.id}"><h3>${finding.id}: ${finding.severity ?? "unrated"} ${leanText[finding.polarity]}, ${standingText[finding.standing]}</h3>` +
  `<ul>${finding.voices.map(voiceItem).join("")}</ul></section>`

const list = (items: ReadonlyArray<string>): string =>
  items.length === 0 ? "" : `<ul>${items.map((item) => element("li", item)).join("")}</ul>`

const laneItem = (lane: ReadLane): string => {
  const head = `${lineText(lane.section)} (${lineText(laneName(lane))}): ${lineText(lane.outcome)}`
  const said =
    lane.text.trim() === ""
      ? element("p", "It answered nothing.", "none")
      : element("pre", htmlText(lane.text))
  const tail =
    lane.stderrTail.trim() === ""
      ? ""
      : `<p>The end of its stderr:</p>${element("pre", htmlText(lane.stderrTail))}`
  const notes = list((lane.notes ?? []).map((note) => lineText(note, 2000)))
  const warning = isUsable(lane)
    ? ""
    : element("p", "No usable review; it counts for nothing above.", "failed")
  return `<details><summary>${head}</summary>${notes}${warning}${said}${isUsable(lane) ? "" : tail}</details>`
}

const alerts = ({ interrupted, quorum, usable, verdict }: ReviewDocument): string =>
  [
    verdict === "degraded"
      ? `<p class="alert" role="alert">Degraded: ${usable} of the ${counted(quorum, "usable review")} asked for. What follows is no approval.</p>`
      : "",
    interrupted
      ? `<p class="alert" role="alert">Interrupted: the run was ended before every lane was.</p>`
      : ""
  ].join("")

const policy = `default-src 'none'; style-src '${sha512Integrity(style)}'; base-uri 'none'; form-action 'none'`

const body = ({ document, lanes }: Review): string =>
  [
    `<main><h1>Review of the plan</h1>`,
    alerts(document),
    element(
      "p",
      `Run <code>${lineText(document.runId)}</code>, ${document.usable} usable of ${counted(document.lanes.length, "lane")}, ${document.citations.resolving} of ${counted(document.citations.total, "citation")} resolve.`
    ),
    list(
      document.plans.map(
        ({ path, sha512 }) => `<code>${lineText(path)}</code> <code>${lineText(sha512)}</code>`
      )
    ),
    list(document.warnings.map((text) => lineText(text, 2000))),
    `<h2>Agreement</h2>${matrix(document)}`,
    `<h2>Timeline</h2>${timeline(document)}`,
    `<h2>Findings</h2>${document.findings.map(findingItem).join("")}`,
    `<h2>What the lanes wrote</h2>${lanes.map(laneItem).join("")}</main>`
  ].join("\n")

/**
 * Writes the review as one page that asks nothing of any network, runs no script, and has every foreign text escaped;
 * its policy allows nothing but its own style sheet.
 */
export const reviewHtml = (review: Review): string =>
  [
    `<!doctype html>`,
    `<html lang="en"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">`,
    `<title>Review ${lineText(review.document.runId)}: ${review.document.verdict}</title><style>${style}</style></head>`,
    `<body>${body(review)}</body></html>`,
    ``
  ].join("\n")

import { shownTail } from "../../domain/lane/outcome.ts"
import { visible } from "../../domain/text/escape.ts"
import type { RunnerEvent } from "../../pipelines/cluster/events.ts"
import type { RunnersListed } from "../../pipelines/clusterRunners.ts"
import { counted } from "../../domain/text/counted.ts"
import { safe } from "./view.ts"

const seconds = (millis: number): string => `${Math.round(millis / 1000)} s`

const listed = (names: ReadonlyArray<string>): string => names.map((name) => visible(name)).join(", ")

/** More are only named: who offers everything has many that are not there. */
const explained = 3

const leftOutLines = (
  leftOut: Extract<RunnerEvent, { readonly _tag: "Offering" }>["leftOut"]
): ReadonlyArray<string> =>
  leftOut.length > explained
    ? [`Left out: ${listed(leftOut.map(({ slug }) => slug))}; \`gsd review lanes\` says why`]
    : leftOut.map(({ problem, slug }) => `Left out: ${visible(slug)}: ${safe(problem)}`)

/** What a runner tells, as lines. */
export const runnerLines = (event: RunnerEvent): ReadonlyArray<string> => {
  if (event._tag === "Offering") {
    const { lanes, leftOut, runner } = event
    return [
      `Runner ${visible(runner)} offers ${counted(lanes.length, "lane")}: ${listed(lanes.map(({ slug }) => slug))}`,
      ...leftOutLines(leftOut)
    ]
  }
  if (event._tag === "Unreachable")
    return [`The storage of the cluster does not answer: ${safe(event.problem)}`]
  if (event._tag === "Reachable") return ["The storage of the cluster answers again"]
  const lane = `${visible(event.run)} ${visible(event.identity)}`
  switch (event._tag) {
    case "Begun":
      return [`${lane}: begun`]
    case "Ended": {
      const { millis, outcome, reason, stderr } = event
      const why = reason === "" ? "" : ` (${reason})`
      const tail = outcome === "completed" ? [] : shownTail(stderr).map((line) => `  ${line}`)
      return [`${lane}: ${outcome}${why} after ${seconds(millis)}`, ...tail]
    }
    case "Refused":
      return [`${lane}: refused (${event.reason}): ${safe(event.problem)}`]
    case "Stopped":
      return [`${lane}: stopped`]
  }
}

const laneText = ({ isSame, slug }: RunnersListed["runners"][number]["lanes"][number]): string =>
  `${visible(slug)}${isSame ? "" : " (other bytes)"}`

const runnerText = ({ lanes, name, strangers }: RunnersListed["runners"][number]): string => {
  const known = lanes.map(laneText).join(", ")
  const others = strangers === 0 ? "" : `${known === "" ? "" : ", "}${strangers} not installed here`
  return `${visible(name)}: ${known}${others}`
}

/** Who is there, a line each. */
export const renderRunners = ({ cluster, runners }: RunnersListed): string =>
  runners.length === 0 ? `No runner is there: ${cluster}` : runners.map(runnerText).join("\n")

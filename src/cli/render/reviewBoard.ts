import type { ReviewEvent } from "../../pipelines/review/stages.ts"
import { safe, widthOf } from "./view.ts"

/** One lane as it stands. */
interface Row {
  readonly state: string
  readonly startedAt: number | undefined
  /** Undefined while it is not over. */
  readonly millis: number | undefined
  readonly timeoutMillis: number | undefined
  readonly bytes: number
  readonly lastLine: string
}

/** All lanes of a review as they stand, by identity. */
export type BoardState = ReadonlyMap<string, Row>

/** Nothing is known yet. */
export const noRows: BoardState = new Map()

const waiting = (timeoutMillis: number | undefined): Row => ({
  state: "waiting",
  startedAt: undefined,
  millis: undefined,
  timeoutMillis,
  bytes: 0,
  lastLine: ""
})

const changed = (state: BoardState, identity: string, change: Partial<Row>): BoardState =>
  new Map(state).set(identity, { ...(state.get(identity) ?? waiting(undefined)), ...change })

/** The state after an event that was told at `now`, in milliseconds. */
export const afterEvent = (state: BoardState, event: ReviewEvent, now: number): BoardState => {
  switch (event._tag) {
    case "Chosen":
      return new Map(event.lanes.map(({ identity, timeoutMillis }) => [identity, waiting(timeoutMillis)]))
    case "Started":
      return changed(state, event.identity, { state: "running", startedAt: now })
    case "Wrote":
      return changed(state, event.identity, { bytes: event.bytes, lastLine: event.lastLine })
    case "Ended": {
      const { bytes, identity, millis, outcome, reason } = event
      return changed(state, identity, { state: outcome, millis, bytes, lastLine: reason })
    }
    case "Reported":
      return state
  }
}

const seconds = (millis: number): string => `${Math.floor(millis / 1000)} s`

const kibi = 1024

const size = (bytes: number): string => (bytes < kibi ? `${bytes} B` : `${Math.round(bytes / kibi)} KiB`)

/** A text of at most so many cells. */
const cut = (text: string, width: number): string => {
  let kept = ""
  for (const character of text) {
    if (widthOf(kept + character) > width) return kept
    kept += character
  }
  return kept
}

const timeOf = ({ millis, startedAt, timeoutMillis }: Row, now: number): string => {
  if (millis !== undefined) return seconds(millis)
  if (startedAt === undefined) return ""
  const elapsed = now - startedAt
  const left = timeoutMillis === undefined ? "" : `, ${seconds(Math.max(0, timeoutMillis - elapsed))} left`
  return `${seconds(elapsed)}${left}`
}

const column = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)))

/** A line for each lane: its state, how long it takes and may take yet, bytes, and the last line that it wrote. */
export const boardLines = (state: BoardState, now: number, width: number): ReadonlyArray<string> => {
  const rows = [...state].map(([identity, row]) => [
    safe(identity),
    row.state,
    timeOf(row, now),
    row.bytes === 0 ? "" : size(row.bytes),
    safe(row.lastLine)
  ])
  const widths = [0, 1, 2, 3].map((at) => Math.max(0, ...rows.map((row) => widthOf(row[at] ?? ""))))
  return rows.map((row) =>
    cut(row.map((cell, at) => column(cell, widths[at] ?? 0)).join("  "), width - 1).trimEnd()
  )
}

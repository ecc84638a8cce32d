import type { Finding, Findings } from "./findings.ts"
import { parseFindings } from "./findings.ts"

/** How one lane ended, as the report takes it. */
export interface LaneResult {
  readonly slug: string
  /** Id of the capability that declares the lane. */
  readonly id: string
  /** Name of an instance of the lane, when several run with other models. */
  readonly instance?: string
  /** Heading of its part of REVIEWS.md. */
  readonly section: string
  /** `completed`, `empty`, `suspect`, `failed`, `timed-out`, `truncated`, `interrupted`, `unavailable`, `skipped`, `refused`. */
  readonly outcome: string
  readonly reason?: string
  /** Whether it gave a usable review. */
  readonly ok: boolean
  readonly evidenceClass: "source-grounded" | "diff-only"
  /** Milliseconds from the start of the run to the start of the lane; 0 when absent. */
  readonly startMs?: number
  /** Milliseconds it took. */
  readonly ms: number
  /** Bytes it answered with. */
  readonly bytes: number
  /** Its answer, whole or not; empty when there is none. */
  readonly text: string
  /** The end of what it wrote to stderr; empty when nothing. */
  readonly stderrTail: string
  readonly model?: string
  /** Remarks for the reader, such as a timeout that was raised to the floor. */
  readonly notes?: ReadonlyArray<string>
}

/** A lane with its findings. */
export interface ReadLane extends LaneResult, Findings {}

/** Name of a lane that is unique in one run: the slug, with the instance behind it. */
export const laneName = ({ instance, slug }: Pick<LaneResult, "slug" | "instance">): string =>
  instance === undefined ? slug : `${slug}:${instance}`

/**
 * Whether a lane counts: it says so itself, it completed, and it wrote something. The three are asked together so that
 * no caller's mistake turns silence into a vote.
 */
export const isUsable = ({ ok, outcome, text }: LaneResult): boolean =>
  ok && outcome === "completed" && text.trim() !== ""

const none: ReadonlyArray<Finding> = []

/** Reads the findings of a lane; one that is not usable has none, whatever it wrote. */
export const readLane = (lane: LaneResult): ReadLane => ({
  ...lane,
  ...(isUsable(lane) ? parseFindings(lane.text) : { findings: none, leftOut: 0 })
})

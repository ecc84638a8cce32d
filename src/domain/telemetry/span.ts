/** What an attribute of a span may be. */
export type AttributeValue = string | number | boolean

/** How what a span stands for ended. */
export type SpanOutcome = "ok" | "failed" | "interrupted" | "unfinished"

/** One finished or unfinished span. */
export interface RecordedSpan {
  readonly id: string
  /** Id of the span that it is part of; undefined for the root. */
  readonly parent: string | undefined
  readonly name: string
  /** Nanoseconds of one clock. */
  readonly start: bigint
  /** At least `start`. */
  readonly end: bigint
  readonly outcome: SpanOutcome
  /** What failed: the error's tag, or its class where it is none of ours. */
  readonly error?: string
  readonly attributes: Readonly<Record<string, AttributeValue>>
}

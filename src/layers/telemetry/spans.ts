import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Tracer from "effect/Tracer"
import type { AttributeValue, RecordedSpan, SpanOutcome } from "../../domain/telemetry/span.ts"

/** What may be told of a failure: never a stack, a cause or what a foreign error says, which may quote what it read. */
class Told extends Error {
  override readonly stack = ""
  override readonly name: string
  constructor(name: string, message: string) {
    super(message)
    this.name = name
  }
}

const tagOf = (error: unknown): string => {
  if (Predicate.hasProperty(error, "_tag") && Predicate.isString(error._tag)) return error._tag
  return error instanceof Error ? error.name : typeof error
}

/** Errors with hints are ours, made to be read; of others only the kind is told. */
const messageOf = (error: unknown): string =>
  error instanceof Error && "hints" in error ? error.message : tagOf(error)

/** How a span ended, as it may be told. */
export interface SpanEnd {
  readonly outcome: SpanOutcome
  /** Tag or class of what failed. */
  readonly error?: string
  /** The same exit, holding nothing but that and a message for people. */
  readonly exit: Exit.Exit<void, Error>
}

const failed = (failure: unknown, scrub: (text: string) => string): SpanEnd => {
  const error = tagOf(failure)
  return { outcome: "failed", error, exit: Exit.fail(new Told(error, scrub(messageOf(failure)))) }
}

/** Takes out of an exit whatever nobody else may read. */
export const endOf = (exit: Exit.Exit<unknown, unknown>, scrub: (text: string) => string): SpanEnd => {
  if (Exit.isSuccess(exit)) return { outcome: "ok", exit: Exit.void }
  if (Cause.hasInterruptsOnly(exit.cause)) return { outcome: "interrupted", exit: Exit.interrupt() }
  const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  return failed(failure ?? Cause.squash(exit.cause), scrub)
}

const isValue = (value: unknown): value is AttributeValue =>
  Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value)

const attributesOf = (span: Tracer.Span): RecordedSpan["attributes"] =>
  Object.fromEntries(
    [...span.attributes].filter((entry): entry is [string, AttributeValue] => isValue(entry[1]))
  )

const parentOf = (span: Tracer.Span): string | undefined =>
  Option.getOrUndefined(Option.map(span.parent, ({ spanId }) => spanId))

/** A span as it is at a moment: `now` where it has not ended. */
export const recordOf = (span: Tracer.Span, now: bigint, end: Omit<SpanEnd, "exit">): RecordedSpan => ({
  id: span.spanId,
  parent: parentOf(span),
  name: span.name,
  start: span.status.startTime,
  end: span.status._tag === "Ended" ? span.status.endTime : now,
  outcome: end.outcome,
  ...(end.error === undefined ? {} : { error: end.error }),
  attributes: attributesOf(span)
})

/** Who hears of spans; both return at once. */
export interface SpanListener {
  readonly begun: (span: Tracer.Span) => void
  readonly ended: (span: Tracer.Span, end: SpanEnd) => void
}

/** A tracer with spans of another whose exits and attributes are cleaned, and which others hear of. */
export const watchedTracer = (
  inner: Tracer.Tracer,
  scrub: (text: string) => string,
  listeners: ReadonlyArray<SpanListener>
): Tracer.Tracer =>
  Tracer.make({
    ...(inner.context === undefined ? {} : { context: inner.context }),
    span: (options) => {
      const span = inner.span(options)
      const end = span.end.bind(span)
      const attribute = span.attribute.bind(span)
      for (const { begun } of listeners) begun(span)
      return Object.assign(span, {
        attribute: (key: string, value: unknown) =>
          attribute(key, Predicate.isString(value) ? scrub(value) : value),
        end: (endTime: bigint, exit: Exit.Exit<unknown, unknown>) => {
          if (span.status._tag === "Ended") return
          const told = endOf(exit, scrub)
          end(endTime, told.exit)
          for (const { ended } of listeners) ended(span, told)
        }
      }) satisfies Tracer.Span
    }
  })

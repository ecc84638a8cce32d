import * as Cause from "effect/Cause"
import * as Fiber from "effect/Fiber"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import type { SpanListener } from "./spans.ts"

/** How records are written to stderr. */
export interface StderrLog {
  readonly format: "json" | "pretty"
  readonly minimum: LogLevel.LogLevel
  /** Writes one line, whose end it adds. */
  readonly write: (line: string) => void
  readonly scrub: (text: string) => string
}

const clockOf = (iso: string): string => iso.slice(iso.indexOf("T") + 1, -1)

const wordOf = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return /^[^\s"=]+$/u.test(text) ? text : JSON.stringify(text)
}

const visible = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`)

/** `12:00:00.000 INFO  message name=value …`, one line for each record. */
const formatPretty = Logger.map(
  Logger.formatStructured,
  ({ annotations, cause, level, message, timestamp }) => {
    const text = typeof message === "string" ? message : JSON.stringify(message)
    const words = Object.entries(annotations).map(([name, value]) => `${name}=${wordOf(value)}`)
    const why = cause === undefined ? [] : [`cause=${wordOf(cause)}`]
    return [
      clockOf(timestamp),
      level.padEnd(5),
      visible(text),
      ...words.map(visible),
      ...why.map(visible)
    ].join(" ")
  }
)

/** One JSON object on one line for each record, with Effect's own names for its parts. */
const formatJson = Logger.formatJson

/** Writes records of the least level and above to stderr. */
export const stderrLogger = ({ format, minimum, scrub, write }: StderrLog): Logger.Logger<unknown, void> => {
  const logger = format === "json" ? formatJson : formatPretty
  return Logger.make((record) => {
    if (LogLevel.isGreaterThanOrEqualTo(record.logLevel, minimum)) write(scrub(logger.log(record)))
  })
}

/** A logger that is given texts without what nobody else may read. */
export const scrubbedLogger = (
  logger: Logger.Logger<unknown, unknown>,
  scrub: (text: string) => string
): Logger.Logger<unknown, void> =>
  Logger.make((record) => {
    const words = Array.isArray(record.message) ? record.message : [record.message]
    logger.log({
      ...record,
      message: words.map((word) => (typeof word === "string" ? scrub(word) : word)),
      cause: Cause.empty
    })
  })

/** Logs the end of every span at the lowest level, with the loggers of the fiber that it ended in. */
export const spanLog: SpanListener = {
  begun: () => {},
  ended: (span, { error, outcome }) => {
    const fiber = Fiber.getCurrent()
    if (fiber === undefined || span.status._tag !== "Ended") return
    const micros = Number((span.status.endTime - span.status.startTime) / 1000n)
    Effect.runSyncWith(fiber.context)(
      Effect.logTrace(span.name).pipe(
        Effect.annotateLogs({ outcome, millis: micros / 1000, ...(error === undefined ? {} : { error }) })
      )
    )
  }
}

import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const pattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?Z$/u

const secondsLength = "2026-01-31T12:00:00".length

/** Milliseconds since 1970 of a moment; undefined when the text is none, as on the 31st of February. */
export const millisOf = (text: string): number | undefined => {
  const read = pattern.test(text) ? Option.getOrUndefined(DateTime.make(text)) : undefined
  const isSame = read !== undefined && DateTime.formatIso(read).startsWith(text.slice(0, secondsLength))
  return isSame ? DateTime.toEpochMillis(read) : undefined
}

/** The text of a moment, in UTC with milliseconds. */
export const momentOf = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

/** A moment in UTC, `2026-01-31T12:00:00.000Z`. */
export const Moment = Schema.String.check(
  Schema.makeFilter((text: string) =>
    millisOf(text) === undefined ? "must be a moment in UTC, such as 2026-01-31T12:00:00Z" : undefined
  )
)

import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { counted } from "../text/counted.ts"

/** When it is, and how long a version must have been published to be taken. Milliseconds; an age of 0 asks for nothing. */
export interface AgeRule {
  readonly now: number
  readonly minAgeMillis: number
}

/** Whether what was published at `time` is old enough. What names no time that can be read is not, nor what is yet to come. */
export const isOldEnough = ({ minAgeMillis, now }: AgeRule, time: string | undefined): boolean => {
  if (minAgeMillis <= 0) return true
  const published = Option.map(DateTime.make(time ?? ""), DateTime.toEpochMillis)
  return Option.isSome(published) && now - published.value >= minAgeMillis
}

const units: ReadonlyArray<readonly [string, number]> = [
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000]
]

/** A time in the largest unit that it is a whole number of: `3 days`. */
export const ageText = (millis: number): string => {
  const [unit, size] = units.find(([, size]) => millis % size === 0) ?? ["second", 1000]
  return counted(Math.ceil(millis / size), unit)
}

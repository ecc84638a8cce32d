import * as Duration from "effect/Duration"
import { limits } from "../limits.ts"
import { shown, type Visible } from "../text/escape.ts"
import { settingAt, type Settings } from "./settings.ts"
import type { LaneRun } from "./stages.ts"
import { warn, warnOf, type LaneWarning } from "./warning.ts"

/** How long a run may take. */
export interface TimeoutChoice {
  /** From the start to the end; above zero and at most `limits.laneMillis`. */
  readonly timeout: Duration.Duration
  readonly source: "floor" | "setting"
  readonly warnings: ReadonlyArray<LaneWarning>
}

const seconds = (millis: number): string => `${Number((millis / 1000).toFixed(3))} s`

const secondMillis = 1000

const floorOf = (run: LaneRun): TimeoutChoice => {
  const floor = run.lane.reviewer.timeoutFloorMs
  const millis = Math.min(floor, limits.laneMillis)
  const cut = shown`The lane asks for at least ${seconds(floor)}; it gets ${seconds(millis)}, the most there is`
  return {
    timeout: Duration.millis(millis),
    source: "floor",
    warnings: floor === millis ? [] : [warn("timeout", run.identity, cut)]
  }
}

/** What is wrong with a setting that should be a time in seconds, as a clause; undefined when nothing is. */
export const timeoutProblem = (value: unknown): string | undefined => {
  if (typeof value !== "number") return "is no number of seconds"
  if (!Number.isFinite(value) || value <= 0) return "is no time"
  return value * secondMillis > limits.laneMillis
    ? `is more than ${seconds(limits.laneMillis)}; the key is in seconds`
    : undefined
}

const problemOf = (value: unknown): Visible | undefined => {
  const problem = timeoutProblem(value)
  return problem === undefined ? undefined : shown`which ${problem}`
}

/**
 * Decides how long a run may take: the setting of `timeoutConfigKey`, in seconds, raised to the lane's floor when it is
 * lower. What is no number of seconds between 0 and the ceiling is the floor, with a warning. Source: seed 000
 * `timeoutConfigKey`, cases U57.
 */
export const decideTimeout = (run: LaneRun, settings: Settings): TimeoutChoice => {
  const key = run.lane.reviewer.timeoutConfigKey ?? ""
  const setting = settingAt(settings, key)
  const floor = floorOf(run)
  if (setting === undefined) return floor
  const lowest = Duration.toMillis(floor.timeout)
  const fallTo = (clause: Visible): TimeoutChoice => {
    const whole = `${clause}; the lane gets its floor of ${seconds(lowest)}` as Visible
    return {
      ...floor,
      warnings: [...floor.warnings, warnOf("timeout", run.identity)({ key, setting }, whole)]
    }
  }
  const problem = problemOf(setting.value)
  if (problem !== undefined) return fallTo(problem)
  const millis = Math.ceil(Number(setting.value) * secondMillis)
  return millis < lowest
    ? fallTo(shown`which is lower than the lane needs`)
    : { timeout: Duration.millis(millis), source: "setting", warnings: floor.warnings }
}

/**
 * Time that a program is told to limit itself to, in whole seconds: ours less a minute, or less a tenth when that is
 * less, so that it can end by itself and say why. At least 1.
 */
export const nativeTimeoutSeconds = (timeout: Duration.Duration): number => {
  const millis = Duration.toMillis(timeout)
  const margin = Math.min(limits.nativeTimeoutMarginMillis, millis / 10)
  return Math.max(1, Math.floor((millis - margin) / secondMillis))
}

/** How long a run may write nothing. */
export interface IdleChoice {
  /** Undefined when only the time limit counts. */
  readonly idle: Duration.Duration | undefined
  readonly warnings: ReadonlyArray<LaneWarning>
}

/** Key of the longest silence. */
export const idleKey = "review.idle_timeout"

/**
 * Decides how long a run may be silent: `review.idle_timeout`, in seconds. Many programs write nothing until their
 * review is done, so that there is no limit unless the person sets one; what is no number of seconds is none, with a
 * warning.
 */
export const decideIdle = (run: LaneRun, settings: Settings): IdleChoice => {
  const setting = settingAt(settings, idleKey)
  if (setting === undefined) return { idle: undefined, warnings: [] }
  const problem = problemOf(setting.value)
  if (problem === undefined)
    return { idle: Duration.millis(Math.ceil(Number(setting.value) * secondMillis)), warnings: [] }
  const clause = `${problem}; silence is not limited` as Visible
  return {
    idle: undefined,
    warnings: [warnOf("timeout", run.identity)({ key: idleKey, setting }, clause)]
  }
}

import { shown } from "../text/escape.ts"
import { settingAt, type Settings } from "./settings.ts"
import { warnOf, type LaneWarning } from "./warning.ts"

/** How many runs go on at once; undefined is no bound. Waiting for a turn counts neither as time nor as failure. */
export interface Concurrency {
  readonly runs: number | undefined
  /** Runs of one lane, which its instances share with it: they ask the same service. */
  readonly runsPerLane: number | undefined
  readonly warnings: ReadonlyArray<LaneWarning>
}

const keys = {
  runs: "review.concurrency",
  runsPerLane: "review.concurrency_per_lane",
  parallel: "review.parallel_lanes"
} as const

interface Read {
  readonly count: number | undefined
  readonly warnings: ReadonlyArray<LaneWarning>
}

const read = (settings: Settings, key: string): Read => {
  const setting = settingAt(settings, key)
  if (setting === undefined) return { count: undefined, warnings: [] }
  const { value } = setting
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1)
    return { count: value, warnings: [] }
  const clause = shown`which is no whole number above 0; it does not count`
  return { count: undefined, warnings: [warnOf("concurrency", "")({ key, setting }, clause)] }
}

/** Decides how many runs go on at once: all of them, unless the configuration says less; `review.parallel_lanes: false` is one. */
export const decideConcurrency = (settings: Settings): Concurrency => {
  const runs = read(settings, keys.runs)
  const perLane = read(settings, keys.runsPerLane)
  const isSingle = settingAt(settings, keys.parallel)?.value === false
  return {
    runs: runs.count ?? (isSingle ? 1 : undefined),
    runsPerLane: perLane.count,
    warnings: [...runs.warnings, ...perLane.warnings]
  }
}

import { limits } from "../limits.ts"
import { shown } from "../text/escape.ts"
import type { LaneOutcome } from "./outcome.ts"
import { settingAt, type Settings } from "./settings.ts"
import { warn, warnOf, type LaneWarning } from "./warning.ts"

/** One run with how it ended, as the quorum looks at it. */
export interface EndedRun {
  /** Named by the command line or the configuration. */
  readonly named: boolean
  readonly outcome: LaneOutcome
}

/** How many usable reviews there must be. */
export interface Quorum {
  /** At least 1. */
  readonly needed: number
  readonly source: "flag" | "setting" | "default"
  readonly warnings: ReadonlyArray<LaneWarning>
}

const key = "review.quorum"

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1

/** A run counts as wanted when it was named, or could have run; the agent that asks does not. */
const isWanted = ({ named, outcome }: EndedRun): boolean =>
  outcome.outcome !== "skipped" && (named || outcome.outcome !== "unavailable")

const standard = (runs: ReadonlyArray<EndedRun>): number =>
  Math.max(1, Math.min(limits.laneQuorum, runs.filter(isWanted).length))

/**
 * Decides how many usable reviews there must be: what `--quorum` says, else `review.quorum`, else 2, or 1 where only one
 * was wanted. `flag` is a whole number of at least 1. A setting that is none does not count, with a warning.
 */
export const decideQuorum = (
  runs: ReadonlyArray<EndedRun>,
  flag: number | undefined,
  settings: Settings
): Quorum => {
  if (flag !== undefined && isCount(flag)) return { needed: flag, source: "flag", warnings: [] }
  const ignored =
    flag === undefined
      ? []
      : [warn("quorum", "", shown`A quorum of ${flag} is no whole number above 0; it does not count`)]
  const setting = settingAt(settings, key)
  if (setting !== undefined && isCount(setting.value))
    return { needed: setting.value, source: "setting", warnings: ignored }
  const clause = shown`which is no whole number above 0; it does not count`
  const bad = setting === undefined ? [] : [warnOf("quorum", "")({ key, setting }, clause)]
  return { needed: standard(runs), source: "default", warnings: [...ignored, ...bad] }
}

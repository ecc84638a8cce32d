import { shown } from "../text/escape.ts"
import { settingAt, type Settings } from "./settings.ts"
import type { LaneRun } from "./stages.ts"
import { warnOf, type LaneWarning } from "./warning.ts"

/** How long a prompt may be. */
export interface BudgetChoice {
  /** In tokens, a whole number above 0; undefined is no bound. */
  readonly tokens: number | undefined
  readonly warnings: ReadonlyArray<LaneWarning>
}

const generalKey = "review.max_prompt_tokens"

/** Values that are written for "not set". */
const unset = -1

interface Read {
  /** Undefined asks the next key. */
  readonly tokens: number | undefined
  readonly warnings: ReadonlyArray<LaneWarning>
}

const read = (run: LaneRun, settings: Settings, key: string): Read => {
  const setting = settingAt(settings, key)
  const value = setting?.value
  if (setting === undefined || value === unset) return { tokens: undefined, warnings: [] }
  if (typeof value === "number" && Number.isFinite(value) && value >= 0)
    return { tokens: Math.floor(value), warnings: [] }
  const clause = shown`which is no number of tokens; it does not count`
  return { tokens: undefined, warnings: [warnOf("budget", run.identity)({ key, setting }, clause)] }
}

/**
 * Decides how long the prompt of a run may be: the setting of `promptBudgetKey`, else `review.max_prompt_tokens`, else
 * no bound; 0 is no bound either, and a lane that takes no prompt needs none. Source: lanes.md 1.5.
 */
export const decideBudget = (run: LaneRun, settings: Settings): BudgetChoice => {
  const { reviewer } = run.lane
  if (reviewer.transport === "spawn" && reviewer.invoke.promptChannel === "none")
    return { tokens: undefined, warnings: [] }
  const own = read(run, settings, reviewer.promptBudgetKey ?? "")
  const general: Read =
    own.tokens === undefined ? read(run, settings, generalKey) : { tokens: undefined, warnings: [] }
  const tokens = own.tokens ?? general.tokens ?? 0
  return { tokens: tokens === 0 ? undefined : tokens, warnings: [...own.warnings, ...general.warnings] }
}

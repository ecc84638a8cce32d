import { effortLevels } from "../capability/laneVocabulary.ts"
import { shown } from "../text/escape.ts"
import type { Lane } from "./lane.ts"
import { settingAt, textAt, type Setting, type Settings } from "./settings.ts"
import type { LaneRun } from "./stages.ts"
import { warnOf, type LaneWarning } from "./warning.ts"

/** How hard a lane is asked to think. */
export type EffortLevel = (typeof effortLevels)[number]

/** An effort that is sent. */
export interface Effort {
  /** As it is sent; the nearest level that the program knows. */
  readonly level: string
  /** What `{{effort}}` stands for when it is an argument of its own; empty unless it goes by argv. */
  readonly args: ReadonlyArray<string>
  /** Empty unless it goes by the environment. */
  readonly env: Readonly<Record<string, string>>
}

/** The effort of a run; undefined sends none. */
export interface EffortChoice {
  readonly effort: Effort | undefined
  readonly warnings: ReadonlyArray<LaneWarning>
}

/** The variable in which a lane with the channel `env` is told its level. */
export const effortVariable = "GSD_REVIEW_EFFORT"

interface Rendering {
  readonly args: (level: string) => ReadonlyArray<string>
  /** Levels the program does not know, and what it is told instead. */
  readonly instead?: Readonly<Partial<Record<EffortLevel, string>>>
}

const usual: Rendering = { args: (level) => ["--effort", level] }

/** How first-party programs are told. Every other lane gets `--effort LEVEL`. Source: lanes.md 1.7. */
const renderings: ReadonlyMap<string, Rendering> = new Map<string, Rendering>([
  ["claude", { args: usual.args, instead: { minimal: "low" } }],
  ["codex", { args: (level) => ["-c", `model_reasoning_effort=${level}`], instead: { minimal: "low" } }],
  ["opencode", { args: (level) => ["--variant", level] }]
])

const renderingOf = (lane: Lane): Rendering =>
  (lane.origin === "first-party" ? renderings.get(lane.slug) : undefined) ?? usual

const levelOf = (text: string): EffortLevel | undefined => effortLevels.find((level) => level === text)

const render = (lane: Lane, level: EffortLevel): Effort | undefined => {
  const { args, instead } = renderingOf(lane)
  const told = instead?.[level] ?? level
  switch (lane.reviewer.invoke.effortChannel) {
    case "none":
      return undefined
    case "argv":
      return { level: told, args: args(told), env: {} }
    case "env":
      return { level: told, args: [], env: { [effortVariable]: told } }
  }
}

interface Wanted {
  /** Undefined sends none. */
  readonly level: EffortLevel | undefined
  readonly warnings: ReadonlyArray<LaneWarning>
}

const clauseOf = (level: EffortLevel | undefined) =>
  level === undefined
    ? shown`which is no level (${effortLevels.join(", ")}, inherit); none is sent`
    : shown`which is no level (${effortLevels.join(", ")}, inherit); \`${level}\` is sent, the lane's default`

/** `inherit` leaves it to the program; an unknown value is the lane's default. */
const wantedOf = (run: LaneRun, key: string, setting: Setting | undefined): Wanted => {
  const standard = run.lane.reviewer.defaultEffort ?? undefined
  if (setting === undefined) return { level: standard, warnings: [] }
  const text = textAt(new Map([[key, setting]]), key)
  if (text === "inherit") return { level: undefined, warnings: [] }
  if (text === undefined && typeof setting.value === "string") return { level: standard, warnings: [] }
  const level = levelOf(text?.toLowerCase() ?? "")
  return level === undefined
    ? { level: standard, warnings: [warnOf("effort", run.identity)({ key, setting }, clauseOf(standard))] }
    : { level, warnings: [] }
}

const unused = (run: LaneRun, key: string, setting: Setting | undefined): ReadonlyArray<LaneWarning> =>
  setting === undefined
    ? []
    : [warnOf("effort", run.identity)({ key, setting }, shown`and the lane takes no effort`)]

/**
 * Decides the effort of a run: the setting of `effortConfigKey`, else the lane's default. Lanes of overlays get one as
 * first-party ones do, by argv or by the environment.
 */
export const decideEffort = (run: LaneRun, settings: Settings): EffortChoice => {
  const { effortConfigKey, invoke } = run.lane.reviewer
  const key = effortConfigKey ?? ""
  const setting = settingAt(settings, key)
  if (invoke.effortChannel === "none") return { effort: undefined, warnings: unused(run, key, setting) }
  const { level, warnings } = wantedOf(run, key, setting)
  return { effort: level === undefined ? undefined : render(run.lane, level), warnings }
}

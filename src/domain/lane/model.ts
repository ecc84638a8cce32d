import { shown } from "../text/escape.ts"
import { nameProblem } from "./names.ts"
import { settingAt, textAt, type Settings } from "./settings.ts"
import type { LaneRun } from "./stages.ts"
import { warn, warnOf, type LaneWarning } from "./warning.ts"

/** The model that a run asks for; undefined leaves the choice to the lane. */
export interface ModelChoice {
  readonly model: string | undefined
  readonly source: "instance" | "setting" | "lane"
  readonly warnings: ReadonlyArray<LaneWarning>
}

/** Tells whether a lane has a place for a model's name. */
const takesModel = ({ lane: { reviewer } }: LaneRun): boolean =>
  reviewer.transport === "openai-http" ||
  reviewer.invoke.modelArg !== null ||
  namesModel(reviewer.invoke.args)

/** As a part of an argument, where `modelArg` is not needed. */
const namesModel = (args: ReadonlyArray<string>): boolean =>
  args.some((argument) => /.\{\{\s*model\s*\}\}|\{\{\s*model\s*\}\}./su.test(argument))

const none = (...warnings: ReadonlyArray<LaneWarning>): ModelChoice => ({
  model: undefined,
  source: "lane",
  warnings
})

const fromSetting = (run: LaneRun, settings: Settings): ModelChoice => {
  const key = run.lane.reviewer.modelConfigKey ?? ""
  const setting = settingAt(settings, key)
  if (setting === undefined) return none()
  const tell = warnOf("model", run.identity)
  if (typeof setting.value !== "string")
    return none(tell({ key, setting }, shown`which is no text; the lane's own model is used`))
  const model = textAt(settings, key)
  if (model === undefined) return none()
  const problem = nameProblem(model)
  if (problem !== undefined)
    return none(tell({ key, setting }, shown`which ${problem}; the lane's own model is used`))
  return takesModel(run)
    ? { model, source: "setting", warnings: [] }
    : none(tell({ key, setting }, shown`and the lane takes no model`))
}

const fromInstance = (run: LaneRun, model: string): ModelChoice => {
  const problem = nameProblem(model)
  if (problem !== undefined)
    return none(
      warn("model", run.identity, shown`The model \`${model}\` ${problem}; the lane's own model is used`)
    )
  return takesModel(run)
    ? { model, source: "instance", warnings: [] }
    : none(warn("model", run.identity, shown`The lane takes no model, so \`${model}\` is not used`))
}

/**
 * Decides the model of a run: that of the instance, else the setting of `modelConfigKey`, else the lane's own. Blank
 * settings count as not set; a name that could be read as an option is not used. Source: lanes.md 1.7.
 */
export const decideModel = (run: LaneRun, settings: Settings): ModelChoice =>
  run.model === undefined ? fromSetting(run, settings) : fromInstance(run, run.model)

/** The model that an endpoint is asked for. */
export interface EndpointModel {
  readonly model: string
  readonly source: "pinned" | "served" | "fallback"
}

/** Facts of an endpoint's model. */
export interface EndpointModelFacts {
  readonly pinned: string | undefined
  /** Models it says it serves, in its order; undefined when it was not asked or did not say. */
  readonly served: ReadonlyArray<string> | undefined
  readonly fallback: string | null | undefined
}

/** Decides the model of a request: the pinned one, the first that is served, the fallback; undefined when there is none. */
export const decideEndpointModel = ({
  pinned,
  served,
  fallback
}: EndpointModelFacts): EndpointModel | undefined => {
  if (pinned !== undefined) return { model: pinned, source: "pinned" }
  const first = served?.find((model) => model.trim() !== "")
  if (first !== undefined) return { model: first, source: "served" }
  const last = fallback?.trim() ?? ""
  return last === "" ? undefined : { model: last, source: "fallback" }
}

import { BadReviewSetting } from "./errors.ts"
import type { Lane } from "./lane.ts"
import { nameProblem } from "./names.ts"
import { settingAt, textAt, type Settings } from "./settings.ts"

/** A lane under another name, with a model or an agent of its own. */
export interface Instance {
  readonly name: string
  readonly lane: Lane
  readonly model?: string
  readonly agent?: string
}

/** The instances of the configuration by name, and what is wrong with those that cannot run. */
export interface Instances {
  readonly usable: ReadonlyMap<string, Instance>
  readonly broken: ReadonlyMap<string, BadReviewSetting>
}

const prefix = "review.reviewer_instances."

const keyOf = (name: string, member: string): string => `${prefix}${name}.${member}`

/** Names of instances, ascending. */
const namesIn = (settings: Settings): ReadonlyArray<string> => {
  const keys = [...settings.keys()].filter((key) => key.startsWith(prefix))
  return [
    ...new Set(keys.map((key) => key.slice(prefix.length).replace(/\.(?:cli|model|agent)$/u, "")))
  ].toSorted()
}

const fault = (settings: Settings, key: string, problem: string): BadReviewSetting => {
  const setting = [...settings].find(([one]) => one === key || one.startsWith(`${key}.`))?.[1]
  const value = settings.has(key) ? JSON.stringify(setting?.value ?? null) : "…"
  return new BadReviewSetting({ key, value, file: setting?.file ?? "", problem })
}

const laneNamed = (lanes: ReadonlyArray<Lane>, cli: string | undefined): Lane | undefined =>
  lanes.find(({ slug }) => slug === cli)

const memberProblem = (settings: Settings, key: string): BadReviewSetting | undefined => {
  const value = settingAt(settings, key)?.value
  if (value === undefined) return undefined
  const problem = typeof value === "string" ? nameProblem(value.trim()) : "is no text"
  return problem === undefined ? undefined : fault(settings, key, problem)
}

const problemOf = (
  settings: Settings,
  lanes: ReadonlyArray<Lane>,
  name: string
): BadReviewSetting | undefined => {
  const whole = `${prefix}${name}`
  if (!/^[a-z0-9][a-z0-9-]*$/u.test(name))
    return fault(settings, whole, "has a name that is not lower-case letters, digits and hyphens")
  if (laneNamed(lanes, name) !== undefined) return fault(settings, whole, "has the name of a lane")
  const cli = keyOf(name, "cli")
  if (settingAt(settings, cli) === undefined) return fault(settings, whole, "has no `cli`")
  return laneNamed(lanes, textAt(settings, cli)) === undefined
    ? fault(settings, cli, "is no lane")
    : (memberProblem(settings, keyOf(name, "model")) ?? memberProblem(settings, keyOf(name, "agent")))
}

/**
 * Reads `review.reviewer_instances.<name>.{cli,model,agent}`: `cli` is the slug of any lane, an overlay's too, and the
 * name is no slug. Source: lanes.md 1.4.
 */
export const instancesOf = (settings: Settings, lanes: ReadonlyArray<Lane>): Instances => {
  const usable = new Map<string, Instance>()
  const broken = new Map<string, BadReviewSetting>()
  for (const name of namesIn(settings)) {
    const problem = problemOf(settings, lanes, name)
    const lane = laneNamed(lanes, textAt(settings, keyOf(name, "cli")))
    if (problem !== undefined) broken.set(name, problem)
    else if (lane !== undefined) {
      const model = textAt(settings, keyOf(name, "model"))
      const agent = textAt(settings, keyOf(name, "agent"))
      const given = { ...(model === undefined ? {} : { model }), ...(agent === undefined ? {} : { agent }) }
      usable.set(name, { name, lane, ...given })
    }
  }
  return { usable, broken }
}

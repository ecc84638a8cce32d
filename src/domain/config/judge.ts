import { effortLevels } from "../capability/laneVocabulary.ts"
import { normalisedHost } from "../disclosure/egress.ts"
import type { JsonValue } from "../json/value.ts"
import { lanesOf } from "../lane/lane.ts"
import { nameProblem } from "../lane/names.ts"
import { idleKey, timeoutProblem } from "../lane/timeout.ts"
import type { Registry } from "../registry/Registry.ts"

/** What is wrong with a value beyond its type, as a clause; undefined when nothing is. */
export type ValueJudge = (value: JsonValue) => string | undefined

/** The lane's own bound counts for what is not set. */
const time: ValueJudge = (value) => timeoutProblem(value)

const isBlank = (value: JsonValue): boolean => typeof value === "string" && value.trim() === ""

const model: ValueJudge = (value) =>
  typeof value !== "string" ? "is no text" : isBlank(value) ? undefined : nameProblem(value.trim())

const host: ValueJudge = (value) => {
  if (typeof value !== "string") return "is no text"
  return isBlank(value) || normalisedHost(value) !== undefined ? undefined : "is no http or https address"
}

const tokens: ValueJudge = (value) =>
  typeof value === "number" && (value >= 0 || value === -1) ? undefined : "is no number of tokens"

const efforts: ReadonlyArray<JsonValue> = ["", "inherit", ...effortLevels]

const effort: ValueJudge = (value) =>
  efforts.includes(value) ? undefined : `is none of ${effortLevels.join(", ")} and inherit`

const count: ValueJudge = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 1 ? undefined : "is no whole number above 0"

const words: ValueJudge = (value) =>
  Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "")
    ? undefined
    : "is no list of names"

const own: ReadonlyArray<readonly [string, ValueJudge]> = [
  ["capabilities.strict_known_registries", words],
  ["review.concurrency", count],
  ["review.concurrency_per_lane", count],
  ["review.max_prompt_tokens", tokens],
  ["review.quorum", count],
  [idleKey, time]
]

/** Keys that lanes read, with the member of the manifest that names each. */
export const laneKeysOf = (registry: Pick<Registry, "members">) =>
  lanesOf(registry.members.values()).lanes.flatMap(({ capabilityId, reviewer }) => {
    const { effortConfigKey, invoke, modelConfigKey, promptBudgetKey, timeoutConfigKey } = reviewer
    const hostConfigKey = "hostConfigKey" in invoke ? invoke.hostConfigKey : undefined
    const named = [
      ["timeoutConfigKey", timeoutConfigKey, time],
      ["modelConfigKey", modelConfigKey, model],
      ["effortConfigKey", effortConfigKey, effort],
      ["promptBudgetKey", promptBudgetKey, tokens],
      ["hostConfigKey", hostConfigKey, host]
    ] as const
    return named.flatMap(([uses, key, judge]) =>
      key === undefined || key === null || key === "" ? [] : [{ capId: capabilityId, uses, key, judge }]
    )
  })

/** Judges of values by key: what whoever reads a value would not use is not written in the first place. Source: cases U57. */
export const judgesOf = (registry: Pick<Registry, "members">): ReadonlyMap<string, ValueJudge> =>
  new Map([...laneKeysOf(registry).map(({ judge, key }) => [key, judge] as const), ...own])

import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { sha256Hex } from "../hash.ts"
import type { PlannedRun } from "../lane/stages.ts"
import { limits } from "../limits.ts"
import { laneKey, namedLane } from "./laneKey.ts"

const Name = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.laneNameCharacters))

/**
 * One lane of a review as it is handed to a cluster: everything that its storage sees of it. No environment, no
 * configuration, no path of the requester is in it.
 */
export const LaneHanded = Schema.Struct({
  /** Name of the review's run. */
  run: Name,
  /** The lane or the instance of it; unique in a run. */
  identity: Name,
  /** Capability, slug and bytes of the lane; the runner compares all three with what is consented to on its machine. */
  id: Name,
  slug: Name,
  bytes: Name,
  /** Model and agent of an instance. */
  model: Schema.optionalKey(Name),
  agent: Schema.optionalKey(Name),
  prompt: Schema.String.check(Schema.isMaxLength(limits.planBytes)),
  /** Longest time on a runner, in milliseconds; the runner's own limit counts where it is shorter. */
  timeoutMillis: Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: limits.laneMillis }))
})
export type LaneHanded = typeof LaneHanded.Type

/** The lane of a planned run, as it is handed over. */
export const handedOf = (run: string, { prompt, run: laneRun, timeout }: PlannedRun): LaneHanded => {
  const { agent, identity, lane, model } = laneRun
  return {
    run,
    identity,
    ...namedLane(lane),
    ...(model === undefined ? {} : { model }),
    ...(agent === undefined ? {} : { agent }),
    prompt: prompt.text,
    timeoutMillis: Duration.toMillis(timeout)
  }
}

const separator = "/"

/** Name of the one execution of a lane in a run, the key of its being run once; begins with the lane's key. */
export const executionIdOf = (handed: LaneHanded): string =>
  `${laneKey(handed)}${separator}${sha256Hex(`${handed.run}\n${handed.identity}`)}`

/** The lane's key at the beginning of an execution's name. */
export const keyOfExecution = (executionId: string): string =>
  executionId.slice(0, Math.max(0, executionId.indexOf(separator)))

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { clusterAddress, clusterPasswordVariable } from "../../domain/cluster/address.ts"
import { limits } from "../../domain/limits.ts"
import { Environment } from "../../services/Environment.ts"
import type { LaneCluster } from "../../services/LaneCluster.ts"
import { Clusters } from "../Engine.ts"
import { refuse } from "./reviewFlags.ts"

/** `--cluster`, where it must be given. */
export const cluster = Flag.String("cluster").pipe(
  Flag.withMetavar("URL|FILE"),
  Flag.withDescription(
    `postgres://USER@HOST/DATABASE, its password in ${clusterPasswordVariable}; or a file of this machine`
  )
)

/** `--wait`. */
export const wait = Flag.Int("wait").pipe(
  Flag.withMetavar("SECONDS"),
  Flag.withDescription("How long a lane waits for a runner that offers it; 10 otherwise"),
  Flag.optional
)

const secondMillis = 1000

/** The time that was asked for. */
export const waitOf = Effect.fnUntraced(function* (command: string, seconds: Option.Option<number>) {
  const millis = Option.match(seconds, {
    onNone: () => limits.clusterWaitMillis,
    onSome: (given) => given * secondMillis
  })
  if (millis < 0 || millis > limits.clusterWaitMostMillis)
    return yield* refuse(
      command,
      `\`--wait\` is no time between 0 and ${limits.clusterWaitMostMillis / secondMillis} seconds`
    )
  return Duration.millis(millis)
})

/** Does something with the cluster that was named; it is left at the end. */
export const inCluster = Effect.fnUntraced(function* <A, E, R>(
  text: string,
  work: Effect.Effect<A, E, R | LaneCluster>
) {
  const { variables } = yield* Environment
  const clusters = yield* Clusters
  const address = yield* Effect.fromResult(clusterAddress(text, variables.get(clusterPasswordVariable)))
  return yield* Effect.provide(work, clusters.layer(address))
})

import * as Effect from "effect/Effect"
import { isSameLane, laneKey, namedLane, type RunnerSeen } from "../domain/cluster/laneKey.ts"
import type { Lane } from "../domain/lane/lane.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { LaneCluster } from "../services/LaneCluster.ts"
import { findLanes } from "./review/lanes.ts"

/** The live runners of a cluster, and what they offer of the lanes that are known here. */
export interface RunnersListed {
  /** Its storage, without a password. */
  readonly cluster: string
  /** Ascending by name. */
  readonly runners: ReadonlyArray<{
    readonly name: string
    readonly lanes: ReadonlyArray<{
      readonly slug: string
      readonly id: string
      /** Whether its bytes are those that count here, so that it would be handed to this runner. */
      readonly isSame: boolean
    }>
    /** Lanes that it offers and that are not installed here. */
    readonly strangers: number
  }>
}

const offeredOf = (lanes: ReadonlyArray<Lane>) => {
  const known = lanes.map((lane) => ({ lane, key: laneKey(namedLane(lane)) }))
  return ({ name, offers }: RunnerSeen): RunnersListed["runners"][number] => {
    const found = known.flatMap(({ key, lane }) => {
      const offer = offers.find((one) => isSameLane(one, key))
      return offer === undefined ? [] : [{ slug: lane.slug, id: lane.capabilityId, isSame: offer === key }]
    })
    return { name, lanes: found, strangers: offers.length - found.length }
  }
}

const byName = (left: { readonly name: string }, right: { readonly name: string }): number =>
  left.name < right.name ? -1 : left.name > right.name ? 1 : 0

/** Who is there to hand lanes to. Nothing is sent or asked of the runners. */
export const clusterRunners = Effect.fn("cluster.runners")(function* (scope: LedgerScope) {
  const cluster = yield* LaneCluster
  const { roster } = yield* findLanes(scope)
  const runners = yield* cluster.runners
  return {
    cluster: cluster.address,
    runners: runners.map(offeredOf(roster.lanes)).toSorted(byName)
  } satisfies RunnersListed
})

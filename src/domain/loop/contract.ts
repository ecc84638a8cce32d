import { loopPoints, ownLoopContract, type LoopContract, type LoopPoint } from "../capability/loopContract.ts"
import type { LoopPointContract } from "../capability/loopContract.ts"

/** One point of the loop as the workflows publish it. */
export interface ContractPoint extends LoopPointContract {
  readonly point: LoopPoint
  /** The step of the loop that it belongs to, such as `plan`. */
  readonly step: string
}

/** JSON of `loop contract`: the points in loop order. */
export interface ContractView {
  readonly points: ReadonlyArray<ContractPoint>
}

/** The step of the loop that a point belongs to: all before its first colon. */
export const stepOf = (point: LoopPoint): string => point.slice(0, point.indexOf(":"))

/** A contract as a list, in loop order. */
export const contractView = (contract: LoopContract): ContractView => ({
  points: loopPoints.map((point) => {
    const { agentRoles, artifacts, kinds } = contract[point]
    return { point, step: stepOf(point), agentRoles, kinds, artifacts }
  })
})

/** The contract of this product's own workflows. */
export const ownContractView: ContractView = contractView(ownLoopContract)

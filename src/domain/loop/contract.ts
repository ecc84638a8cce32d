import { loopPoints, ownLoopContract, type LoopContract, type LoopPoint } from "../capability/loopContract.ts"
import { hostSteps } from "../capability/hostContract.ts"
import type { HostStep, LoopPointContract } from "../capability/loopContract.ts"

/** One point of the loop as the workflows publish it. */
export interface ContractPoint extends LoopPointContract {
  readonly point: LoopPoint
  /** The step of the loop that it belongs to, such as `plan`. */
  readonly step: string
}

/** JSON of `loop contract`: steps and points in loop order. */
export interface ContractView {
  readonly steps: ReadonlyArray<HostStep>
  readonly points: ReadonlyArray<ContractPoint>
}

/** The step of the loop that a point belongs to: all before its first colon. */
export const stepOf = (point: LoopPoint): string => point.slice(0, point.indexOf(":"))

/** A contract as a list, in loop order, with the steps whose workflows publish it. */
export const contractView = (
  contract: LoopContract,
  steps: ReadonlyArray<HostStep> = hostSteps
): ContractView => ({
  steps,
  points: loopPoints.map((point) => {
    const { agentRoles, artifacts, kinds } = contract[point]
    return { point, step: stepOf(point), agentRoles, kinds, artifacts }
  })
})

/** The contract of this product's own workflows. */
export const ownContractView: ContractView = contractView(ownLoopContract)

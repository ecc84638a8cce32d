import { loopPoints, type LoopPoint } from "../capability/loopContract.ts"
import type { Policy } from "../policy/policy.ts"
import type { Registry } from "../registry/Registry.ts"
import { activationAt } from "./activation.ts"
import { ownContractView, type ContractPoint } from "./contract.ts"
import type { ValueOf } from "./switch.ts"
import { unloadedGatesAt, unloadedSentence } from "./unloaded.ts"

/** One point of the loop with how many hooks are in force there by their switches, and how many are not. */
export interface PointRow extends ContractPoint {
  readonly active: { readonly steps: number; readonly contributions: number; readonly gates: number }
  readonly inactive: number
}

/** JSON of `loop points`: all twelve, in loop order. */
export interface PointsReport {
  readonly points: ReadonlyArray<PointRow>
  readonly warnings: ReadonlyArray<string>
}

/** The points of the loop, and how much is in force at each. */
export const pointsReport = (registry: Registry, policy: Policy, valueOf: ValueOf): PointsReport => {
  const activations = new Map(loopPoints.map((point) => [point, activationAt(registry, point, valueOf)]))
  const unloaded = (point: LoopPoint): ReadonlyArray<string> =>
    unloadedGatesAt(registry, point, policy).map((gate) => unloadedSentence(gate, point))
  return {
    points: ownContractView.points.map((one): PointRow => {
      const { contributions = [], gates = [], inactive = [], steps = [] } = activations.get(one.point) ?? {}
      return {
        ...one,
        active: { steps: steps.length, contributions: contributions.length, gates: gates.length },
        inactive: inactive.length
      }
    }),
    warnings: [
      ...new Set([
        ...loopPoints.flatMap(unloaded),
        ...[...activations.values()].flatMap(({ warnings }) => warnings)
      ])
    ]
  }
}

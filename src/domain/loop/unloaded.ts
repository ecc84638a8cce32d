import type { LoopPoint } from "../capability/loopContract.ts"
import type { Policy } from "../policy/policy.ts"
import type { SkipReason } from "../registry/Registry.ts"
import type { UnloadedGate } from "./hook.ts"
import type { LoopRegistry } from "./view.ts"

const reasonOf = (reason: SkipReason): string => {
  if (reason._tag === "NotActive") return reason.reason
  return reason._tag === "Refused"
    ? (reason.problems[0]?.message ?? "the set refuses it")
    : "another one stands for it"
}

const isOwnChoice = (reason: SkipReason): boolean =>
  reason._tag === "Shadowed" || (reason._tag === "NotActive" && reason.isSwitchedOff === true)

const holdersAt = ({ index }: Pick<LoopRegistry, "index">, point: LoopPoint): ReadonlySet<string> =>
  new Set((index.points.get(point)?.gates ?? []).flatMap(({ hook, id }) => (hook.blocking ? [id] : [])))

/**
 * Capabilities that would hold the loop at a point and cannot be loaded, each once, ascending by id. One that a person
 * switched off is not among them, nor one whose id another scope's stands for by choice. One of the same id that is
 * loaded in its place excuses it only where that one has a blocking gate there itself. Source: decisions 14.
 */
export const unloadedGatesAt = (
  { index, skipped }: Pick<LoopRegistry, "index" | "skipped">,
  point: LoopPoint,
  { gateLoadFailure }: Pick<Policy, "gateLoadFailure">
): ReadonlyArray<UnloadedGate> => {
  const found = new Map<string, UnloadedGate>()
  const holders = holdersAt({ index }, point)
  for (const { blockingPoints, id, reason } of skipped)
    if (blockingPoints.includes(point) && !holders.has(id) && !isOwnChoice(reason) && !found.has(id))
      found.set(id, { capId: id, reason: reasonOf(reason), policy: gateLoadFailure })
  return [...found.values()].toSorted((a, b) => (a.capId < b.capId ? -1 : 1))
}

/** What is said of it, as a sentence without a period. */
export const unloadedSentence = ({ capId, policy, reason }: UnloadedGate, point: LoopPoint): string => {
  const what = `\`${capId}\` would hold the loop at \`${point}\` and is not loaded, so its gate is not asked: ${reason}`
  return policy === "block" ? `${what}; the policy holds the loop in its place` : what
}

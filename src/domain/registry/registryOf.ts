import { loopPoints, type LoopPoint } from "../capability/loopContract.ts"
import type { Manifest } from "../capability/schema/manifest.ts"
import { composeSet } from "./compose.ts"
import { factsOf } from "./facts.ts"
import { indexOf } from "./indexOf.ts"
import type { Registry, RegistryMember, Skipped, SkipReason } from "./Registry.ts"
import type { SetMember } from "./standing.ts"

/**
 * A capability that something about itself keeps from being acted on; its manifest when that can be read. One that the
 * product brings along is switched off.
 */
export interface NotActive {
  readonly id: string
  readonly origin: Skipped["origin"]
  readonly reason: SkipReason
  readonly manifest?: Manifest
}

/** Without a manifest nobody can say, so it is every point. */
const blockingPointsOf = (manifest: Manifest | undefined): ReadonlyArray<LoopPoint> => {
  if (manifest === undefined) return loopPoints
  return manifest.role === "feature"
    ? [...new Set(manifest.gates.filter(({ blocking }) => blocking).map(({ point }) => point))]
    : []
}

const familiesOf = (manifest: Manifest | undefined): ReadonlyArray<string> =>
  manifest?.role === "feature" ? (manifest.commands ?? []).map(({ family }) => family) : []

const trackerPrefixOf = (manifest: Manifest | undefined): { readonly trackerPrefix?: string } =>
  manifest?.role !== "feature" || manifest.taskContentResolver === undefined
    ? {}
    : { trackerPrefix: manifest.taskContentResolver.trackerPrefix }

const skip = ({ id, manifest, origin, reason }: NotActive): Skipped => ({
  id,
  origin,
  reason,
  blockingPoints: blockingPointsOf(manifest),
  families: familiesOf(manifest),
  ...trackerPrefixOf(manifest)
})

const memberOf = ({ manifest, origin }: RegistryMember): SetMember => ({
  origin: origin === "first-party" ? origin : "overlay",
  facts: factsOf(manifest),
  isOut: false
})

/** Whoever needs one that is not active is told so; what the product brings along keeps its names. */
const outsider = ({ id, manifest, origin }: NotActive): SetMember => {
  const facts = manifest === undefined ? undefined : factsOf(manifest)
  return origin === "first-party"
    ? { origin, facts, isOut: false, isSwitchedOff: true }
    : { origin: "overlay", facts, isOut: true, lost: { id, offers: [{ kind: "capability", name: id }] } }
}

/**
 * Composes a registry of candidates, each in order by itself, in the order in which names are claimed: first-party ones
 * first. Those that the set refuses join the skipped; nobody else suffers. Linear.
 */
export const registryOf = (
  candidates: ReadonlyArray<RegistryMember>,
  notActive: ReadonlyArray<NotActive>
): Registry => {
  const composed = composeSet(
    [...candidates.map(memberOf), ...notActive.map(outsider)],
    // Each was judged by its own engine range before.
    { hostVersion: undefined }
  )
  const judged = candidates.map((member, index) => ({ member, problems: composed[index] ?? [] }))
  const isRefused = ({ problems }: (typeof judged)[number]) =>
    problems.some(({ severity }) => severity === "error")
  const refused = judged.filter(isRefused).map(({ member, problems }) => {
    const reason: SkipReason = { _tag: "Refused", problems }
    return skip({ ...member, reason })
  })
  const members = judged
    .filter((one) => !isRefused(one))
    .map(({ member }) => member)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return {
    members: new Map(members.map((member) => [member.id, member])),
    skipped: [...notActive.map(skip), ...refused],
    index: indexOf(members)
  }
}

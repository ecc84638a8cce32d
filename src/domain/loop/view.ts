import type { LoopPoint } from "../capability/loopContract.ts"
import type { Manifest } from "../capability/schema/manifest.ts"
import type { PointHooks, Registry, RegistryIndex, RegistryMember, Skipped } from "../registry/Registry.ts"

type Feature = Extract<Manifest, { readonly role: "feature" }>

/** What of a feature's manifest decides whether its hooks are in force. */
export type LoopFeature = Pick<Feature, "id" | "role" | "config" | "activationKey">

/** What of a manifest the loop asks beside its hooks. */
export type LoopManifest = LoopFeature | Pick<Exclude<Manifest, Feature>, "id" | "role" | "config">

/** A capability that is acted on, as far as the loop asks. */
export interface LoopMember extends Pick<RegistryMember, "id" | "contentHash"> {
  readonly manifest: LoopManifest
}

/** A capability that is not acted on, likewise. */
export type LoopSkipped = Pick<Skipped, "id" | "reason" | "blockingPoints">

/** What of a registry says what is in force at the points of the loop; any registry is one. */
export interface LoopRegistry {
  /** By id, ascending. */
  readonly members: ReadonlyMap<string, LoopMember>
  readonly skipped: ReadonlyArray<LoopSkipped>
  readonly index: Pick<RegistryIndex, "points">
}

/** The same as plain JSON, to be kept. */
export interface LoopView {
  readonly members: ReadonlyArray<LoopMember>
  readonly skipped: ReadonlyArray<LoopSkipped>
  readonly points: ReadonlyArray<readonly [point: LoopPoint, hooks: PointHooks]>
}

const manifestOf = (manifest: Manifest): LoopManifest => {
  const { config, id, role } = manifest
  if (role !== "feature") return { id, role, ...(config === undefined ? {} : { config }) }
  const { activationKey } = manifest
  return { id, role, config: manifest.config, ...(activationKey === undefined ? {} : { activationKey }) }
}

const memberOf = ({ contentHash, id, manifest }: RegistryMember): LoopMember => ({
  id,
  ...(contentHash === undefined ? {} : { contentHash }),
  manifest: manifestOf(manifest)
})

/** The loop names the first problem alone. */
const skippedOf = ({ blockingPoints, id, reason }: Skipped): LoopSkipped => ({
  id,
  reason: reason._tag === "Refused" ? { ...reason, problems: reason.problems.slice(0, 1) } : reason,
  blockingPoints
})

/** What of a registry is worth keeping for the loop. Those that would hold it nowhere are left out. */
export const viewOf = ({ index, members, skipped }: Registry): LoopView => ({
  members: [...members.values()].map(memberOf),
  skipped: skipped.filter(({ blockingPoints }) => blockingPoints.length > 0).map(skippedOf),
  points: [...index.points]
})

/** The registry that was kept. */
export const registryOfView = ({ members, points, skipped }: LoopView): LoopRegistry => ({
  members: new Map(members.map((member) => [member.id, member])),
  skipped,
  index: { points: new Map(points) }
})

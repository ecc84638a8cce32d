import { gsdApiVersion } from "../version/gsdApiVersion.ts"
import { builtInManifests } from "./builtIn.ts"
import { judgeSet, type JudgedMember, type JudgedSet, type SetInput } from "./judgeSet.ts"
import type { SetContext } from "./SetRule.ts"

/** Manifests that are judged together, and beside whom. */
export interface CrossRequest extends Partial<SetContext> {
  /** Those added to the product; the earlier of two that claim the same wins. */
  readonly overlays: ReadonlyArray<Omit<SetInput, "origin">>
  /** Those the product brings along; its own when left out. They win over every overlay. */
  readonly firstParty?: ReadonlyArray<Omit<SetInput, "origin">>
}

/** Judgement on the merged set: `overlays` in the order given, `firstParty` likewise. */
export interface CrossReport {
  readonly verdict: JudgedSet["verdict"]
  readonly overlays: ReadonlyArray<JudgedMember>
  readonly firstParty: ReadonlyArray<JudgedMember>
}

const builtIn = () => builtInManifests().map(({ id, raw }) => ({ folder: id, raw }))

/**
 * Judges the merged set of first-party and added manifests: each by itself and all of them together, so that one owner has
 * every id, stem, config key, lane and artefact, and what is required is there. Never throws, whatever the values; without
 * a `hostVersion`, `engines` is judged against this product's. Source: seed 003 D2.
 */
export const validateCrossCapability = (request: CrossRequest): CrossReport => {
  const { firstParty = builtIn(), overlays, ...context } = request
  const inputs: ReadonlyArray<SetInput> = [
    ...firstParty.map((one) => ({ ...one, origin: "first-party" as const })),
    ...overlays.map((one) => ({ ...one, origin: "overlay" as const }))
  ]
  const { members, verdict } = judgeSet(inputs, { hostVersion: gsdApiVersion, ...context })
  return {
    verdict,
    firstParty: members.slice(0, firstParty.length),
    overlays: members.slice(firstParty.length)
  }
}

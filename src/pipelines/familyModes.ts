import * as Effect from "effect/Effect"
import { nearest } from "../domain/capability/suggest.ts"
import { hasModes, modesOf, type BridgeModes } from "../domain/family/modes.ts"
import { MemberUnknown } from "../domain/family/refusals.ts"
import type { LocatedMember } from "../domain/family/sources.ts"
import { membersHere, type MembersHere } from "./family/members.ts"
import { skippedMembers, skippedText } from "./family/skipped.ts"

/** Which modes are asked for. */
export interface ModesRequested {
  /** One bridge by its name; all of them when left out. */
  readonly bridge?: string
  /** Folders of members besides the known ones. */
  readonly members: ReadonlyArray<string>
}

/** Modes of bridges, and sentences about what was passed over. */
export interface ModesFound {
  readonly bridges: ReadonlyArray<BridgeModes>
  readonly warnings: ReadonlyArray<string>
}

/** Why a known name is not among the members; undefined for a name that nobody knows. */
const whyMissing = (here: MembersHere, name: string): string | undefined => {
  const skipped = skippedMembers(here).find((one) => one.name === name)
  if (skipped !== undefined) return `what lies in \`${skipped.folder}\` is ${skipped.state}: ${skipped.why}`
  const place = here.places.find(({ known }) => known.name === name)
  return place === undefined ? undefined : `\`${place.folder}\` does not hold it`
}

/** Picks a member by its name. Fails with the nearest name, or with why a known one is not there. */
export const memberNamed = Effect.fn("familyModes.memberNamed")(function* (
  here: MembersHere,
  candidates: ReadonlyArray<LocatedMember>,
  name: string
) {
  const found = candidates.find(({ member }) => member.name === name)
  if (found !== undefined) return found
  const names = candidates.map(({ member }) => member.name)
  const meant = nearest(name, names)
  const why = whyMissing(here, name)
  return yield* new MemberUnknown({
    name,
    members: names,
    ...(meant === undefined ? {} : { nearest: meant }),
    ...(why === undefined ? {} : { why })
  })
})

/** Tells the modes of one bridge, or of all of them. Fails when there is no bridge of that name. */
export const familyModes = Effect.fn("familyModes")(function* (request: ModesRequested) {
  const here = yield* membersHere(request.members)
  const candidates = here.members.filter(hasModes)
  const chosen =
    request.bridge === undefined ? candidates : [yield* memberNamed(here, candidates, request.bridge)]
  return {
    bridges: chosen.map(modesOf),
    warnings: [...here.warnings, ...skippedMembers(here).map(skippedText)]
  } satisfies ModesFound
})

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { laneOfMember, type TakenNames } from "../domain/family/lane.ts"
import { LaneUnsuitable } from "../domain/family/refusals.ts"
import { builtInCommands, builtInFlags } from "../domain/registry/builtInNames.ts"
import { builtInFacts, builtInIds } from "../domain/registry/builtIn.ts"
import { membersHere } from "./family/members.ts"
import { memberNamed } from "./familyModes.ts"

/** Whose lane is wanted. */
export interface LaneRequested {
  readonly bridge: string
  /** Folders of members besides the known ones. */
  readonly members: ReadonlyArray<string>
}

/** Names of gsd itself and of the lanes that it brings along. */
const takenNames = (): TakenNames => {
  const lanes = builtInFacts().flatMap(({ lane }) => (lane === undefined ? [] : [lane]))
  return {
    names: new Set([
      ...builtInIds,
      ...builtInCommands,
      ...lanes.flatMap(({ section, slug }) => [slug.name, section.name.toLowerCase()])
    ]),
    flags: new Set([...builtInFlags, ...lanes.flatMap(({ flags }) => flags.map(({ name }) => name))])
  }
}

/** Makes a reviewer lane of a bridge. Fails when there is no member of that name, and when it cannot be made a lane. */
export const familyLane = Effect.fn("familyLane")(function* (request: LaneRequested) {
  const here = yield* membersHere(request.members)
  const { member } = yield* memberNamed(here, here.members, request.bridge)
  const made = laneOfMember(member, takenNames())
  return Result.isSuccess(made)
    ? made.success
    : yield* new LaneUnsuitable({ name: member.name, ...made.failure })
})

import { stateOf, type MemberState } from "../../domain/family/detect.ts"
import type { MembersHere } from "./members.ts"

/** A folder whose member says nothing, and why; raw values in it. */
export interface SkippedMember {
  readonly name: string | null
  /** Absolute. */
  readonly folder: string
  readonly state: MemberState
  readonly why: string
}

const saysNothing = (state: MemberState): boolean =>
  state === "unsupported" || state === "invalid" || state === "uncheckable"

/** Members whose manifest is broken or of another schema: nothing of them counts. */
export const skippedMembers = ({ others, places }: MembersHere): ReadonlyArray<SkippedMember> => [
  ...places.flatMap(({ folder, judged, known }) => {
    if (judged === undefined) return []
    const state = stateOf({ ...judged, marker: undefined }, known)
    return saysNothing(state.state) ? [{ name: known.name, folder, ...state }] : []
  }),
  ...others.flatMap(({ folder, judged }) => {
    const state = stateOf({ ...judged, marker: undefined })
    return saysNothing(state.state) ? [{ name: judged.report.name, folder, ...state }] : []
  })
]

/** What is told of them. */
export const skippedText = ({ folder, name, state, why }: SkippedMember): string =>
  `${name === null ? "A member" : `\`${name}\``} in \`${folder}\` is ${state} and left out: ${why}`

/** Members that say nothing, and sentences about what was passed over. */
export interface PassedOver {
  readonly skipped: ReadonlyArray<SkippedMember>
  readonly warnings: ReadonlyArray<string>
}

const isKnown = (here: MembersHere, { folder }: SkippedMember): boolean =>
  here.places.some((place) => place.folder === folder)

const skippedSentence = (here: MembersHere, skipped: SkippedMember): string => {
  const { folder, name, state, why } = skipped
  const then = isKnown(here, skipped) ? "the facts that gsd brings along count" : "nothing of it counts"
  return `${name === null ? "A member" : `\`${name}\``} in \`${folder}\` is ${state}, so ${then}: ${why}`
}

/** What is passed over where the bundled facts stand in for a known member that is broken. */
export const passedOver = (here: MembersHere): PassedOver => {
  const skipped = skippedMembers(here)
  return {
    skipped,
    warnings: [...here.warnings, ...skipped.map((one) => skippedSentence(here, one))]
  }
}

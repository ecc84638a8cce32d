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

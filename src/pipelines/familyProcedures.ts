import * as Effect from "effect/Effect"
import type { RoleWord } from "../domain/family/manifest.ts"
import { proceduresOf, type Procedure } from "../domain/family/procedures.ts"
import { membersHere } from "./family/members.ts"
import { skippedMembers, skippedText } from "./family/skipped.ts"

/** Which contracts are asked for. */
export interface ProceduresRequested {
  readonly role?: RoleWord
  /** Folders of members besides the known ones. */
  readonly members: ReadonlyArray<string>
}

/** Contracts, and sentences about what was passed over. */
export interface ProceduresFound {
  readonly procedures: ReadonlyArray<Procedure>
  readonly warnings: ReadonlyArray<string>
}

/** Tells how the roles of the installed members are driven. */
export const familyProcedures = Effect.fn("familyProcedures")(function* (request: ProceduresRequested) {
  const here = yield* membersHere(request.members)
  return {
    procedures: proceduresOf(here.members, request.role),
    warnings: [...here.warnings, ...skippedMembers(here).map(skippedText)]
  } satisfies ProceduresFound
})

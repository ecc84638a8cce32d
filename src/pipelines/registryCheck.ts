import * as Effect from "effect/Effect"
import { builtInManifests } from "../domain/registry/builtIn.ts"
import { judgeSet, type JudgedMember, type SetInput } from "../domain/registry/judgeSet.ts"
import type { MemberReport, SetReport } from "../domain/registry/report.ts"
import type { SetOrigin } from "../domain/registry/SetRule.ts"
import { look, reported, type Looked } from "./manifests/look.ts"

/** Which set to judge. */
export interface CheckRequest {
  /** Take their place as the first-party members; the built-in set counts when there are none and `builtIn` holds. */
  readonly firstParty: ReadonlyArray<string>
  readonly overlays: ReadonlyArray<string>
  readonly builtIn: boolean
  /** Version of the host; without it, `engines` is not judged. */
  readonly hostVersion: string | undefined
}

interface Member {
  readonly looked: Looked
  readonly origin: SetOrigin
}

const builtInMembers = (): ReadonlyArray<Member> =>
  builtInManifests().map(({ id, raw }) => ({
    looked: {
      path: `capabilities/${id}/capability.json`,
      folder: id,
      id,
      raw,
      problems: [],
      placed: (problem) => problem
    },
    origin: "first-party"
  }))

const inputOf = ({ looked, origin }: Member): SetInput => {
  const { files, folder, problems, raw = null } = looked
  return { folder, raw, origin, problems, ...(files === undefined ? {} : { files }) }
}

const reportOf = ({ looked, origin }: Member, { accepted, problems }: JudgedMember): MemberReport => ({
  path: looked.path,
  origin,
  id: looked.id,
  accepted,
  // Bytes that are no JSON have one fault, not those of the null in their place.
  problems: reported(looked, looked.raw === undefined ? looked.problems : problems)
})

/** Judges a set of manifests: each by itself and all of them together; first-party members first, then overlays. */
export const registryCheck = Effect.fn("registryCheck")(function* (request: CheckRequest) {
  const lookAt = (paths: ReadonlyArray<string>, origin: SetOrigin) =>
    Effect.forEach(paths, (path) => Effect.map(look(path), (looked): Member => ({ looked, origin })), {
      concurrency: 8
    })
  const given = yield* lookAt(request.firstParty, "first-party")
  const own = given.length === 0 && request.builtIn ? builtInMembers() : given
  const members = [...own, ...(yield* lookAt(request.overlays, "overlay"))]
  const judged = judgeSet(members.map(inputOf), { hostVersion: request.hostVersion })
  return {
    verdict: judged.verdict,
    members: judged.members.flatMap((one, index) => {
      const member = members[index]
      return member === undefined ? [] : [reportOf(member, one)]
    })
  } satisfies SetReport
})

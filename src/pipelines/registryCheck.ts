import * as Effect from "effect/Effect"
import { hostSteps } from "../domain/capability/hostContract.ts"
import { contractOf } from "../domain/capability/loopContract.ts"
import { verdictOf } from "../domain/capability/Problem.ts"
import { driftOf, judgeWorkflows, type PlacedProblem, type WorkflowFile } from "../domain/loop/workflowSet.ts"
import { builtInManifests } from "../domain/registry/builtIn.ts"
import { judgeSet, type JudgedMember, type SetInput } from "../domain/registry/judgeSet.ts"
import type { MemberReport, ReportedProblem, SetReport, WorkflowReport } from "../domain/registry/report.ts"
import type { SetOrigin } from "../domain/registry/SetRule.ts"
import { WorkflowFiles } from "../services/WorkflowFiles.ts"
import { look, reported, type Looked } from "./manifests/look.ts"

/** Which set to judge. */
export interface CheckRequest {
  /** Take their place as the first-party members; the built-in set counts when there are none and `builtIn` holds. */
  readonly firstParty: ReadonlyArray<string>
  readonly overlays: ReadonlyArray<string>
  readonly builtIn: boolean
  /** Version of the host; without it, `engines` is not judged. */
  readonly hostVersion: string | undefined
  /** Folder of workflows by whose contract the set is judged; without it, by the one that is compiled in. */
  readonly workflows?: string
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

const workflowReports = (
  files: ReadonlyArray<WorkflowFile>,
  problems: ReadonlyArray<PlacedProblem>
): ReadonlyArray<WorkflowReport> => {
  const byPath = new Map<string, Array<ReportedProblem>>(files.map(({ path }) => [path, []]))
  for (const { path, ...problem } of problems) {
    const known = byPath.get(path) ?? []
    byPath.set(path, known)
    known.push({ ...problem, pointer: "" })
  }
  return [...byPath]
    .map(([path, found]) => ({ path, problems: found }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** What the workflows publish, what is wrong with them, and where they differ from what is compiled in. */
const lookAtWorkflows = Effect.fnUntraced(function* (folder: string | undefined) {
  const workflows = yield* WorkflowFiles
  const files = yield* folder === undefined ? workflows.shipped : workflows.below(folder)
  const { places, problems, steps } = judgeWorkflows(files)
  const all = [...problems, ...driftOf(steps, hostSteps, places)]
  return {
    reports: workflowReports(files, all),
    verdict: verdictOf(all),
    ...(folder === undefined ? {} : { contract: contractOf(steps) })
  }
})

/** Reads all manifests: first-party members first, then overlays. */
const membersOf = Effect.fnUntraced(function* (request: CheckRequest) {
  const lookAt = (paths: ReadonlyArray<string>, origin: SetOrigin) =>
    Effect.forEach(paths, (path) => Effect.map(look(path), (looked): Member => ({ looked, origin })), {
      concurrency: 8
    })
  const given = yield* lookAt(request.firstParty, "first-party")
  const own = given.length === 0 && request.builtIn ? builtInMembers() : given
  return [...own, ...(yield* lookAt(request.overlays, "overlay"))]
})

const worst = (verdicts: ReadonlyArray<SetReport["verdict"]>): SetReport["verdict"] =>
  (["invalid", "warning"] as const).find((verdict) => verdicts.includes(verdict)) ?? "valid"

/**
 * Judges a set of manifests, each by itself and all of them together, and the workflows that publish the loop's
 * contract: they must say what is compiled in. With a folder of workflows the set is judged by what those publish.
 */
export const registryCheck = Effect.fn("registryCheck")(function* (request: CheckRequest) {
  const { contract, reports, verdict } = yield* lookAtWorkflows(request.workflows)
  const members = yield* membersOf(request)
  const judged = judgeSet(members.map(inputOf), {
    hostVersion: request.hostVersion,
    ...(contract === undefined ? {} : { contract })
  })
  return {
    verdict: worst([judged.verdict, verdict]),
    members: judged.members.flatMap((one, index) => {
      const member = members[index]
      return member === undefined ? [] : [reportOf(member, one)]
    }),
    workflows: reports
  } satisfies SetReport
})

import * as Effect from "effect/Effect"
import { withRuntime, type RuntimeState } from "../../domain/ledger/runtimes.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { sameJson } from "../../domain/json/canonical.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import { inOrder } from "../../domain/project/edits.ts"
import { scopeKey } from "../../domain/paths.ts"
import { projectedIn, runtimesIn } from "../../domain/projection/recordedIn.ts"
import type { RuntimeReport } from "../../domain/projection/report.ts"
import { reportOf } from "../../domain/projection/reportOf.ts"
import { isOwnedBy } from "../../domain/projection/wish.ts"
import { planDocuments, type DocumentsPlan } from "./documents.ts"
import { withMovedDocuments } from "./moved.ts"
import type { ProjectionPlanned, ProjectionRequest } from "./request.ts"
import { aimOf, hostWishOf, planRuntime, type RuntimeAim, type RuntimePlanned } from "./runtimes.ts"
import { worldOf, type ProjectionWorld } from "./world.ts"

const idsOf = ({ after, before, only }: ProjectionRequest): ReadonlyArray<string> =>
  [...new Set(only ?? [...runtimesIn(before), ...after.runtimes.keys()])].toSorted()

const ascending = (paths: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(paths)].toSorted()

/** The files of every runtime, one after the other: who comes first has a place that two want. */
const planAll = Effect.fnUntraced(function* (
  world: ProjectionWorld,
  aims: ReadonlyArray<RuntimeAim>,
  made: ReadonlyArray<string>
) {
  const taken = new Map<string, string>()
  const planned: Array<RuntimePlanned> = []
  for (const aim of aims) {
    const one = yield* planRuntime(world, aim, { taken, made })
    for (const { path } of one.plan.recorded) taken.set(path, `what gsd gives \`${aim.id}\``)
    planned.push(one)
  }
  return planned
})

/** Whether something of a runtime is still recorded in files of the host, since it could not be taken out. */
const hostRests = ({ request }: ProjectionWorld, id: string, { files }: DocumentsPlan): boolean =>
  [...request.before.files].some(([path, { wiring }]) => {
    const planned = files.find(({ row }) => row.path === path)
    const next = planned === undefined ? wiring : planned.row.wiring?.now
    return next?.entries.some(({ owner }) => isOwnedBy(owner, id)) === true
  })

const stateOf = (
  world: ProjectionWorld,
  { aim, kept, plan }: RuntimePlanned,
  documents: DocumentsPlan
): RuntimeState | undefined => {
  const { request } = world
  const { after, before } = request
  const record = after.runtimes.get(aim.id) ?? before.runtimes.get(aim.id)
  if (record === undefined) return undefined
  if (aim._tag === "Withdrawn") {
    const { directories, recorded } = plan
    if (recorded.length === 0 && !hostRests(world, aim.id, documents)) return undefined
    return { profile: record.profile, home: record.home, withdrawn: true, files: recorded, directories }
  }
  const directories =
    aim._tag === "Given" ? plan.directories : (before.runtimes.get(aim.id)?.directories ?? [])
  return {
    profile: aim._tag === "Given" ? aim.wished.profile : record.profile,
    home: aim._tag === "Given" ? aim.wished.places.config : record.home,
    files: [...plan.recorded, ...kept],
    directories
  }
}

const withAll = (
  world: ProjectionWorld,
  planned: ReadonlyArray<RuntimePlanned>,
  documents: DocumentsPlan
): LedgerState => {
  const scope = scopeKey(world.request.scope)
  return planned.reduce(
    (ledger, one) =>
      withRuntime(ledger, { runtime: one.aim.id, scope, state: stateOf(world, one, documents) }),
    world.request.after
  )
}

const reported = (
  { request }: ProjectionWorld,
  { aim, installation, plan }: RuntimePlanned,
  { edits, rows }: DocumentsPlan
): RuntimeReport => {
  const { before, scope } = request
  const record = before.runtimes.get(aim.id)
  const wished = aim._tag === "Given" ? aim.wished : undefined
  return reportOf({
    runtime: aim.id,
    scope: scope.kind,
    home: wished?.places.config ?? record?.home ?? "",
    applied: record !== undefined && record.withdrawn !== true,
    profile: wished?.profile ?? record?.profile ?? "full",
    rows: [...plan.rows, ...(rows.get(aim.id) ?? [])],
    wish: {
      withheld: wished?.wish.withheld ?? [],
      notes: [...(wished?.wish.notes ?? []), ...(aim._tag === "Narrowed" ? [aim.reason] : [])]
    },
    others: installation === undefined ? [] : [installation.installer],
    edits: edits.get(aim.id) ?? []
  })
}

const aimWarnings = (aim: RuntimeAim, { after }: ProjectionRequest): ReadonlyArray<string> => {
  if (aim._tag === "Narrowed")
    return [`\`${aim.id}\` is not kept in step: ${aim.reason}; \`gsd runtime apply ${aim.id}\` does it anew`]
  const record = after.runtimes.get(aim.id)
  return aim._tag === "Withdrawn" && record !== undefined && record.withdrawn !== true
    ? [`no capability stands for the runtime \`${aim.id}\` any more: what it was given is taken out of it`]
    : []
}

const rowWarnings = (report: RuntimeReport, { rows }: DocumentsPlan): ReadonlyArray<string> => {
  const left = (rows.get(report.runtime) ?? []).filter(({ action }) => action === "leave")
  return [
    ...new Set(
      left.map(({ path, reason }) => `\`${path}\`: left as it is, ${reason ?? "it is somebody else's"}`)
    )
  ]
}

const troubleWarnings = ({ request: { before }, troubles }: ProjectionWorld): ReadonlyArray<string> => {
  const given = new Set(projectedIn(before))
  return [...troubles]
    .filter(([id]) => given.has(id))
    .map(([id, { message }]) => `what hosts were given of \`${id}\` stays as it is: ${message}`)
}

const aimsWarnings = (world: ProjectionWorld, aims: ReadonlyArray<RuntimeAim>): ReadonlyArray<string> => [
  ...troubleWarnings(world),
  ...aims.flatMap((aim) => aimWarnings(aim, world.request))
]

/** What a ledger says of runtimes beside their files. */
const factsIn = ({ runtimes }: LedgerState): JsonValue =>
  [...runtimes].map(([id, { directories, home, profile, withdrawn }]) => [
    id,
    home,
    profile,
    directories,
    withdrawn ?? false
  ])

/**
 * Plans what host runtimes of a scope are given, from one ledger to the next: everything is worked out anew from what will
 * be acted on, and compared with what stands there. Writes nothing.
 */
export const planProjections = Effect.fn("projection.plan")(function* (asked: ProjectionRequest) {
  const { hasMoved, request } = yield* withMovedDocuments(asked)
  const world = yield* worldOf(request)
  const aims = yield* Effect.forEach(idsOf(request), (id) => aimOf(world, id))
  const documents = yield* planDocuments(
    request,
    aims.map((aim) => hostWishOf(world, aim)),
    world.elsewhere
  )
  const planned = yield* planAll(world, aims, documents.dirsCreated)
  const ledger = withAll(world, planned, documents)
  const reports = planned.map((one) => reported(world, one, documents))
  const others = request.files.filter(({ row }) => !documents.replaced.has(row.path))
  const files = [...documents.files, ...planned.flatMap(({ plan }) => plan.files)]
  return {
    ledger,
    files: inOrder([...others, ...files]),
    dirsCreated: ascending([...documents.dirsCreated, ...planned.flatMap(({ plan }) => plan.dirsCreated)]),
    dirsRemoved: ascending(planned.flatMap(({ plan }) => plan.dirsRemoved)),
    reports,
    warnings: [
      ...aimsWarnings(world, aims),
      ...planned.flatMap(({ plan }) => plan.warnings),
      ...reports.flatMap((report) => rowWarnings(report, documents))
    ],
    changes: files.length > 0 || hasMoved || !sameJson(factsIn(request.before), factsIn(ledger))
  } satisfies ProjectionPlanned
})

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { recordedFiles, type RecordedFile } from "../../domain/ledger/runtimes.ts"
import { otherInstallation, otherInstallerFiles } from "../../domain/projection/others.ts"
import { parentOf } from "../../domain/paths.ts"
import type { Places } from "../../domain/projection/places.ts"
import { planProjection, type ProjectionPlan } from "../../domain/projection/planProjection.ts"
import { pathsOf } from "../../domain/projection/projectionFacts.ts"
import { ownedBy } from "../../domain/projection/wish.ts"
import { chooseRuntime } from "../../domain/runtime/choose.ts"
import { RuntimeFiles } from "../../services/RuntimeFiles.ts"
import type { HostWish } from "./documents.ts"
import { withMovedFiles } from "./moved.ts"
import { ownersIn, wishFor, type Wished } from "./oneRuntime.ts"
import type { ProjectionWorld } from "./world.ts"

/** How one runtime is dealt with. */
export type RuntimeAim =
  /** It is given what is wished. */
  | { readonly _tag: "Given"; readonly id: string; readonly wished: Wished }
  /** Everything of it goes. */
  | { readonly _tag: "Withdrawn"; readonly id: string }
  /** It cannot be planned: what is not acted on any more goes, the rest stays as it stands. */
  | { readonly _tag: "Narrowed"; readonly id: string; readonly reason: string }

const movedClause = (home: string, now: string): string =>
  `it lives in \`${now}\` here, and what it was given stands in \`${home}\``

const given = Effect.fnUntraced(function* (world: ProjectionWorld, id: string) {
  const files = yield* RuntimeFiles
  const { after, trouble } = world.request
  const runtime = yield* Effect.fromResult(chooseRuntime(world.registry, id))
  const wished = yield* wishFor(world.request, { runtime, offers: world.offers, other: world.other })
  const recorded = after.runtimes.get(id)?.home ?? ""
  const home = recorded === "" ? "" : yield* files.resolve(recorded, world.request.scope)
  const { config } = wished.places
  if (trouble === "withdraw" && home !== "" && home !== config)
    return { _tag: "Narrowed", id, reason: movedClause(home, config) } satisfies RuntimeAim
  return { _tag: "Given", id, wished } satisfies RuntimeAim
})

/** Decides how a runtime is dealt with. */
export const aimOf = Effect.fn("projection.aim")(function* (world: ProjectionWorld, id: string) {
  const { after, trouble } = world.request
  const record = after.runtimes.get(id)
  if (record === undefined || record.withdrawn === true) return { _tag: "Withdrawn", id } satisfies RuntimeAim
  if (trouble === "refuse") return yield* given(world, id)
  const found = yield* Effect.result(given(world, id))
  if (Result.isSuccess(found)) return found.success
  const { failure } = found
  // A runtime that is acted on no more has nobody who reads what it was given.
  if (failure._tag === "RuntimeUnknown") return { _tag: "Withdrawn", id } satisfies RuntimeAim
  if (failure._tag === "DiskFailure") return yield* failure
  return { _tag: "Narrowed", id, reason: failure.message } satisfies RuntimeAim
})

/** Whether a capability is acted on no more: what belongs to all together may name it. */
const hasLost = ({ ids, request: { before } }: ProjectionWorld, { id }: RuntimeAim): boolean =>
  [...before.entries.keys()].some((one) => !ids.has(one)) ||
  recordedFiles(before, id).some(({ capability }) => capability !== "" && !ids.has(capability))

/** Whether what a runtime was given of a capability is planned; else it stays as it is. */
const isPlanned = ({ ids, stays }: ProjectionWorld, aim: RuntimeAim, capability: string): boolean => {
  if (aim._tag === "Withdrawn") return true
  if (stays(capability)) return false
  return aim._tag === "Given" || (capability !== "" && !ids.has(capability))
}

/** Whether a recorded file is planned: one of all together goes when it may name what is lost, and cannot be made anew. */
const isFilePlanned = (world: ProjectionWorld, aim: RuntimeAim, capability: string): boolean =>
  isPlanned(world, aim, capability) || (aim._tag === "Narrowed" && capability === "" && hasLost(world, aim))

/** What of a runtime's files stays out of the plan, and what is planned. */
export const recordedFor = (world: ProjectionWorld, aim: RuntimeAim) => {
  const all = recordedFiles(world.request.before, aim.id)
  const stays = ({ capability }: RecordedFile) => !isFilePlanned(world, aim, capability)
  return { planned: all.filter((file) => !stays(file)), kept: all.filter(stays) }
}

/** What of a runtime shall stand in files of the host. */
export const hostWishOf = (world: ProjectionWorld, aim: RuntimeAim): HostWish => ({
  runtime: aim.id,
  entries: aim._tag === "Given" ? aim.wished.wish.entries : [],
  goes: (capability) => isPlanned(world, aim, capability)
})

/** Where the layout places things, as far as that is known: by it rows of what goes say what it is. */
const placesOf = Effect.fnUntraced(function* (world: ProjectionWorld, aim: RuntimeAim) {
  const files = yield* RuntimeFiles
  if (aim._tag === "Given") return aim.wished.places
  const runtime = chooseRuntime(world.registry, aim.id)
  const nowhere: Pick<Places, "artifacts"> = { artifacts: [] }
  return Result.isFailure(runtime)
    ? nowhere
    : yield* Effect.orElseSucceed(files.places(runtime.success, world.request.scope), () => nowhere)
})

const installationIn = Effect.fnUntraced(function* (places: Places) {
  const files = yield* RuntimeFiles
  const { manifest, version } = otherInstallerFiles(places)
  const read = (path: string) =>
    Effect.catchTag(files.read(path, places.scope), "FileTooLarge", () => Effect.undefined)
  return otherInstallation(places, { manifest: yield* read(manifest), version: yield* read(version) })
})

/** Files of the host in which something of the runtime stays as it is. */
const documentsThatRest = (world: ProjectionWorld, aim: RuntimeAim): ReadonlyArray<string> => {
  const { before } = world.request
  return [...before.files.keys()].filter((path) =>
    ownersIn(before, path, aim.id).some((owner) => !isPlanned(world, aim, ownedBy(owner).capability))
  )
}

/** A planned runtime. */
export interface RuntimePlanned {
  readonly aim: RuntimeAim
  readonly plan: ProjectionPlan
  /** Recorded and not planned. */
  readonly kept: ReadonlyArray<RecordedFile>
  readonly installation: Effect.Success<ReturnType<typeof installationIn>>
}

const claimsOf = (world: ProjectionWorld, id: string, taken: ReadonlyMap<string, string>) => {
  const { after, before } = world.request
  const others = [...new Set([...before.runtimes.keys(), ...after.runtimes.keys()])].filter(
    (one) => one !== id
  )
  const recorded = others.flatMap((other) =>
    recordedFiles(before, other).map(({ path }) => [path, `what gsd gave \`${other}\``] as const)
  )
  return new Map([...recorded, ...taken])
}

/** What stands there; what is to go and cannot, since nobody of this user may write in its folder, is in the way of nothing else. */
const lookedAt = Effect.fnUntraced(function* (
  { request: { scope } }: ProjectionWorld,
  about: Parameters<typeof pathsOf>[0]
) {
  const files = yield* RuntimeFiles
  const looked = new Map(yield* files.look(pathsOf(about), scope))
  const wished = new Set(about.wish?.files.map(({ path }) => path))
  const going = about.recorded.filter(({ path }) => !wished.has(path) && looked.get(path)?._tag === "Plain")
  for (const path of yield* files.locked(going.map((file) => file.path)))
    looked.set(path, {
      _tag: "Blocked",
      path,
      at: parentOf(path),
      reason: "it is a folder that this user may not write in"
    })
  return looked
})

/** A file that is recorded is ours by its bytes, whatever another installer's list says. */
const claimedBy = (
  installation: RuntimePlanned["installation"],
  recorded: ReadonlyArray<RecordedFile>
): ReadonlyArray<readonly [string, string]> => {
  const own = new Set(recorded.map(({ path }) => path))
  return [...(installation?.claims ?? [])].filter(([path]) => !own.has(path))
}

/** Plans the files of one runtime on what stands there now. */
export const planRuntime = Effect.fn("projection.runtime")(function* (
  world: ProjectionWorld,
  aim: RuntimeAim,
  beside: { readonly taken: ReadonlyMap<string, string>; readonly made: ReadonlyArray<string> }
) {
  const files = yield* RuntimeFiles
  const { after, before, scope } = world.request
  const { kept, planned } = recordedFor(world, aim)
  const wish = aim._tag === "Given" ? aim.wished.wish : undefined
  const installation = aim._tag === "Given" ? yield* installationIn(aim.wished.places) : undefined
  const looked = yield* lookedAt(world, { recorded: planned, wish })
  const others = [...after.runtimes].filter(([id]) => id !== aim.id)
  const directories = before.runtimes.get(aim.id)?.directories ?? []
  const facts = yield* withMovedFiles({ wish, recorded: planned, directories, looked }, scope)
  const plan = planProjection({
    ...facts,
    digests: yield* files.digests(facts.wish?.files.map(({ bytes }) => bytes) ?? []),
    places: yield* placesOf(world, aim),
    resting: [...kept.map(({ path }) => path), ...documentsThatRest(world, aim)],
    claims: new Map([...claimsOf(world, aim.id, beside.taken), ...claimedBy(installation, planned)]),
    madeForOthers: others.flatMap(([, { directories }]) => directories),
    madeBeside: beside.made
  })
  return { aim, plan, kept, installation } satisfies RuntimePlanned
})

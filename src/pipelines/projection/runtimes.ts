import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { recordedFiles, type RecordedFile } from "../../domain/ledger/runtimes.ts"
import { otherInstallation, otherInstallerFiles } from "../../domain/projection/others.ts"
import type { Places } from "../../domain/projection/places.ts"
import { planProjection, type ProjectionPlan } from "../../domain/projection/planProjection.ts"
import { pathsOf } from "../../domain/projection/projectionFacts.ts"
import { chooseRuntime } from "../../domain/runtime/choose.ts"
import { RuntimeFiles } from "../../services/RuntimeFiles.ts"
import type { HostWish } from "./documents.ts"
import { withMovedFiles } from "./moved.ts"
import { wishFor, type Wished } from "./oneRuntime.ts"
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
  if (!after.runtimes.has(id)) return { _tag: "Withdrawn", id } satisfies RuntimeAim
  if (trouble === "refuse") return yield* given(world, id)
  const found = yield* Effect.result(given(world, id))
  if (Result.isSuccess(found)) return found.success
  const { failure } = found
  // A runtime that is acted on no more has nobody who reads what it was given.
  if (failure._tag === "RuntimeUnknown") return { _tag: "Withdrawn", id } satisfies RuntimeAim
  if (failure._tag === "DiskFailure") return yield* failure
  return { _tag: "Narrowed", id, reason: failure.message } satisfies RuntimeAim
})

/** What of a runtime's files stays out of the plan, and what is planned. */
export const recordedFor = ({ ids, request }: ProjectionWorld, aim: RuntimeAim) => {
  const all = recordedFiles(request.before, aim.id)
  if (aim._tag !== "Narrowed") return { planned: all, kept: [] }
  const stays = ({ capability }: RecordedFile) => capability === "" || ids.has(capability)
  return { planned: all.filter((file) => !stays(file)), kept: all.filter(stays) }
}

/** What of a runtime shall stand in files of the host. */
export const hostWishOf = ({ ids }: ProjectionWorld, aim: RuntimeAim): HostWish => ({
  runtime: aim.id,
  entries: aim._tag === "Given" ? aim.wished.wish.entries : [],
  goes: (capability) => aim._tag !== "Narrowed" || (capability !== "" && !ids.has(capability))
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
  const read = (path: string) => Effect.orElseSucceed(files.read(path), () => undefined)
  return otherInstallation(places, { manifest: yield* read(manifest), version: yield* read(version) })
})

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
  const looked = yield* files.look(pathsOf({ recorded: planned, wish }), scope)
  const others = [...after.runtimes].filter(([id]) => id !== aim.id)
  const directories = before.runtimes.get(aim.id)?.directories ?? []
  const facts = yield* withMovedFiles({ wish, recorded: planned, directories, looked }, scope)
  const plan = planProjection({
    ...facts,
    places: yield* placesOf(world, aim),
    claims: new Map([...claimsOf(world, aim.id, beside.taken), ...(installation?.claims ?? [])]),
    madeForOthers: others.flatMap(([, { directories }]) => directories),
    madeBeside: beside.made
  })
  return { aim, plan, kept, installation } satisfies RuntimePlanned
})

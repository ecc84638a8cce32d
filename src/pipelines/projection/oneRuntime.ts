import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { DiskReason } from "../../domain/disk/errors.ts"
import { planUnwiring } from "../../domain/foreign/planUnwiring.ts"
import { recordedFiles, type Profile } from "../../domain/ledger/runtimes.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { SelectionUnreadable } from "../../domain/projection/errors.ts"
import type { Offer } from "../../domain/projection/offer.ts"
import type { Places } from "../../domain/projection/places.ts"
import { selectionOf } from "../../domain/projection/selection.ts"
import { decodeSelectionFile, selectionFileName } from "../../domain/projection/selectionFile.ts"
import { triggersIn, type TriggersElsewhere } from "../../domain/projection/shadows.ts"
import { looksOf } from "../../domain/projection/surface/surfaceOf.ts"
import type { HostTexts } from "../../domain/projection/surface/surface.ts"
import { isOwnedBy, type Wish } from "../../domain/projection/wish.ts"
import { wishOf } from "../../domain/projection/wishOf.ts"
import type { Runtime } from "../../domain/runtime/choose.ts"
import { RuntimeFiles } from "../../services/RuntimeFiles.ts"
import type { ProjectionRequest } from "./request.ts"

const decoder = new TextDecoder("utf-8")

/** Owners of a runtime in a recorded file. */
export const ownersIn = (ledger: LedgerState, path: string, runtime: string): ReadonlyArray<string> => [
  ...new Set(
    (ledger.files.get(path)?.wiring?.entries ?? [])
      .map(({ owner }) => owner)
      .filter((owner) => isOwnedBy(owner, runtime))
  )
]

/** Texts of the host's files that decide, without what gsd put into them for this runtime. */
const textsFor = Effect.fnUntraced(function* (places: Places, { before, scope }: ProjectionRequest) {
  const files = yield* RuntimeFiles
  const texts = new Map<string, string>()
  for (const path of looksOf(places)) {
    const real = yield* files.resolve(path, scope)
    const looked = (yield* files.look([real], scope)).get(real)
    if (looked?._tag !== "Plain" || looked.target.bytes === undefined) continue
    const owners = ownersIn(before, real, places.runtime.id)
    const bare = planUnwiring(looked.target, before.files.get(real)?.wiring, { owners, elsewhere: [] })
    const { after } = bare.file
    if (after !== undefined) texts.set(path, decoder.decode(after))
  }
  return texts satisfies HostTexts
})

/** Why a file cannot be read that somebody has to mend; whatever else a disk says may pass. */
const lasting: ReadonlySet<DiskReason> = new Set(["denied", "is-a-directory", "is-a-link", "not-a-directory"])

const selectionIn = Effect.fnUntraced(function* (
  places: Places,
  { after, profile }: Pick<ProjectionRequest, "after" | "profile">
) {
  const files = yield* RuntimeFiles
  const path = `${places.config}/${selectionFileName}`
  const recorded = after.runtimes.get(places.runtime.id)?.profile
  const unreadable = (problem: string) => new SelectionUnreadable({ path, problem })
  const bytes = yield* files
    .read(path, places.scope)
    .pipe(
      Effect.mapError((failure) =>
        failure._tag === "FileTooLarge" || lasting.has(failure.reason) ? unreadable(failure.message) : failure
      )
    )
  const sources = {
    ...(profile === undefined ? {} : { asked: profile }),
    ...(recorded === undefined ? {} : { recorded })
  }
  if (bytes === undefined) return selectionOf(sources)
  const file = decodeSelectionFile(bytes)
  return Result.isFailure(file)
    ? yield* unreadable(file.failure)
    : selectionOf({ ...sources, file: file.success })
})

/** A clause when the runtime's own file says another profile than was asked for. */
const overruled = (asked: Profile | undefined, counts: Profile): ReadonlyArray<string> =>
  asked === undefined || asked === counts
    ? []
    : [`\`${selectionFileName}\` of the runtime says \`${counts}\`, which counts in place of \`${asked}\``]

/** What the other scope's ledger records for the runtime. */
export interface OtherScope {
  readonly scope: LedgerScope
  readonly ledger: LedgerState
}

const triggersElsewhere = Effect.fnUntraced(function* (runtime: Runtime, other: OtherScope | undefined) {
  const files = yield* RuntimeFiles
  if (other === undefined || !other.ledger.runtimes.has(runtime.id)) return undefined
  const places = yield* Effect.option(files.places(runtime, other.scope))
  if (places._tag === "None") return undefined
  const paths = recordedFiles(other.ledger, runtime.id).map(({ path }) => path)
  return { scope: other.scope.kind, triggers: triggersIn(places.value, paths) } satisfies TriggersElsewhere
})

/** A runtime with where it is and what it shall be given. */
export interface Wished {
  readonly places: Places
  readonly wish: Wish
  readonly profile: Profile
}

/** Where a runtime is and what it shall be given; fails when its home, or what the person says of it, cannot be used. */
export const wishFor = Effect.fn("projection.wish")(function* (
  request: ProjectionRequest,
  about: {
    readonly runtime: Runtime
    readonly offers: ReadonlyArray<Offer>
    readonly other: OtherScope | undefined
  }
) {
  const files = yield* RuntimeFiles
  const places = yield* files.places(about.runtime, request.scope)
  const selection = yield* selectionIn(places, request)
  const elsewhere = yield* triggersElsewhere(about.runtime, about.other)
  const wish = wishOf(places, about.offers, {
    selection,
    texts: yield* textsFor(places, request),
    ...(elsewhere === undefined ? {} : { elsewhere })
  })
  const notes = [...overruled(request.profile, selection.profile), ...wish.notes]
  return { places, wish: { ...wish, notes }, profile: selection.profile } satisfies Wished
})

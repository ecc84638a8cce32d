import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { BundleFile } from "../../domain/content/BundleFile.ts"
import { contentHash } from "../../domain/content/contentHash.ts"
import type { LedgerEntry, VendoredFile } from "../../domain/ledger/entry.ts"
import { isWithin, type LedgerScope } from "../../domain/paths.ts"
import { noProjectPlan, type ProjectPlan } from "../../domain/project/edits.ts"
import {
  decodeLockfile,
  emptyLockfile,
  lockedContent,
  type LockedGeneration
} from "../../domain/project/lockfile.ts"
import { projectPlaces, type ProjectScope } from "../../domain/project/places.ts"
import { planProject, type VendorWish } from "../../domain/project/planProject.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"
import { counted } from "../../domain/text/counted.ts"

/** A bundle that a project shall hold; staged or stored. */
export interface VendorSource<E, R> {
  readonly generation: LockedGeneration
  readonly files: ReadonlyArray<BundleFile>
  readonly read: (path: string) => Effect.Effect<Uint8Array, E, R>
}

/** What shall stand of one capability; without a source nothing any more. */
export interface VendorRequest<E, R> {
  readonly id: string
  readonly entry: LedgerEntry | undefined
  readonly source?: VendorSource<E, R>
  /** The lockfile stays as it is. The source is what it names, so whatever else stands in the vendored folder gives way. */
  readonly keepsLock?: boolean
}

/** The lockfile of a project; empty where it cannot be read. */
export const readLockfile = Effect.fn("project.lockfile")(function* (root: string) {
  const files = yield* ProjectFiles
  const { lockfile } = projectPlaces(root)
  const looked = (yield* files.look(root, [lockfile])).get(lockfile)
  if (looked === undefined) return Result.succeed(emptyLockfile)
  return looked._tag === "Blocked" ? Result.fail(looked.reason) : decodeLockfile(looked.target.bytes)
})

/** The vendored files, when they are what the lockfile names: then they came with the repository and nobody changed them. */
export const agreedFiles = Effect.fn("project.agreedFiles")(function* (root: string, id: string) {
  const files = yield* ProjectFiles
  const locked = lockedContent(
    Result.getOrElse(yield* readLockfile(root), () => emptyLockfile),
    id
  )
  const seen = locked === undefined ? undefined : yield* files.bundle(root, id)
  const nothing: ReadonlyArray<VendoredFile> = []
  return seen?._tag === "Bundle" && contentHash(seen.files) === locked ? seen.files : nothing
})

/** Every vendored file as it stands; none of a folder that is no bundle. */
const standingFiles = Effect.fnUntraced(function* (root: string, id: string) {
  const seen = yield* (yield* ProjectFiles).bundle(root, id)
  const nothing: ReadonlyArray<VendoredFile> = []
  return seen._tag === "Bundle" ? seen.files : nothing
})

const wishOf = Effect.fnUntraced(function* <E, R>(source: VendorSource<E, R>) {
  const files = yield* Effect.forEach(source.files, ({ executable, path, sha512 }) =>
    Effect.map(source.read(path), (bytes) => ({ path, sha512, executable, bytes }))
  )
  return { files, generation: source.generation } satisfies VendorWish
})

const planIn = Effect.fnUntraced(function* <E = never, R = never>(
  scope: ProjectScope,
  request: VendorRequest<E, R>
) {
  const files = yield* ProjectFiles
  const { root } = scope
  const places = projectPlaces(root)
  const { id, source } = request
  const recorded = request.entry?.vendored ?? []
  const agreed = yield* agreedFiles(root, id)
  const keepsLock = request.keepsLock === true
  const rest = keepsLock ? { keepsLock, replaced: yield* standingFiles(root, id) } : {}
  const wish = source === undefined ? undefined : yield* wishOf(source)
  const standing = rest.replaced ?? []
  const named = [...recorded, ...agreed, ...standing, ...(wish?.files ?? [])].map((file) =>
    places.file(id, file.path)
  )
  const { gitattributes, gitignore, lockfile } = places
  const paths = new Set([...named, lockfile, gitattributes, gitignore])
  const looked = yield* files.look(root, [...paths])
  return yield* Effect.fromResult(planProject({ root, id, recorded, agreed, looked, wish, ...rest }))
})

/** Plans what the current project holds of a capability; nothing in global scope. */
export const planVendored = Effect.fn("project.plan")(function* <E = never, R = never>(
  scope: LedgerScope,
  request: VendorRequest<E, R>
) {
  return scope.kind === "global" ? noProjectPlan : yield* planIn(scope, request)
})

const changedFiles = ({ root }: ProjectScope, count: number): ReadonlyArray<string> =>
  count === 0
    ? []
    : [
        `${counted(count, "file")} in \`${projectPlaces(root).own}\` changed, which the repository shares: commit them`
      ]

const changedSettings = ({ root }: ProjectScope, wired: ReadonlyArray<string>): ReadonlyArray<string> =>
  wired
    .filter((path) => isWithin(path, root))
    .map(
      (path) =>
        `\`${path}\` lies in the repository: what was changed there is for this machine, do not commit it`
    )

/**
 * What to say of a checkout in which files were changed: those of ours are shared, while settings files, which are often
 * committed, name files in one person's home now.
 */
export const checkoutWarnings = Effect.fn("project.checkoutWarnings")(function* (
  scope: LedgerScope,
  plan: ProjectPlan,
  wired: ReadonlyArray<string>
) {
  const files = yield* ProjectFiles
  if (scope.kind === "global" || !(yield* files.isCheckout(scope.root))) return []
  return [...changedFiles(scope, plan.files.length), ...changedSettings(scope, wired)]
})

/** The folder of a vendored capability, when a recorded source is that folder. */
export const vendoredSource = (
  scope: LedgerScope,
  id: string,
  source: string
): Option.Option<ProjectScope> =>
  scope.kind === "project" && projectPlaces(scope.root).vendored(id) === source
    ? Option.some(scope)
    : Option.none()

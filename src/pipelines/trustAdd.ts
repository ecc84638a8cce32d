import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { nearest } from "../domain/capability/suggest.ts"
import { judgePath } from "../domain/content/path.ts"
import { LockfileUnreadable, NotVendored, ProjectPathRefused } from "../domain/project/errors.ts"
import { lockedContent } from "../domain/project/lockfile.ts"
import { projectPlaces, type ProjectScope } from "../domain/project/places.ts"
import { ProjectFiles } from "../services/ProjectFiles.ts"
import { install, installDryRun } from "./install.ts"
import type { Requested } from "./install/stages.ts"
import { currentProject } from "./project/scope.ts"
import { readLockfile } from "./project/vendor.ts"

/** What the caller asks for. */
export interface TrustAddRequested {
  readonly id: string
  readonly allowDowngrade?: boolean
  /** Settings files to put its hooks and servers into, as typed. */
  readonly wire?: ReadonlyArray<string>
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

const isName = (id: string): boolean => !id.includes("/") && judgePath(id) === undefined

/** Refuses what is no plain folder of plain files before anything of it is opened as a source. */
const checkFolder = Effect.fnUntraced(function* ({ root }: ProjectScope, id: string) {
  const files = yield* ProjectFiles
  const seen = isName(id) ? yield* files.bundle(root, id) : { _tag: "Missing" as const }
  if (seen._tag === "Refused") return yield* new ProjectPathRefused({ path: seen.path, reason: seen.reason })
  if (seen._tag === "Bundle") return
  const near = nearest(id, yield* files.names(root))
  return yield* new NotVendored({ id, project: root, similar: near === undefined ? [] : [near] })
})

/** Content hash that the lockfile names for it; a lockfile that cannot be read agrees to nothing. */
export const agreedContent = Effect.fn("trustAdd.agreedContent")(function* (
  { root }: ProjectScope,
  id: string
) {
  const lockfile = yield* readLockfile(root)
  if (Result.isFailure(lockfile))
    return yield* new LockfileUnreadable({ path: projectPlaces(root).lockfile, problem: lockfile.failure })
  return lockedContent(lockfile.success, id)
})

/** The install that a vendored capability of a project is taken over by. */
export const trustAddRequest = Effect.fn("trustAdd.request")(function* (
  scope: ProjectScope,
  requested: TrustAddRequested & Pick<Requested, "integrity">
) {
  const { allowDowngrade = false, id, ...rest } = requested
  yield* checkFolder(scope, id)
  const agreed = yield* agreedContent(scope, id)
  return {
    ...rest,
    op: "install",
    spec: projectPlaces(scope.root).vendored(id),
    scope,
    expectedId: id,
    replace: true,
    allowDowngrade,
    ...(agreed === undefined ? {} : { agreed })
  } satisfies Requested
})

/**
 * Takes a vendored capability of the current project over on this machine: its bytes are copied, checked against the
 * lockfile, judged, disclosed and consented to like those of any source. The project is not changed.
 */
export const trustAdd = Effect.fn("trustAdd")(function* (requested: TrustAddRequested) {
  return yield* install(yield* trustAddRequest(yield* currentProject, requested))
})

/** Like `trustAdd` up to the question: a receipt with status `planned`. */
export const trustAddDryRun = Effect.fn("trustAdd.dryRun")(function* (requested: TrustAddRequested) {
  return yield* installDryRun(yield* trustAddRequest(yield* currentProject, requested))
})

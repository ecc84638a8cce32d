import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { resolve as resolvePath } from "node:path"
import { usualBounds } from "../../domain/archive/bounds.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { isDropped } from "../../domain/content/path.ts"
import { ManifestMissing } from "../../domain/install/errors.ts"
import { limits } from "../../domain/limits.ts"
import { nameOf, parentOf } from "../../domain/paths.ts"
import { SourceMissing } from "../../domain/source/errors.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { ManifestFiles } from "../../services/ManifestFiles.ts"
import { whenMissing } from "../disk/missing.ts"
import { walk } from "../store/walk.ts"
import { judgeWalk } from "./judgeWalk.ts"

/** The root of a checkout is named by whoever cloned it, so its name says nothing about the id. */
const named = Effect.fnUntraced(function* (folder: string) {
  const durable = yield* Durable
  const isCheckout = Option.isSome(yield* durable.identify(`${folder}/.git`))
  return isCheckout ? {} : { folder: nameOf(folder) }
})

const readBytes = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  return yield* durable.read(path, { maxBytes: limits.manifestBytes })
})

/** Enough to see how a script is started. */
const headBytes = 64

const readFolder = Effect.fnUntraced(function* (root: string) {
  const durable = yield* Durable
  // Asked first: what else is in a folder without one is nobody's business.
  if (Option.isNone(yield* durable.identify(`${root}/${manifestName}`)))
    return yield* new ManifestMissing({ path: `${root}/${manifestName}` })
  const walked = yield* walk(root, { isLeftOut: isDropped, maxEntries: usualBounds.entries })
  const refused = judgeWalk(walked, usualBounds)
  if (refused !== undefined) return yield* refused
  const files = walked.found.filter(({ kind }) => kind === "file").map(({ path }) => path)
  if (!files.includes(manifestName)) return yield* new ManifestMissing({ path: `${root}/${manifestName}` })
  return {
    ...(yield* named(root)),
    bytes: yield* readBytes(`${root}/${manifestName}`),
    files,
    head: (path: string) =>
      Effect.scoped(Effect.flatten(durable.pieces(`${root}/${path}`, { pieceBytes: headBytes })))
  }
})

const readAlone = Effect.fnUntraced(function* (path: string) {
  return { folder: nameOf(parentOf(path)), bytes: yield* readBytes(path) }
})

const readAt = Effect.fnUntraced(function* (given: string) {
  const durable = yield* Durable
  const environment = yield* Environment
  // An empty word is a variable that was not set, and not the working directory.
  if (given === "") return yield* new SourceMissing({ path: "", reason: "is an empty path" })
  const path = resolvePath(environment.workingDirectory, given)
  const real = yield* whenMissing(durable.realPath(path), undefined)
  const identity = real === undefined ? Option.none() : yield* durable.identify(real)
  if (real === undefined || Option.isNone(identity))
    return yield* new SourceMissing({ path, reason: "does not exist" })
  const { kind } = identity.value
  if (kind === "directory") return yield* readFolder(real)
  if (kind === "file" && real.endsWith(".json")) return yield* readAlone(real)
  return yield* new SourceMissing({ path, reason: "is neither a folder nor a `capability.json`" })
})

/** Manifests below a Durable's disk. */
export const layer = Layer.effect(
  ManifestFiles,
  Effect.gen(function* () {
    const context = yield* Effect.context<Durable | Environment>()
    return ManifestFiles.of({
      read: (path) => readAt(path).pipe(Effect.provideContext(context), Effect.withSpan("ManifestFiles.read"))
    })
  })
)

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { resolve as resolvePath } from "node:path"
import { usualBounds } from "../../domain/archive/bounds.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { inHashOrder } from "../../domain/content/contentHash.ts"
import { isDropped } from "../../domain/content/path.ts"
import { ManifestMissing } from "../../domain/install/errors.ts"
import { isWithin, nameOf } from "../../domain/paths.ts"
import { SourceMissing } from "../../domain/source/errors.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import type { FolderFile, PackFolder } from "../../services/Packing.ts"
import { whenMissing } from "../disk/missing.ts"
import { judgeWalk, refuse } from "../source/judgeWalk.ts"
import { describe } from "../store/digest.ts"
import { walk } from "../store/walk.ts"

const tooLarge = (path: string) =>
  refuse(path, "size", {
    reason: `the bundle is larger than ${usualBounds.bytes} bytes`,
    hint: "Take large files out of the folder"
  })

const rootOf = Effect.fnUntraced(function* (given: string) {
  const durable = yield* Durable
  const { workingDirectory } = yield* Environment
  const path = resolvePath(workingDirectory, given)
  const real = given === "" ? undefined : yield* whenMissing(durable.realPath(path), undefined)
  const identity = real === undefined ? Option.none() : yield* durable.identify(real)
  if (real === undefined || Option.isNone(identity))
    return yield* new SourceMissing({ path, reason: "does not exist" })
  if (identity.value.kind !== "directory") return yield* new SourceMissing({ path, reason: "is no folder" })
  return real
})

/** Reads a folder as an install would, every file of it once. */
export const readFolder = Effect.fnUntraced(function* (given: string, except: string | undefined) {
  const durable = yield* Durable
  const root = yield* rootOf(given)
  if (Option.isNone(yield* durable.identify(`${root}/${manifestName}`)))
    return yield* new ManifestMissing({ path: `${root}/${manifestName}` })
  const left = except !== undefined && isWithin(except, root) ? except.slice(root.length + 1) : undefined
  const walked = yield* walk(root, {
    isLeftOut: (path) => isDropped(path) || path === left,
    maxEntries: usualBounds.entries
  })
  const refused = judgeWalk(walked, usualBounds)
  if (refused !== undefined) return yield* refused
  const files: Array<FolderFile> = []
  let room = usualBounds.bytes
  for (const { path } of inHashOrder(walked.found.filter(({ kind }) => kind === "file"))) {
    const bytes = yield* durable
      .read(`${root}/${path}`, { maxBytes: room })
      .pipe(Effect.catchTag("FileTooLarge", () => Effect.fail(tooLarge(path))))
    room -= bytes.length
    files.push({ ...describe(path, bytes), bytes })
  }
  const isCheckout = Option.isSome(yield* durable.identify(`${root}/.git`))
  return { root, ...(isCheckout ? {} : { folder: nameOf(root) }), files } satisfies PackFolder
})

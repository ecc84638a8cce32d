import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Lane } from "../../domain/lane/lane.ts"
import { bringsPrograms, unusableBundle, type BundleFolders } from "../../domain/lane/programs.ts"
import { CapabilityFiles } from "../../services/CapabilityFiles.ts"

/** The folder of a lane's bundle; every byte of an installed one is hashed now. */
const folderOf = Effect.fnUntraced(function* ({ capabilityId, contentHash }: Lane) {
  const files = yield* CapabilityFiles
  const of = { id: capabilityId, ...(contentHash === undefined ? {} : { contentHash }) }
  return yield* Effect.result(Effect.mapError(files.folder(of), ({ message }) => unusableBundle(message)))
})

/** Verifies the bundles of those lanes that bring a program along, each once, and says where they are. */
export const bundleFolders = Effect.fn("review.bundles")(function* (lanes: ReadonlyArray<Lane>) {
  const bringing = new Map(lanes.filter(bringsPrograms).map((lane) => [lane.capabilityId, lane]))
  const found = yield* Effect.forEach(bringing, ([id, lane]) =>
    Effect.map(folderOf(lane), (folder) => [id, folder] as const)
  )
  return new Map(found) satisfies BundleFolders
})

/** Verifies again, right before its start, the bundle of a lane that runs a program of it; why it may not, if so. */
export const bundleChanged = Effect.fn("review.bundleChanged")(function* (lane: Lane) {
  if (lane.folder === undefined) return undefined
  const folder = yield* folderOf(lane)
  return Result.isFailure(folder) ? folder.failure : undefined
})

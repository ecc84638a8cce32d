import * as Effect from "effect/Effect"
import type { Bounds } from "../../domain/archive/bounds.ts"
import { inHashOrder } from "../../domain/content/contentHash.ts"
import { isDropped } from "../../domain/content/path.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import type { Fetched, ResolvedSource } from "../../services/SourceResolver.ts"
import type { Staging } from "../../services/Store.ts"
import { walk, type Walked } from "../store/walk.ts"
import { judgeWalk, refuse } from "./judgeWalk.ts"

const tooLarge = (path: string, bounds: Bounds) =>
  refuse(path, "size", {
    reason: `the bundle is larger than ${bounds.bytes} bytes`,
    hint: "Take large files out of the folder"
  })

/** Copies a folder's files: each is read without following links, and stands as it is. */
export const fetchFolder = Effect.fnUntraced(function* (
  bounds: Bounds,
  resolved: ResolvedSource,
  staging: Staging
) {
  const durable = yield* Durable
  const root = resolved.canonical
  const walked = yield* walk(root, { isLeftOut: isDropped, maxEntries: bounds.entries })
  const refused = judgeWalk(walked, bounds)
  if (refused !== undefined) return yield* refused
  const files = inHashOrder(walked.found.filter((one) => one.kind === "file"))
  let bytes = 0
  const copy = Effect.fnUntraced(function* (file: Walked) {
    const content = yield* durable
      .read(`${root}/${file.path}`, { maxBytes: bounds.bytes })
      .pipe(Effect.catchTag("FileTooLarge", () => Effect.fail(tooLarge(file.path, bounds))))
    bytes += content.length
    if (bytes > bounds.bytes) return yield* tooLarge(file.path, bounds)
    return yield* staging.put({ path: file.path, bytes: content })
  })
  const staged = yield* Effect.forEach(files, copy, { concurrency: limits.stagingConcurrency })
  return { files: staged } satisfies Fetched
})

import * as Effect from "effect/Effect"
import type { Bounds } from "../../domain/archive/bounds.ts"
import { findCollisions } from "../../domain/content/collisions.ts"
import { inHashOrder } from "../../domain/content/contentHash.ts"
import { isDropped, judgePath, pathRules } from "../../domain/content/path.ts"
import { limits } from "../../domain/limits.ts"
import { BundleRefused } from "../../domain/store/errors.ts"
import { visible } from "../../domain/text/escape.ts"
import { Durable } from "../../services/Durable.ts"
import type { Fetched, ResolvedSource } from "../../services/SourceResolver.ts"
import type { Staging } from "../../services/Store.ts"
import { walk, type Walk, type Walked } from "../store/walk.ts"

const refuse = (path: string, rule: string, text: { readonly reason: string; readonly hint: string }) =>
  new BundleRefused({ path: visible(path), rule, ...text })

/** First thing in the source that no bundle may hold. */
const judgeWalk = ({ found, isCut }: Walk, bounds: Bounds): BundleRefused | undefined => {
  if (isCut) {
    const text = {
      reason: `there are more than ${bounds.entries} entries`,
      hint: "Take generated files out of the folder"
    }
    return refuse(found.at(-1)?.path ?? "", "entries", text)
  }
  for (const { path, kind } of found) {
    const problem = judgePath(path)
    if (problem !== undefined)
      return refuse(path, problem.rule, {
        reason: `\`${visible(problem.name)}\` ${pathRules[problem.rule]}`,
        hint: "Rename it"
      })
    if (kind === "link")
      return refuse(path, "link", {
        reason: "it is a symbolic link",
        hint: "Put the file itself there; bundles hold files only"
      })
    if (kind === "other")
      return refuse(path, "device", {
        reason: "it is a device, socket or pipe",
        hint: "Take it out; bundles hold files only"
      })
  }
  const collision = findCollisions(found.filter((one) => one.kind === "file").map((one) => one.path))[0]
  return collision === undefined
    ? undefined
    : refuse(collision.second, "collision", {
        reason: `\`${visible(collision.first)}\` is the same name on systems that fold case or accents`,
        hint: "Rename one of the two"
      })
}

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

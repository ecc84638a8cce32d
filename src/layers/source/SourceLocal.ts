import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { resolve as resolvePath } from "node:path"
import type { BundleFile } from "../../domain/content/BundleFile.ts"
import { findCollisions } from "../../domain/content/collisions.ts"
import { inHashOrder } from "../../domain/content/contentHash.ts"
import { isDropped, judgePath, pathRules } from "../../domain/content/path.ts"
import { limits } from "../../domain/limits.ts"
import { nameOf } from "../../domain/paths.ts"
import { SourceMissing, type Source } from "../../domain/source/source.ts"
import { BundleRefused } from "../../domain/store/errors.ts"
import { visible } from "../../domain/text/escape.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { SourceResolver, type ResolvedSource } from "../../services/SourceResolver.ts"
import type { Staging } from "../../services/Store.ts"
import { whenMissing } from "../disk/missing.ts"
import { walk, type Walk, type Walked } from "../store/walk.ts"

const refuse = (path: string, rule: string, text: { readonly reason: string; readonly hint: string }) =>
  new BundleRefused({ path: visible(path), rule, ...text })

/** How much a bundle may hold. */
export interface Bounds {
  /** Files and folders together. */
  readonly entries: number
  /** Bytes of all files together. */
  readonly bytes: number
}

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

const resolveLocal = Effect.fnUntraced(function* (source: Source) {
  const durable = yield* Durable
  const environment = yield* Environment
  const path = resolvePath(environment.workingDirectory, source.path)
  const real = yield* whenMissing(durable.realPath(path), undefined)
  const identity = real === undefined ? Option.none() : yield* durable.identify(real)
  if (real === undefined || Option.isNone(identity))
    return yield* new SourceMissing({ path, reason: "does not exist" })
  if (identity.value.kind !== "directory") return yield* new SourceMissing({ path, reason: "is no folder" })
  // The root of a checkout is named by whoever cloned it, so its name says nothing about the id.
  const isCheckout = Option.isSome(yield* durable.identify(`${real}/.git`))
  return { source, canonical: real, ...(isCheckout ? {} : { folder: nameOf(real) }) } satisfies ResolvedSource
})

const tooLarge = (path: string, bounds: Bounds) =>
  refuse(path, "size", {
    reason: `the bundle is larger than ${bounds.bytes} bytes`,
    hint: "Take large files out of the folder"
  })

const fetchLocal = Effect.fnUntraced(function* (bounds: Bounds, resolved: ResolvedSource, staging: Staging) {
  const durable = yield* Durable
  const root = resolved.canonical
  const walked = yield* walk(root, { skip: isDropped, maxEntries: bounds.entries })
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
  const staged: ReadonlyArray<BundleFile> = yield* Effect.forEach(files, copy, {
    concurrency: limits.stagingConcurrency
  })
  return staged
})

/** Local folders within given bounds: every file is read without following links and copied as it stands. */
export const layerWith = (bounds: Bounds) =>
  Layer.effect(
    SourceResolver,
    Effect.gen(function* () {
      const services = Context.pick(Durable, Environment)(yield* Effect.context<Durable | Environment>())
      return SourceResolver.of({
        resolve: Effect.fn("SourceResolver.resolve")(
          (source: Source) => resolveLocal(source),
          Effect.provide(services)
        ),
        fetch: Effect.fn("SourceResolver.fetch")(
          (resolved: ResolvedSource, staging: Staging) => fetchLocal(bounds, resolved, staging),
          Effect.provide(services)
        )
      })
    })
  )

/** Local folders within the bounds of every bundle. */
export const layer = layerWith({ entries: limits.bundleEntries, bytes: limits.bundleBytes })

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CapabilityFileUnreadable } from "../../domain/product/errors.ts"
import { bytesReason } from "../../domain/overlay/activation.ts"
import { CapabilityFiles, type FilesOf } from "../../services/CapabilityFiles.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { ProductFiles } from "../../services/ProductFiles.ts"
import { Store } from "../../services/Store.ts"

const unreadable = (of: FilesOf, path: string, problem: string) =>
  new CapabilityFileUnreadable({ capability: of.id, path, problem })

const because = (of: FilesOf, path: string) => (error: { readonly message: string }) =>
  unreadable(of, path, error.message)

const isInside = (path: string): boolean =>
  !path.startsWith("/") && !path.includes("\\") && !path.split("/").includes("..")

const read = Effect.fnUntraced(function* (
  of: FilesOf,
  path: string,
  { maxBytes }: { readonly maxBytes: number }
) {
  if (!isInside(path)) return yield* unreadable(of, path, "it does not lie in the capability's folder")
  const store = yield* Store
  const product = yield* ProductFiles
  const { contentHash } = of
  const bytes = yield* (
    contentHash === undefined ? product.read(`capabilities/${of.id}/${path}`) : store.read(contentHash, path)
  ).pipe(Effect.mapError(because(of, path)))
  if (bytes.length > maxBytes)
    return yield* unreadable(of, path, `it has ${bytes.length} bytes, ${maxBytes} are the most`)
  return bytes
})

const paths = Effect.fnUntraced(function* (of: FilesOf) {
  const store = yield* Store
  const product = yield* ProductFiles
  const { contentHash } = of
  return yield* (
    contentHash === undefined
      ? product.below(`capabilities/${of.id}`)
      : Effect.map(store.files(contentHash), (files) => files.map((file) => file.path).toSorted())
  ).pipe(Effect.mapError(because(of, "")))
})

const folder = Effect.fnUntraced(function* (of: FilesOf) {
  const store = yield* Store
  const product = yield* ProductFiles
  const home = yield* GsdHome
  const { contentHash } = of
  if (contentHash === undefined)
    return yield* product.place(`capabilities/${of.id}`).pipe(Effect.mapError(because(of, "")))
  const verdict = yield* store.verify(contentHash).pipe(Effect.mapError(because(of, "")))
  if (verdict.verdict !== "ok") return yield* unreadable(of, "", bytesReason(verdict))
  return home.paths.bundle(contentHash)
})

/** Installed capabilities from the store, the others from the product's own files. */
export const layer = Layer.effect(
  CapabilityFiles,
  Effect.gen(function* () {
    const services = Context.pick(
      Store,
      ProductFiles,
      GsdHome
    )(yield* Effect.context<Store | ProductFiles | GsdHome>())
    return CapabilityFiles.of({
      read: Effect.fn("CapabilityFiles.read")(read, Effect.provide(services)),
      paths: Effect.fn("CapabilityFiles.paths")(paths, Effect.provide(services)),
      folder: Effect.fn("CapabilityFiles.folder")(folder, Effect.provide(services))
    })
  })
)

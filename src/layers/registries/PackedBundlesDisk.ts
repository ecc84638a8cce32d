import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { usualBounds } from "../../domain/archive/bounds.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { ManifestMissing } from "../../domain/install/errors.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { PackedBundles } from "../../services/PackedBundles.ts"
import type { StagedInput, Staging } from "../../services/Store.ts"
import { describe, describing } from "../store/digest.ts"

/** A staging that keeps nothing but the manifest. */
const reading = () => {
  let manifest: Uint8Array | undefined
  const staging: Staging = {
    tx: "",
    folder: "",
    put: ({ bytes, path }: StagedInput) =>
      Effect.sync(() => {
        // A piece is good only until its effect ends.
        if (path === manifestName) manifest = Uint8Array.from(bytes)
        return describe(path, bytes)
      }),
    putPieces: Effect.fnUntraced(function* <E, R>(path: string, next: Effect.Effect<Uint8Array, E, R>) {
      const description = describing(path)
      const pieces: Array<Uint8Array> = []
      let size = 0
      for (;;) {
        const piece = yield* next
        if (piece.length === 0) break
        description.add(piece)
        size += piece.length
        if (path === manifestName && size <= limits.manifestBytes) pieces.push(Uint8Array.from(piece))
      }
      if (path === manifestName) manifest = Buffer.concat(pieces)
      return description.file()
    }),
    read: () => Effect.succeed(manifest ?? new Uint8Array()),
    seal: () => Effect.void
  }
  return { staging, manifest: () => manifest }
}

/** Packed bundles below a Durable's disk. */
export const layer = Layer.effect(
  PackedBundles,
  Effect.gen(function* () {
    const services = Context.pick(Durable)(yield* Effect.context<Durable>())
    return PackedBundles.of({
      read: Effect.fn("PackedBundles.read")(function* (path: string) {
        const durable = yield* Durable
        const open = durable.pieces(path, { pieceBytes: limits.archivePieceBytes })
        const { manifest, staging } = reading()
        // Those who validate a folder need not wait for what takes archives apart.
        const { extract } = yield* Effect.promise(() => import("../archive/extract.ts"))
        const { artifact, files } = yield* extract({ archive: path, bounds: usualBounds, open }, staging)
        const manifestBytes = manifest()
        if (manifestBytes === undefined)
          return yield* new ManifestMissing({ path: `${path}/${manifestName}` })
        const size = Option.match(yield* durable.identify(path), {
          onNone: () => 0,
          onSome: (identity) => identity.size
        })
        return { files, manifestBytes, sha512: artifact, size }
      }, Effect.provide(services))
    })
  })
)

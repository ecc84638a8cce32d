import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Bounds } from "../../domain/archive/bounds.ts"
import { limits } from "../../domain/limits.ts"
import { canonicalOf } from "../../domain/source/canonical.ts"
import { IntegrityMismatch } from "../../domain/store/errors.ts"
import { Durable } from "../../services/Durable.ts"
import type { ResolvedSource } from "../../services/SourceResolver.ts"
import type { Staging } from "../../services/Store.ts"

/** Digest of a file's bytes; undefined when there are more of them than any archive may have. */
const digestOf = Effect.fnUntraced(function* (bounds: Bounds, path: string) {
  const durable = yield* Durable
  const next = yield* durable.pieces(path, { pieceBytes: limits.archivePieceBytes })
  const hash = createHash("sha512")
  for (let bytes = 0; ;) {
    const piece = yield* next
    if (piece.length === 0) return `sha512-${hash.digest("base64")}`
    bytes += piece.length
    if (bytes > bounds.archiveBytes) return undefined
    hash.update(piece)
  }
}, Effect.scoped)

/** Compares an archive with the digest it must have, and looks at nothing in it. One that is too large is told when it is read. */
export const checkArchive = Effect.fnUntraced(function* (
  bounds: Bounds,
  { canonical, source }: ResolvedSource,
  expected: string
) {
  const actual = yield* digestOf(bounds, canonical)
  if (actual !== undefined && actual !== expected)
    return yield* new IntegrityMismatch({
      subject: canonicalOf(source),
      origin: "source",
      expected,
      actual,
      files: []
    })
})

/** Unpacks an archive that stands on the disk. */
export const fetchArchive = Effect.fnUntraced(function* (
  bounds: Bounds,
  { canonical }: ResolvedSource,
  staging: Staging
) {
  const durable = yield* Durable
  // A folder's install need not wait for what takes archives apart.
  const { extract } = yield* Effect.promise(() => import("../archive/extract.ts"))
  const open = durable.pieces(canonical, { pieceBytes: limits.archivePieceBytes })
  return yield* extract({ archive: canonical, bounds, open }, staging)
})

import * as Effect from "effect/Effect"
import type { Bounds } from "../../domain/archive/bounds.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import type { ResolvedSource } from "../../services/SourceResolver.ts"
import type { Staging } from "../../services/Store.ts"

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

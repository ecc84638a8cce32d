import * as Effect from "effect/Effect"
import { limits } from "../../domain/limits.ts"
import { canonicalOf } from "../../domain/source/canonical.ts"
import { IntegrityMismatch } from "../../domain/store/errors.ts"
import { Artifacts, type ArtifactRequest } from "../../services/Artifacts.ts"
import { Durable } from "../../services/Durable.ts"
import { Progress } from "../../services/Progress.ts"
import type { Fetched } from "../../services/SourceResolver.ts"
import type { Wanted } from "./adapter.ts"

/** Fetches the one archive that a source is now, from the cache or its server, and unpacks it into the staging. */
export const fetchArtifact = Effect.fnUntraced(function* (
  { bounds, resolved, staging }: Wanted,
  request: ArtifactRequest
) {
  const artifacts = yield* Artifacts
  const durable = yield* Durable
  const progress = yield* Progress
  const { path, sha512 } = yield* artifacts.fetch(request)
  progress.step("copy")
  const { extract } = yield* Effect.promise(() => import("../archive/extract.ts"))
  const open = durable.pieces(path, { pieceBytes: limits.archivePieceBytes })
  const extracted = yield* extract({ archive: canonicalOf(resolved.source), bounds, open }, staging)
  // The cache is anybody's to change; what was unpacked has to be what was fetched.
  if (extracted.artifact !== sha512)
    return yield* new IntegrityMismatch({
      subject: canonicalOf(resolved.source),
      origin: "source",
      expected: sha512,
      actual: extracted.artifact,
      files: []
    })
  return extracted satisfies Fetched
}, Effect.scoped)

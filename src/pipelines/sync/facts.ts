import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { contentHash } from "../../domain/content/contentHash.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { InstalledFact, VendoredFact } from "../../domain/project/drift.ts"
import { LockfileUnreadable } from "../../domain/project/errors.ts"
import { projectPlaces, type ProjectScope } from "../../domain/project/places.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"
import { readLockfile } from "../project/vendor.ts"

/** The lockfile of a project; one that cannot be read is refused. */
export const lockfileIn = Effect.fn("sync.lockfile")(function* ({ root }: ProjectScope) {
  const read = yield* readLockfile(root)
  if (Result.isSuccess(read)) return read.success
  return yield* new LockfileUnreadable({ path: projectPlaces(root).lockfile, problem: read.failure })
})

/** What a ledger has, as a lockfile would say it; ascending by id. */
export const installedIn = ({ root }: ProjectScope, ledger: LedgerState): ReadonlyArray<InstalledFact> =>
  [...ledger.entries]
    .map(([id, entry]) => ({
      id,
      generation: entry,
      vendored: entry.source === projectPlaces(root).vendored(id)
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Every vendored folder, hashed. */
export const vendoredIn = Effect.fn("sync.vendored")(function* ({ root }: ProjectScope) {
  const files = yield* ProjectFiles
  const names = yield* files.names(root)
  return yield* Effect.forEach(
    names,
    Effect.fnUntraced(function* (id) {
      const seen = yield* files.bundle(root, id)
      if (seen._tag === "Missing") return { id, refused: "no folder stands there" } satisfies VendoredFact
      return (
        seen._tag === "Refused" ? { id, refused: seen.reason } : { id, contentHash: contentHash(seen.files) }
      ) satisfies VendoredFact
    })
  )
})

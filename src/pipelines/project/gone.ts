import * as Effect from "effect/Effect"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { noProjectPlan } from "../../domain/project/edits.ts"
import { projectPlaces } from "../../domain/project/places.ts"
import { planGone } from "../../domain/project/planGone.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"
import { agreedFiles } from "./vendor.ts"

/** Plans that the current project holds nothing any more of these capabilities; nothing in global scope. */
export const planVendoredGone = Effect.fn("project.planGone")(function* (
  scope: LedgerScope,
  ledger: LedgerState,
  ids: ReadonlyArray<string>
) {
  if (scope.kind === "global") return noProjectPlan
  const files = yield* ProjectFiles
  const { root } = scope
  const places = projectPlaces(root)
  const going = yield* Effect.forEach(ids, (id) =>
    Effect.map(agreedFiles(root, id), (agreed) => ({
      id,
      recorded: ledger.entries.get(id)?.vendored ?? [],
      agreed
    }))
  )
  const named = going.flatMap(({ agreed, id, recorded }) =>
    [...recorded, ...agreed].map((file) => places.file(id, file.path))
  )
  const { gitattributes, gitignore, lockfile } = places
  const looked = yield* files.look(root, [...new Set([...named, lockfile, gitattributes, gitignore])])
  return yield* Effect.fromResult(planGone(root, looked, going))
})

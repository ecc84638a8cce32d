import * as Effect from "effect/Effect"
import type { LedgerScope } from "../../domain/paths.ts"
import type { PlannedFile } from "../../domain/transaction/change.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"
import { ProjectHistory } from "../../services/ProjectHistory.ts"
import { counted } from "../../domain/text/counted.ts"

/** Files of the current project that git tracks; nothing when git cannot be asked. */
const trackedFiles = Effect.gen(function* () {
  const history = yield* ProjectHistory
  const head = yield* history.head
  return head._tag === "Commit" ? yield* history.filesAt(head.commit) : []
}).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []))

/** What to say of files that were changed in a checkout: those that git tracks are named, since others would get them. */
export const checkoutNotes = Effect.fn("projection.checkout")(function* (
  scope: LedgerScope,
  files: ReadonlyArray<PlannedFile>
) {
  const project = yield* ProjectFiles
  if (scope.kind === "global" || !(yield* project.isCheckout(scope.root))) return []
  const start = `${scope.root}/`
  const changed = files
    .filter(({ row }) => row.before !== row.after && row.path.startsWith(start))
    .map(({ row }) => row.path)
  if (changed.length === 0) return []
  const tracked = new Set(yield* trackedFiles)
  const shared = changed.filter((path) => tracked.has(path.slice(start.length)))
  const own = changed.length - shared.length
  const [are, them] = own === 1 ? ["is", "it"] : ["are", "them"]
  return [
    ...shared.map(
      (path) => `\`${path}\` is tracked by git, and was changed for this machine: do not commit it`
    ),
    ...(own === 0
      ? []
      : [`${counted(own, "file")} of the project ${are} for this machine alone: let git ignore ${them}`])
  ]
})

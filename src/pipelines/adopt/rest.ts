import * as Effect from "effect/Effect"
import { planFolder, type GoingFolder } from "../../domain/adopt/planFolder.ts"
import type { Recorded } from "../../domain/adopt/recorded.ts"
import { globalScope } from "../../domain/paths.ts"
import { StateChanged } from "../../domain/transaction/errors.ts"
import type { ProjectFiles } from "../../services/ProjectFiles.ts"
import { RuntimeFiles } from "../../services/RuntimeFiles.ts"
import { planRecord } from "./ledger.ts"

const planGone = Effect.fnUntraced(function* (id: string, folder: GoingFolder) {
  const runtimes = yield* RuntimeFiles
  const looked = yield* runtimes.look(
    folder.going.map(({ path }) => path),
    globalScope
  )
  const edits = planFolder(folder, looked)
  return edits ?? (yield* new StateChanged({ id, what: `\`${folder.folder}\` is not as it was read` }))
})

const planAll = Effect.fn("adopt.rest")(function* (
  root: string,
  recorded: Recorded,
  folders: ReadonlyArray<GoingFolder>
) {
  const record = yield* planRecord(root, recorded)
  const gone = yield* Effect.forEach(folders, (folder) => planGone(recorded.id, folder))
  return {
    files: [record, ...gone.flatMap(({ files }) => files)],
    dirsCreated: [],
    dirsRemoved: gone.flatMap(({ dirsRemoved = [] }) => dirsRemoved)
  }
})

/** What goes in an adoption's transaction beside entries in settings files, to be planned under the lock. */
export const takenAway = (root: string, recorded: Recorded, folders: ReadonlyArray<GoingFolder>) =>
  Effect.map(Effect.context<ProjectFiles | RuntimeFiles>(), (services) =>
    Effect.provide(planAll(root, recorded, folders), services)
  )

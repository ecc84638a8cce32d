import * as Effect from "effect/Effect"
import type { LeftoverFacts, LeftTemporary } from "../../domain/doctor/judgeLeftovers.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { ownerOfTemporary, parentOf } from "../../domain/paths.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Repairs } from "../../services/Repairs.ts"
import { Views } from "../../services/Views.ts"
import { entriesOf } from "./looking.ts"

/** Settings files that a ledger knows: those recorded, and those chosen. */
export const settingsFilesOf = (ledger: LedgerState): ReadonlyArray<string> => {
  const chosen = [...ledger.entries.values()].flatMap((entry) => entry.wire ?? [])
  return [...new Set([...ledger.files.keys(), ...chosen])].toSorted()
}

/** Our temporaries beside some files, ascending by file. */
export const temporariesBeside = Effect.fn("doctor.temporariesBeside")(function* (
  files: ReadonlyArray<string>
) {
  const found: Array<LeftTemporary> = []
  for (const file of files) {
    for (const { kind, name } of yield* entriesOf(parentOf(file))) {
      const tx = kind === "file" ? ownerOfTemporary(file, name) : undefined
      if (tx !== undefined) found.push({ path: `${parentOf(file)}/${name}`, tx })
    }
  }
  return found
})

/** Looks for what commands that ended too early left. */
export const leftoverFacts = Effect.fn("doctor.leftovers")(function* (ledger: LedgerState) {
  const repairs = yield* Repairs
  const views = yield* Views
  const { paths } = yield* GsdHome
  const below = (folder: string) =>
    Effect.map(entriesOf(folder), (entries) => entries.map(({ name }) => `${folder}/${name}`))
  return {
    interrupted: yield* repairs.interrupted,
    stagings: yield* repairs.deadStagings,
    temporaries: yield* temporariesBeside(settingsFilesOf(ledger)),
    attention: yield* below(paths.attention),
    strays: (yield* views.strays).map(paths.view)
  } satisfies LeftoverFacts
})

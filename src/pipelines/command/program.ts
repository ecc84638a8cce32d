import * as Effect from "effect/Effect"
import type { ChosenFamily } from "../../domain/command/chooseFamily.ts"
import { CapabilityFiles } from "../../services/CapabilityFiles.ts"
import { CommandModules } from "../../services/CommandModules.ts"

/** The program of a family: its capability's bytes are verified now, and its module lies among them. */
export const programOf = Effect.fn("command.programOf")(function* ({ command, member }: ChosenFamily) {
  const files = yield* CapabilityFiles
  const modules = yield* CommandModules
  const { id, contentHash } = member
  const folder = yield* files.folder({ id, ...(contentHash === undefined ? {} : { contentHash }) })
  return yield* modules.program({ capability: id, folder, module: command.module })
})

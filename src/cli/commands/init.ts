import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { scaffoldRoles } from "../../domain/scaffold/ScaffoldFile.ts"
import { commonFlags } from "../globals.ts"
import { renderInit } from "../render/init.ts"
import { inWorkshop, print } from "../verb.ts"
import { load, optionally } from "./flags.ts"

const flags = {
  id: Argument.String("id").pipe(
    Argument.withDescription(
      "Id of the new capability and name of its folder; the directory's name without it"
    ),
    Argument.optional
  ),
  role: Flag.Literals("role", scaffoldRoles).pipe(
    Flag.withDescription("A feature with a skill and a hook, or a reviewer lane"),
    Flag.withDefault("feature")
  ),
  directory: Flag.String("directory").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("Where its folder is made, or the folder itself when it has that name"),
    Flag.optional
  )
}

/** `gsd capability init [ID]`. */
export const init = Command.make(
  "init",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/init.ts"))
    const { directory, id, role } = input
    const request = { role, ...optionally("id", id), ...optionally("directory", directory) }
    yield* print(common, yield* inWorkshop(pipeline.init(request)), renderInit)
  })
).pipe(
  Command.withDescription("Begin a capability: a valid folder to edit; nothing is overwritten"),
  Command.withExamples([
    { command: "gsd capability init my-notes", description: "A feature in ./my-notes" },
    { command: "gsd capability init owl --role reviewer", description: "A reviewer lane in ./owl" }
  ])
)

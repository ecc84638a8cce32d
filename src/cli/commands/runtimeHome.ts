import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { inEngine, print } from "../verb.ts"
import { load } from "./flags.ts"

const flags = {
  id: Argument.String("id").pipe(
    Argument.withDescription("Id of a runtime, such as claude; `gsd runtime list` names them")
  ),
  skills: Flag.Boolean("skills").pipe(
    Flag.withDescription("The folder of its skills in place of the home"),
    Flag.withDefault(false),
    Flag.withoutNegation
  )
}

/** `gsd runtime home ID`. The path is printed as it is, for use in a shell. */
export const runtimeHome = Command.make(
  "home",
  flags,
  Effect.fnUntraced(function* ({ id, skills }) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/runtimeHome.ts"))
    const found = yield* inEngine(common, (scope) => pipeline.runtimeHome({ id, scope, skills }))
    yield* print(common, found, ({ path }) => path)
  })
).pipe(
  Command.withDescription("Print where a runtime lives, whether or not it is there"),
  Command.withExamples([
    { command: 'ls "$(gsd runtime home codex --skills)"', description: "The skills it sees" },
    { command: "gsd runtime home opencode --json", description: "Also why, and what else was tried" }
  ])
)

import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { ownContractView } from "../../domain/loop/contract.ts"
import { commonFlags } from "../globals.ts"
import { renderContract } from "../render/loop.ts"
import { print } from "../verb.ts"

/** `gsd loop contract`. */
export const loopContract = Command.make(
  "contract",
  {},
  Effect.fnUntraced(function* () {
    yield* print(yield* commonFlags, ownContractView, renderContract)
  })
).pipe(
  Command.withDescription("What the workflows publish: roles, kinds of hooks and artefacts at each point"),
  Command.withExamples([{ command: "gsd loop contract --json", description: "For a program" }])
)

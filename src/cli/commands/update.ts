import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import type { LedgerScope } from "../../domain/paths.ts"
import { commonFlags } from "../globals.ts"
import { renderReceipt } from "../render/receipt.ts"
import { print } from "../verb.ts"
import {
  allowDowngrade,
  consentFlags,
  dryRun,
  givenOf,
  id,
  integrity,
  load,
  noWait,
  optionally,
  sourceOf,
  spec,
  waitOf,
  wire
} from "./flags.ts"

const flags = {
  id,
  spec: Argument.optional(spec),
  ...consentFlags,
  dryRun,
  allowDowngrade,
  wire,
  integrity,
  noWait
}

/** `gsd capability update ID [SPEC]`. */
export const update = Command.make(
  "update",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const { inAskingEngine } = yield* load(() => import("../asking.ts"))
    const pipeline = yield* load(() => import("../../pipelines/update.ts"))
    const { id, allowDowngrade } = input
    const rest = {
      id,
      allowDowngrade,
      wait: waitOf(input),
      ...sourceOf(input),
      ...optionally("spec", input.spec)
    }
    const run = input.dryRun ? pipeline.updateDryRun : pipeline.update
    const work = (scope: LedgerScope) => run({ ...rest, scope })
    yield* print(common, yield* inAskingEngine(common, givenOf(input), work), renderReceipt)
  })
).pipe(
  Command.withDescription("Read a capability's source again and upgrade it, showing what changes"),
  Command.withExamples([
    { command: "gsd capability update hello-hooks", description: "From where it was installed" },
    {
      command: "gsd capability update hello-hooks ./elsewhere/hello-hooks",
      description: "From another folder, which becomes its source"
    }
  ])
)

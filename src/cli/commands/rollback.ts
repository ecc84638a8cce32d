import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { LedgerScope } from "../../domain/paths.ts"
import { commonFlags } from "../globals.ts"
import { renderReceipt } from "../render/receipt.ts"
import { print } from "../verb.ts"
import { consentFlags, dryRun, givenOf, id, load, noWait, optionally, waitOf } from "./flags.ts"

const flags = {
  id,
  to: Flag.Int("to").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("Generation to go back to; otherwise the one before the active"),
    Flag.optional
  ),
  ...consentFlags,
  dryRun,
  noWait
}

/** `gsd capability rollback ID`. */
export const rollback = Command.make(
  "rollback",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const { inAskingEngine } = yield* load(() => import("../asking.ts"))
    const pipeline = yield* load(() => import("../../pipelines/rollback.ts"))
    const rest = { id: input.id, wait: waitOf(input), ...optionally("to", input.to) }
    const run = input.dryRun ? pipeline.rollbackDryRun : pipeline.rollback
    const work = (scope: LedgerScope) => run({ ...rest, scope })
    yield* print(common, yield* inAskingEngine(common, givenOf(input), work), renderReceipt)
  })
).pipe(
  Command.withDescription("Go back to a kept generation of a capability"),
  Command.withExamples([
    { command: "gsd capability rollback hello-hooks", description: "To the generation before the active" },
    { command: "gsd capability rollback hello-hooks --to 1", description: "To generation 1" }
  ])
)

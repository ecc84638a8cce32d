import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { LedgerScope } from "../../domain/paths.ts"
import { commonFlags } from "../globals.ts"
import { renderReceipt } from "../render/receipt.ts"
import { print } from "../verb.ts"
import {
  allowDowngrade,
  consentFlags,
  dryRun,
  givenOf,
  integrity,
  load,
  noWait,
  sourceOf,
  spec,
  waitOf,
  wire
} from "./flags.ts"

const flags = {
  spec,
  ...consentFlags,
  dryRun,
  allowDowngrade,
  replace: Flag.Boolean("replace").pipe(
    Flag.withDescription("Let this source take the place of another one"),
    Flag.withDefault(false)
  ),
  wire,
  integrity,
  noWait
}

/** `gsd capability install SPEC`. */
export const install = Command.make(
  "install",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const { inAskingEngine } = yield* load(() => import("../asking.ts"))
    const pipeline = yield* load(() => import("../../pipelines/install.ts"))
    const { spec, replace, allowDowngrade } = input
    const rest = { wait: waitOf(input), ...sourceOf(input) }
    const run = input.dryRun ? pipeline.installDryRun : pipeline.install
    const work = (scope: LedgerScope) => run({ op: "install", scope, spec, replace, allowDowngrade, ...rest })
    yield* print(common, yield* inAskingEngine(common, givenOf(input), work), renderReceipt)
  })
).pipe(
  Command.withDescription("Install a capability, or upgrade it from the same source, after your consent"),
  Command.withExamples([
    { command: "gsd capability install ./hello-hooks", description: "Show what it may do, ask, install" },
    {
      command: "gsd capability install ./hello-hooks --consent sha512-…",
      description: "Say yes to exactly the bytes of an earlier plan, without a terminal"
    },
    {
      command: "gsd capability install ./hello-hooks --wire ~/.claude/settings.json",
      description: "And have the host run its hooks and servers"
    },
    { command: "gsd capability install ./hello-hooks --dry-run --json", description: "Try it, as JSON" }
  ])
)

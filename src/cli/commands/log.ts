import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { exitCode } from "../../domain/hinted.ts"
import { Concluded } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderLog } from "../render/log.ts"
import { inEngine, print } from "../verb.ts"
import { load, optionally } from "./flags.ts"

const flags = {
  id: Argument.String("id").pipe(
    Argument.withDescription("Only what was about this id, installed or not"),
    Argument.optional
  ),
  verify: Flag.Boolean("verify").pipe(
    Flag.withDescription("Check the chain of lines; exit 7 when it is damaged"),
    Flag.withDefault(false),
    Flag.withoutNegation
  )
}

/** `gsd capability log [ID]`. Exit 7 when `--verify` finds damage. */
export const log = Command.make(
  "log",
  flags,
  Effect.fnUntraced(function* ({ id, verify }) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/log.ts"))
    const report = yield* inEngine(common, () => pipeline.log({ verify, ...optionally("id", id) }))
    yield* print(common, report, renderLog)
    if (verify && report.damage.length > 0) return yield* new Concluded({ code: exitCode.degraded })
  })
).pipe(
  Command.withDescription("Tell what was done in all scopes, when, and who consented"),
  Command.withExamples([
    { command: "gsd capability log", description: "Everything, oldest first" },
    { command: "gsd capability log hello-hooks --verify", description: "And whether the log holds together" }
  ])
)

import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { exitCode } from "../../domain/hinted.ts"
import { Concluded } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderVerification } from "../render/verify.ts"
import { inEngine, print } from "../verb.ts"
import { id, load } from "./flags.ts"

/** `gsd capability verify [ID…]`. Exit 7 when anything differs. */
export const verify = Command.make(
  "verify",
  { ids: Argument.variadic(id) },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/verify.ts"))
    const verification = yield* inEngine(common, (scope) => pipeline.verify(scope, input.ids))
    yield* print(common, verification, renderVerification)
    if (verification.verdict !== "ok") return yield* new Concluded({ code: exitCode.degraded })
  })
).pipe(
  Command.withDescription("Hash every file of the installed capabilities and name what differs"),
  Command.withExamples([
    { command: "gsd capability verify", description: "All of them; exit 7 when anything differs" },
    { command: "gsd capability verify hello-hooks --json", description: "One of them, as JSON" }
  ])
)

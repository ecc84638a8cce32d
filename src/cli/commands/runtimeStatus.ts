import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { exitCode } from "../../domain/hinted.ts"
import { isAsItShall, type RuntimeReport } from "../../domain/projection/report.ts"
import { Concluded } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderStatus } from "../render/projection.ts"
import { print } from "../verb.ts"
import { load } from "./flags.ts"
import { runtimeId, withHome } from "./runtimeFlags.ts"

const isDegraded = ({ rows }: RuntimeReport): boolean => rows.some((row) => !isAsItShall(row))

/** `gsd runtime status [ID…]`. Exit 7 when a place is not as it shall be; what others wrote there is told only. */
export const runtimeStatus = Command.make(
  "status",
  { ids: Argument.variadic(runtimeId) },
  Effect.fnUntraced(function* ({ ids }) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/runtimeStatus.ts"))
    const { home, result } = yield* withHome(common, (scope) => pipeline.runtimeStatus({ ids, scope }))
    yield* print(common, result, (reports, view) => renderStatus(reports, { ...view, home }))
    if (result.some(isDegraded)) return yield* new Concluded({ code: exitCode.degraded })
  })
).pipe(
  Command.withDescription("Compare what a runtime shall have with what stands there"),
  Command.withExamples([
    { command: "gsd runtime status", description: "Every applied one; exit 7 when anything differs" },
    { command: "gsd runtime status claude --json", description: "One of them, each place, for a program" }
  ])
)

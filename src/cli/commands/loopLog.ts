import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { limits } from "../../domain/limits.ts"
import { commonFlags } from "../globals.ts"
import { renderLoopLog } from "../render/loopDispatch.ts"
import { inEngine, print } from "../verb.ts"
import { load, optionally } from "./flags.ts"
import { pointNamed } from "./loopFlags.ts"
import { phaseFlag } from "./loopPointFlags.ts"
import { refuse } from "./reviewFlags.ts"
import { warn } from "./reviewListening.ts"

const command = "gsd loop log"

const flags = {
  point: Flag.String("point").pipe(
    Flag.withMetavar("POINT"),
    Flag.withDescription("Only this point of the loop"),
    Flag.optional
  ),
  phase: phaseFlag,
  last: Flag.Int("last").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription(`So many of the newest; ${limits.loopLogRecords} when left out`),
    Flag.withDefault(limits.loopLogRecords)
  )
}

/** `gsd loop log`. */
export const loopLog = Command.make(
  "log",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    if (input.last < 1) return yield* refuse(command, `\`--last\` is ${input.last}, and at least 1 is needed`)
    const point = Option.isNone(input.point) ? {} : { point: yield* pointNamed(command, input.point.value) }
    const pipeline = yield* load(() => import("../../pipelines/loopLog.ts"))
    const wanted = { ...point, ...optionally("phase", input.phase), last: input.last }
    const report = yield* inEngine(common, () => pipeline.loopLog(wanted))
    yield* print(common, report, renderLoopLog)
    if (!common.json) yield* warn(report.notes)
  })
).pipe(
  Command.withDescription("What became of hooks: what ran, was left out, failed or held the loop"),
  Command.withExamples([
    { command: "gsd loop log --phase 3", description: "Of one phase, oldest first" },
    { command: "gsd loop log --point ship:pre --last 5 --json", description: "The newest at one point" }
  ])
)

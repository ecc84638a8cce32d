import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { renderRecord } from "../render/loopDispatch.ts"
import { inEngine, print } from "../verb.ts"
import { load, optionally } from "./flags.ts"
import { pointNamed } from "./loopFlags.ts"
import { aboutOf, pointFlags } from "./loopPointFlags.ts"

const flags = {
  ...pointFlags,
  hook: Flag.String("hook").pipe(Flag.withMetavar("ID"), Flag.withDescription("The hook, such as ui/step/0")),
  outcome: Flag.Literals("outcome", ["done", "failed", "skipped", "passed", "blocked"]).pipe(
    Flag.withDescription("What became of it; passed and blocked are verdicts on a gate")
  ),
  message: Flag.String("message").pipe(
    Flag.withMetavar("TEXT"),
    Flag.withDescription("What a person should know of it"),
    Flag.optional
  )
}

/** `gsd loop record POINT`. */
export const loopRecord = Command.make(
  "record",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const point = yield* pointNamed("gsd loop record", input.point)
    const { hook, outcome } = input
    const pipeline = yield* load(() => import("../../pipelines/loopRecord.ts"))
    const requested = { point, ...aboutOf(input), hook, outcome, ...optionally("message", input.message) }
    const record = yield* inEngine(common, () => pipeline.loopRecord(requested))
    yield* print(common, record, renderRecord)
  })
).pipe(
  Command.withDescription("Note what became of a hook that an agent did; the next dispatch takes it up"),
  Command.withExamples([
    {
      command: "gsd loop record plan:pre --phase 3 --hook ui/step/0 --outcome done",
      description: "The agent has done the step"
    }
  ])
)

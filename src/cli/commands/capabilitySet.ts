import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { InvocationInvalid } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderCapabilitySet } from "../render/config.ts"
import { inEngine, print } from "../verb.ts"
import { targetFlags, targetOf } from "./configFlags.ts"
import { load, noWait, switchedId as id, waitOf } from "./flags.ts"

const command = "gsd capability set"

const flags = {
  id,
  gate: Flag.String("gate").pipe(
    Flag.withMetavar("KEY=VALUE"),
    Flag.withDescription("Set a key of the capability's own; may be given again, all or none are set"),
    Flag.atLeast(0)
  ),
  enable: Flag.Boolean("enable").pipe(
    Flag.withDescription("Switch it on as well"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  disable: Flag.Boolean("disable").pipe(
    Flag.withDescription("Switch it off as well"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  ...targetFlags,
  noWait
}

const refused = (problem: string) =>
  new InvocationInvalid({ command, problem, problems: [problem], suggestions: [] })

/** Whether it is switched, and which way; something has to be asked for. */
const switching = Effect.fnUntraced(function* (input: {
  readonly enable: boolean
  readonly disable: boolean
  readonly gate: ReadonlyArray<string>
}) {
  if (input.enable && input.disable)
    return yield* refused("`--enable` and `--disable` are given, and only one of them can be meant")
  if (!input.enable && !input.disable && input.gate.length === 0)
    return yield* refused("One of `--gate`, `--enable` and `--disable` is needed")
  return input.enable ? true : input.disable ? false : undefined
})

/** `gsd capability set ID`. */
export const capabilitySet = Command.make(
  "set",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const enabled = yield* switching(input)
    const target = yield* targetOf(command, input)
    const pipeline = yield* load(() => import("../../pipelines/config/gates.ts"))
    const rest = { id: input.id, gates: input.gate, enabled, target, wait: waitOf(input) }
    const result = yield* inEngine(common, (scope) => pipeline.capabilitySet({ ...rest, scope }))
    yield* print(common, result, renderCapabilitySet)
  })
).pipe(
  Command.withDescription("Set keys of a capability, and switch it on or off"),
  Command.withExamples([
    {
      command: "gsd capability set ui --gate workflow.ui_review=false",
      description: "Its review of the finished frontend is off in this project"
    }
  ])
)

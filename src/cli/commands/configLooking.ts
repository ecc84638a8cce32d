import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { commonFlags } from "../globals.ts"
import { renderExplained, renderValue, renderValues } from "../render/config.ts"
import { inEngine, print } from "../verb.ts"
import { setFlag, workstreamFlag } from "./configFlags.ts"
import { load, optionally } from "./flags.ts"

/** The argument KEY. */
export const key = Argument.String("key").pipe(
  Argument.withDescription("Dotted name of a configuration key, such as workflow.ui_review")
)

const lookFlags = { ws: workstreamFlag, set: setFlag }

const wantedOf = (input: { readonly ws: Option.Option<string>; readonly set: ReadonlyArray<string> }) => ({
  ...optionally("workstream", input.ws),
  set: input.set
})

/** `gsd config get [KEY]`. */
export const configGet = Command.make(
  "get",
  { key: Argument.optional(key), ...lookFlags },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/config/get.ts"))
    const wanted = wantedOf(input)
    if (Option.isNone(input.key))
      return yield* print(common, yield* inEngine(common, () => pipeline.configValues(wanted)), renderValues)
    const name = input.key.value
    yield* print(common, yield* inEngine(common, () => pipeline.configGet(wanted, name)), renderValue)
  })
).pipe(
  Command.withDescription("Print the value of a key that is in force, or of every key"),
  Command.withExamples([
    { command: "gsd config get workflow.ui_review", description: "The value alone" },
    { command: "gsd config get --json", description: "Every key with its value and where it stands" }
  ])
)

/** `gsd config explain KEY`. */
export const configExplain = Command.make(
  "explain",
  { key, ...lookFlags },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/config/explain.ts"))
    const explained = yield* inEngine(common, () => pipeline.configExplain(wantedOf(input), input.key))
    yield* print(common, explained, renderExplained)
  })
).pipe(
  Command.withDescription("Say where a key is set, which of it is in force and why, and what reads it"),
  Command.withExamples([
    { command: "gsd config explain workflow.ui_review", description: "File and line of each place" }
  ])
)

import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { globalScope } from "../../domain/paths.ts"
import { commonFlags } from "../globals.ts"
import { renderRecords, renderRevoked } from "../render/trust.ts"
import { inEngine, print } from "../verb.ts"
import { id, load, noWait, waitOf } from "./flags.ts"

const trustList = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/trust.ts"))
    yield* print(common, yield* inEngine(common, pipeline.trustList), renderRecords)
  })
).pipe(
  Command.withDescription("List every consent record: who said yes to what, when and how"),
  Command.withExamples([{ command: "gsd capability trust list", description: "All scopes" }])
)

const trustShow = Command.make(
  "show",
  { id },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/trust.ts"))
    yield* print(common, yield* inEngine(common, pipeline.trustShow(globalScope, input.id)), renderRecords)
  })
).pipe(
  Command.withDescription("Show the consent records of one capability"),
  Command.withExamples([{ command: "gsd capability trust show hello-hooks", description: "Of this one" }])
)

const trustRevoke = Command.make(
  "revoke",
  { id, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/trust.ts"))
    const requested = { id: input.id, scope: globalScope, wait: waitOf(input) }
    yield* print(common, yield* inEngine(common, pipeline.trustRevoke(requested)), renderRevoked)
  })
).pipe(
  Command.withDescription("Withdraw consent; the capability stays installed and becomes inactive"),
  Command.withExamples([
    { command: "gsd capability trust revoke hello-hooks", description: "Take the yes back" }
  ])
)

/** `gsd capability trust …`. */
export const trust = Command.make("trust").pipe(
  Command.withDescription("Look at consent records and withdraw them"),
  Command.withSubcommands([trustList, trustShow, trustRevoke])
)

import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { scopeKey } from "../../domain/paths.ts"
import { commonFlags } from "../globals.ts"
import { renderReceipt } from "../render/receipt.ts"
import { renderRecords, renderRevoked } from "../render/trust.ts"
import { inEngine, print } from "../verb.ts"
import {
  allowDowngrade,
  consentFlags,
  dryRun,
  givenOf,
  id,
  load,
  noWait,
  sourceOf,
  waitOf,
  wire
} from "./flags.ts"

const trustList = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/trust.ts"))
    const { scopeHere } = yield* load(() => import("../../pipelines/project/here.ts"))
    const [records, here] = yield* inEngine(common, () => Effect.all([pipeline.trustList, scopeHere]))
    yield* print(common, records, (all, view) => renderRecords(all, view, scopeKey(here)))
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
    const [records, here] = yield* inEngine(common, (scope) =>
      Effect.map(pipeline.trustShow(scope, input.id), (found) => [found, scopeKey(scope)] as const)
    )
    yield* print(common, records, (all, view) => renderRecords(all, view, here))
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
    const rest = { id: input.id, wait: waitOf(input) }
    const [revoked, here] = yield* inEngine(common, (scope) =>
      Effect.map(pipeline.trustRevoke({ ...rest, scope }), (done) => [done, scopeKey(scope)] as const)
    )
    yield* print(common, revoked, (one, view) => renderRevoked(one, view, here))
  })
).pipe(
  Command.withDescription("Withdraw consent; the capability stays installed and becomes inactive"),
  Command.withExamples([
    { command: "gsd capability trust revoke hello-hooks", description: "Take the yes back" }
  ])
)

const trustAdd = Command.make(
  "add",
  { id, ...consentFlags, dryRun, allowDowngrade, wire, noWait },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const { inAskingEngine } = yield* load(() => import("../asking.ts"))
    const pipeline = yield* load(() => import("../../pipelines/trustAdd.ts"))
    const { id, allowDowngrade } = input
    const run = input.dryRun ? pipeline.trustAddDryRun : pipeline.trustAdd
    const work = () => run({ id, allowDowngrade, wait: waitOf(input), ...sourceOf(input) })
    const here = { ...common, scope: "project" } as const
    yield* print(common, yield* inAskingEngine(here, givenOf(input), work), renderReceipt)
  })
).pipe(
  Command.withDescription(
    "Trust a capability that this project carries, on this machine, after your consent"
  ),
  Command.withExamples([
    { command: "gsd capability trust add hello-hooks", description: "Show what it may do, ask, activate" }
  ])
)

/** `gsd capability trust …`. */
export const trust = Command.make("trust").pipe(
  Command.withDescription("Look at consent records, give consent to what a project carries, withdraw it"),
  Command.withSubcommands([trustList, trustShow, trustAdd, trustRevoke])
)

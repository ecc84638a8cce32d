import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { reportCode, type SyncReport } from "../../domain/project/syncReport.ts"
import { currentProject } from "../../pipelines/project/scope.ts"
import type { Common } from "../common.ts"
import { Concluded } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderSync } from "../render/sync.ts"
import { print } from "../verb.ts"
import { consentFlags, givenOf, load, noWait, sourceOf, waitOf, wire } from "./flags.ts"

const flags = {
  ...consentFlags,
  prune: Flag.Boolean("prune").pipe(
    Flag.withDescription("Remove what is installed in the project and not named by the lockfile"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  wire,
  noWait
}

/** Prints a result per capability; the exit code is that of the first that failed. */
export const concludeSync = Effect.fnUntraced(function* (common: Pick<Common, "json">, report: SyncReport) {
  yield* print(common, report, renderSync)
  const code = reportCode(report)
  if (code !== 0) return yield* new Concluded({ code })
})

/** `gsd capability sync`. */
export const sync = Command.make(
  "sync",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = { ...(yield* commonFlags), scope: "project" } as const
    const { inAskingEngine } = yield* load(() => import("../asking.ts"))
    const pipeline = yield* load(() => import("../../pipelines/sync.ts"))
    const rest = { prune: input.prune, wait: waitOf(input), ...sourceOf(input) }
    const work = () => Effect.flatMap(currentProject, (scope) => pipeline.sync(scope, rest))
    yield* concludeSync(common, yield* inAskingEngine(common, givenOf(input), work))
  })
).pipe(
  Command.withDescription("Bring what is installed in this project to what its lockfile says"),
  Command.withExamples([
    { command: "gsd capability sync", description: "Show each, ask, install exactly those bytes" },
    { command: "gsd capability sync --prune --yes", description: "And remove what nobody named" }
  ])
)

import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { exitCode } from "../../domain/hinted.ts"
import type { LockReport } from "../../domain/project/lockReport.ts"
import { currentProject } from "../../pipelines/project/scope.ts"
import { Concluded } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderLock } from "../render/lock.ts"
import { inEngine, print } from "../verb.ts"
import { load, noWait, waitOf } from "./flags.ts"

const flags = {
  check: Flag.Boolean("check").pipe(
    Flag.withDescription("Write nothing; exit 4 when the lockfile does not agree, and list where"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  prune: Flag.Boolean("prune").pipe(
    Flag.withDescription("Take out what is not installed on this machine"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  noWait
}

/** `gsd capability lock`. Exit 4 when `--check` finds a disagreement. */
export const lock = Command.make(
  "lock",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = { ...(yield* commonFlags), scope: "project" } as const
    const pipeline = yield* load(() => import("../../pipelines/lock.ts"))
    const rest = { prune: input.prune, wait: waitOf(input) }
    const report: LockReport = input.check
      ? yield* inEngine(common, () => Effect.flatMap(currentProject, pipeline.lockCheck))
      : yield* inEngine(common, () => Effect.flatMap(currentProject, (scope) => pipeline.lock(scope, rest)))
    yield* print(common, report, renderLock)
    if (report.status === "drifted") return yield* new Concluded({ code: exitCode.refused })
  })
).pipe(
  Command.withDescription("Write the project's lockfile from what is installed, or check it"),
  Command.withExamples([
    { command: "gsd capability lock", description: "Say in the project what is installed in it" },
    { command: "gsd capability lock --check", description: "Compare, and change nothing" }
  ])
)

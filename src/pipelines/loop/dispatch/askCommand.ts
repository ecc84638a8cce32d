import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { limits } from "../../../domain/limits.ts"
import {
  gateTimeout,
  hookEnvironment,
  judgeCommand,
  shellStart,
  type HookFacts
} from "../../../domain/loop/command.ts"
import { unasked, type GateAnswer } from "../../../domain/loop/gate.ts"
import { phaseRequirements } from "../../../domain/loop/phaseRequirements.ts"
import type { GatePredicate } from "../../../domain/loop/predicate.ts"
import { Environment } from "../../../services/Environment.ts"
import { GsdHome } from "../../../services/GsdHome.ts"
import { PlanningFiles } from "../../../services/PlanningFiles.ts"
import { Spawner } from "../../../services/Spawner.ts"
import type { Here } from "./here.ts"

const roadmapPath = ".planning/ROADMAP.md"

/** What the caller said, else what the roadmap says; a roadmap that cannot be read says nothing. */
const requirementsOf = Effect.fnUntraced(function* ({ phase, requirements }: Here) {
  if (requirements !== undefined) return requirements
  const files = yield* PlanningFiles
  const roadmap = yield* Effect.orElseSucceed(files.text(roadmapPath), () => undefined)
  return phaseRequirements(roadmap ?? "", phase.number)
})

const output = { _tag: "Keep", capBytes: limits.gateOutputBytes, part: "tail" } as const

/** Runs a gate's command in the project's root, bounded; its end is the answer. */
export const askCommand = Effect.fn("loop.askCommand")(function* (
  predicate: Extract<GatePredicate, { readonly kind: "command-exit-zero" }>,
  here: Here
) {
  const { platform, variables } = yield* Environment
  const { project } = yield* GsdHome
  const spawner = yield* Spawner
  const root = Option.getOrUndefined(project)
  if (root === undefined) return unasked("there is no project here to run its command in")
  const facts: HookFacts = { point: here.point, phase: here.phase, requirements: yield* requirementsOf(here) }
  const isWindows = platform === "win32"
  const start = shellStart(predicate.command, hookEnvironment(variables, facts, isWindows), isWindows)
  return yield* spawner
    .run({ ...start, directory: root, timeout: gateTimeout(predicate), stdout: output, stderr: output })
    .pipe(Effect.match({ onFailure: ({ message }): GateAnswer => unasked(message), onSuccess: judgeCommand }))
})

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
import type { GatePredicate } from "../../../domain/loop/predicate.ts"
import { wholeProject } from "../../../domain/planning/choosePhase.ts"
import type { Phase } from "../../../domain/planning/phase.ts"
import { askedOf } from "../../../domain/query/gaps.ts"
import { Environment } from "../../../services/Environment.ts"
import { GsdHome } from "../../../services/GsdHome.ts"
import { Spawner } from "../../../services/Spawner.ts"
import { readArtifact, roadmapOf } from "../../query/texts.ts"
import type { Here } from "./here.ts"

/** Requirements that the roadmap and the table of requirements name for the phase; texts that cannot be read name none. */
const lookedUp = Effect.fnUntraced(function* (phase: Phase) {
  const roadmap = yield* roadmapOf(phase)
  const requirements = yield* readArtifact(wholeProject, "REQUIREMENTS.md")
  const asked = askedOf({
    number: phase.number,
    ...(roadmap === undefined ? {} : { roadmap }),
    ...(requirements === undefined ? {} : { requirements })
  })
  return asked.flatMap(({ id, kind }) => (kind === "requirement" ? [id] : [])).join(",")
})

/** What the caller said; else what is looked up for a phase. */
const requirementsOf = ({ phase, requirements }: Here) => {
  if (requirements !== undefined) return Effect.succeed(requirements)
  return phase.number === "" ? Effect.succeed("") : Effect.orElseSucceed(lookedUp(phase), () => "")
}

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

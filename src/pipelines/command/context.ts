import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ContextFacts } from "../../domain/command/contract.ts"
import { wholeProject } from "../../domain/planning/choosePhase.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { phaseOf, type PhaseWanted } from "../query/phase.ts"

/** A call as far as its module is told. */
export interface Called extends PhaseWanted {
  readonly family: string
  /** Present where a person, or a program, reads along. */
  readonly listener?: unknown
}

/** What a module is told of where and how it is called. Fails with `PhaseNotFound` for a phase that is not there. */
export const contextOf = Effect.fn("command.contextOf")(function* (called: Called, capability: string) {
  const { workingDirectory } = yield* Environment
  const { project } = yield* GsdHome
  const projectRoot = Option.getOrElse(project, () => workingDirectory)
  const phase = yield* phaseOf(called)
  const named = { ...phase, folder: `${projectRoot}/${phase.folder}` }
  return {
    family: called.family,
    capability,
    projectRoot,
    planningFolder: `${projectRoot}/${wholeProject.folder}`,
    workingDirectory,
    ...(phase.folder === wholeProject.folder ? {} : { phase: named }),
    json: called.listener === undefined
  } satisfies ContextFacts
})

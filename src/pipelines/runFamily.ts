import * as Effect from "effect/Effect"
import type * as Duration from "effect/Duration"
import { inactivity } from "../domain/command/activation.ts"
import { chooseFamily, familyRows } from "../domain/command/chooseFamily.ts"
import { loopContext } from "./loop/context.ts"
import type { LoopWanted } from "./loop/here.ts"
import type { PhaseWanted } from "./query/phase.ts"
import { contextOf } from "./command/context.ts"
import { programOf } from "./command/program.ts"
import { runModule, type CommandListener } from "./command/run.ts"

/** A command of a capability, as it is called. */
export interface FamilyRequest<E = never, R = never> extends LoopWanted, PhaseWanted {
  readonly family: string
  /** Handed to the module word for word. */
  readonly args: ReadonlyArray<string>
  /** Longest run; `limits.commandMillis` when left out. */
  readonly timeout?: Duration.Duration
  /** Takes the outputs while they are written. Without it they are kept, and so is the answer's JSON. */
  readonly listener?: CommandListener<E, R>
}

const factsHere = Effect.fnUntraced(function* (wanted: LoopWanted) {
  const { registry, valueOf } = yield* loopContext(wanted)
  return { registry, inactive: (member: Parameters<typeof inactivity>[0]) => inactivity(member, valueOf) }
})

/** Every command family there is, ascending; also those that are not active, with the reason. */
export const listFamilies = Effect.fn("listFamilies")(function* (wanted: LoopWanted) {
  return familyRows(yield* factsHere(wanted))
})

/**
 * Runs a command of a capability in a process of its own: its owner is looked up, its bytes are verified, its module is
 * confined to them, and all its processes are ended with it. Fails with `FamilyUnknown` or `FamilyInactive` when there is
 * nothing to run, with `CommandUnfinished` when it was ended; what the module says went wrong is an exit code.
 * Interruption ends its processes. Source: docs/adr/0026.
 */
export const runFamily = Effect.fn("runFamily")(function* <E = never, R = never>(
  request: FamilyRequest<E, R>
) {
  const chosen = chooseFamily(yield* factsHere(request), request.family)
  if (chosen._tag !== "Chosen") return yield* chosen
  const context = yield* contextOf(request, chosen.member.id)
  const program = yield* programOf(chosen)
  return yield* runModule(request, { context, program, router: chosen.command.router })
})

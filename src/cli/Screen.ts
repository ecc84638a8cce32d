import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ProgressReport } from "../services/Progress.ts"
import type { View } from "./render/view.ts"

/** The two outputs as a person sees them, and the person, when there is one. */
export class Screen extends Context.Service<
  Screen,
  {
    readonly out: Effect.Effect<View>
    readonly err: Effect.Effect<View>
    /** Tells how far a command is, on stderr, where it takes long. */
    readonly progress: Effect.Effect<ProgressReport>
    /** Whether stdin and stderr are terminals, so that somebody can be asked. */
    readonly interactive: Effect.Effect<boolean>
    /**
     * Writes the question to stderr and reads one line of stdin; none at its end. Only to be called when
     * interactive. Ctrl-C interrupts.
     */
    readonly ask: (question: string) => Effect.Effect<Option.Option<string>>
  }
>()("gsd/cli/Screen") {}

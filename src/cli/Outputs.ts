import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Concluded } from "./errors.ts"

/** The two outputs of this process, for what another program writes. */
export class Outputs extends Context.Service<
  Outputs,
  {
    /** Writes all bytes as they are and ends when the system has taken them; a reader of stdout that left concludes the command. */
    readonly write: (output: "stdout" | "stderr", bytes: Uint8Array) => Effect.Effect<void, Concluded>
  }
>()("gsd/cli/Outputs") {}

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { RuntimeHomeRefused } from "../domain/runtime/errors.ts"
import type { HomeQuestion, RuntimeHome } from "../domain/runtime/home.ts"

/** Where host runtimes live on this machine. */
export class RuntimeHomes extends Context.Service<
  RuntimeHomes,
  {
    /** Where a part of a runtime is, or why nowhere; links are followed when it is looked what is there. Nothing is written. */
    readonly find: (question: HomeQuestion) => Effect.Effect<RuntimeHome, RuntimeHomeRefused>
  }
>()("gsd/services/RuntimeHomes") {}

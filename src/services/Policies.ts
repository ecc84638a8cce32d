import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Policy, PolicyUnreadable } from "../domain/policy/policy.ts"

/** The policy in force: the user's, narrowed by the project's. An unreadable one fails closed. */
export class Policies extends Context.Service<
  Policies,
  {
    readonly read: Effect.Effect<Policy, PolicyUnreadable>
  }
>()("gsd/services/Policies") {}

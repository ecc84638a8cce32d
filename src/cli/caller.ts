import * as Effect from "effect/Effect"
import { agentCalling, consentBy } from "../domain/agent/markers.ts"
import type { Circumstances } from "../domain/consent/decide.ts"
import { Environment } from "../services/Environment.ts"
import { Policies } from "../services/Policies.ts"
import { Screen } from "./Screen.ts"

/** Who is calling, what the user's policy lets agents do, and whether a person can be asked. */
export const circumstances = Effect.fnUntraced(function* (json: boolean) {
  const { variables } = yield* Environment
  const interactive = yield* (yield* Screen).interactive
  const policies = yield* Policies
  const { fromAgents } = yield* policies.read
  const agent = agentCalling(variables)
  return {
    by: consentBy(variables, interactive),
    ...(agent === undefined ? {} : { agent }),
    fromAgents,
    canAsk: interactive && !json
  } satisfies Circumstances
})

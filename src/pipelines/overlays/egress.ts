import * as Effect from "effect/Effect"
import { egressOf } from "../../domain/disclosure/egress.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import { Config } from "../../services/Config.ts"

/** Where the lanes of a raw manifest send data now, by the configuration in force. */
export const resolveEgress = Effect.fn("overlays.egress")(function* (raw: JsonValue) {
  const config = yield* Config
  const texts = yield* config.texts
  return egressOf(raw, (key) => texts.get(key))
})

import * as Effect from "effect/Effect"
import { federatedKeys } from "../../domain/config/federated.ts"
import { entryOf } from "../../domain/config/key.ts"
import { mergeLayers, type PassedOver } from "../../domain/config/merge.ts"
import { warnOf, type LaneWarning } from "../../domain/lane/warning.ts"
import type { Registry } from "../../domain/registry/Registry.ts"
import { shown } from "../../domain/text/escape.ts"
import { Config } from "../../services/Config.ts"

const warningOf = ({ key, ...setting }: PassedOver): LaneWarning =>
  warnOf("selection", "")({ key, setting }, shown`which does not fit the key; a weaker setting counts`)

/** Configuration as reviews read it: of each key the strongest setting that fits, and a warning for each that does not. */
export const laneSettings = Effect.fn("review.settings")(function* (registry: Registry) {
  const config = yield* Config
  const keys = federatedKeys(registry)
  const { passedOver, settings } = mergeLayers(yield* config.layers({}), (key) => entryOf(keys, key))
  return { settings, warnings: passedOver.filter(({ key }) => key.startsWith("review.")).map(warningOf) }
})

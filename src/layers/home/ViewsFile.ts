import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Views } from "../../services/Views.ts"
import { whenMissing } from "../disk/missing.ts"

/** The views folder on disk. */
export const layer = Layer.effect(
  Views,
  Effect.gen(function* () {
    const durable = yield* Durable
    const { paths } = yield* GsdHome
    const strays = whenMissing(durable.entries(paths.views), []).pipe(
      Effect.map((entries) =>
        entries.filter((one) => one.kind !== "link" && !one.name.startsWith(".")).map((one) => one.name)
      ),
      Effect.withSpan("Views.strays")
    )
    return Views.of({ strays })
  })
)

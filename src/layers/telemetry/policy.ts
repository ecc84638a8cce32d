import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { exportRefusal } from "../../domain/telemetry/otlp.ts"
import { Policies } from "../../services/Policies.ts"
import * as DurableNode from "../disk/DurableNode.ts"
import * as EnvironmentNode from "../home/EnvironmentNode.ts"
import * as GsdHomeFile from "../home/GsdHomeFile.ts"
import * as PoliciesFile from "../policy/PoliciesFile.ts"

/** Flags that decide whether anything may be sent. */
export interface ExportPlace {
  readonly offline: boolean
  readonly root?: string
  readonly project?: string
}

const readPolicy = (place: ExportPlace) =>
  Effect.flatMap(Policies, ({ read }) => read).pipe(
    Effect.provide(
      PoliciesFile.layer.pipe(
        Layer.provide(GsdHomeFile.layerWith(place)),
        Layer.provide(Layer.merge(DurableNode.layer, EnvironmentNode.layerWith("gsd")))
      )
    ),
    Effect.option
  )

/** Why nothing may be sent to a collector, as a clause; undefined when it may. */
export const whyNotExported = (place: ExportPlace): Effect.Effect<string | undefined> =>
  place.offline
    ? Effect.succeed(exportRefusal(undefined, true))
    : Effect.map(readPolicy(place), (policy) =>
        exportRefusal(policy._tag === "Some" ? policy.value : undefined, false)
      )

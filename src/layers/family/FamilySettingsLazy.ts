import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FamilySettings } from "../../services/FamilySettings.ts"

/** The settings file on the machine's own disk, loaded with the first call, for the commands that ask for none. */
export const layer: Layer.Layer<FamilySettings> = Layer.effect(
  FamilySettings,
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const real = yield* Effect.cached(
      Effect.gen(function* () {
        const node = yield* Effect.promise(() => import("./FamilySettingsNode.ts"))
        return Context.get(yield* Layer.buildWithScope(node.layer, scope), FamilySettings)
      })
    )
    return FamilySettings.of({
      read: (path) => Effect.flatMap(real, (one) => one.read(path)),
      editable: (path) => Effect.flatMap(real, (one) => one.editable(path)),
      edit: (path, edit) => Effect.flatMap(real, (one) => one.edit(path, edit))
    })
  })
)

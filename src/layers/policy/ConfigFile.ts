import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isJsonObject, type JsonObject } from "../../domain/json/value.ts"
import type { PolicyUnreadable } from "../../domain/policy/policy.ts"
import { Config } from "../../services/Config.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { readSettings } from "./settingsFile.ts"

const textsOf = (value: JsonObject, prefix: string): ReadonlyArray<readonly [string, string]> =>
  Object.entries(value).flatMap(([key, one]): ReadonlyArray<readonly [string, string]> => {
    if (typeof one === "string") return [[prefix + key, one]]
    return isJsonObject(one) ? textsOf(one, `${prefix}${key}.`) : []
  })

/** The project's `.planning/config.json`. */
export const layer = Layer.effect(
  Config,
  Effect.gen(function* () {
    const services = Context.pick(Durable)(yield* Effect.context<Durable>())
    const { project } = yield* GsdHome
    const file = Option.match(project, {
      onNone: () => "",
      onSome: (root) => `${root}/.planning/config.json`
    })
    const document: Effect.Effect<JsonObject, PolicyUnreadable> =
      file === "" ? Effect.succeed({}) : readSettings(file).pipe(Effect.provide(services))
    return Config.of({
      texts: document.pipe(
        Effect.map((settings) => new Map(textsOf(settings, ""))),
        Effect.withSpan("Config.texts")
      ),
      document: document.pipe(
        Effect.map((settings) => ({ document: settings, file })),
        Effect.withSpan("Config.document")
      )
    })
  })
)

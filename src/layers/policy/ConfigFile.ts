import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isJsonObject, type JsonObject } from "../../domain/json/value.ts"
import { Config } from "../../services/Config.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { readSettings } from "./settingsFile.ts"

const textsOf = (value: JsonObject, prefix: string): ReadonlyArray<readonly [string, string]> =>
  Object.entries(value).flatMap(([key, one]): ReadonlyArray<readonly [string, string]> => {
    if (typeof one === "string") return [[prefix + key, one]]
    return isJsonObject(one) ? textsOf(one, `${prefix}${key}.`) : []
  })

/** Text values of the project's `.planning/config.json` by dotted key. */
export const layer = Layer.effect(
  Config,
  Effect.gen(function* () {
    const services = Context.pick(Durable)(yield* Effect.context<Durable>())
    const { project } = yield* GsdHome
    const texts = Option.match(project, {
      onNone: () => Effect.succeed(new Map<string, string>()),
      onSome: (root) =>
        Effect.map(
          readSettings(`${root}/.planning/config.json`),
          (settings) => new Map(textsOf(settings, ""))
        )
    })
    return Config.of({ texts: texts.pipe(Effect.provide(services), Effect.withSpan("Config.texts")) })
  })
)

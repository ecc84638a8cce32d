import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ConfigLayer } from "../../domain/config/resolve.ts"
import { isJsonObject, type JsonObject } from "../../domain/json/value.ts"
import type { PolicyUnreadable } from "../../domain/policy/policy.ts"
import { Config, type ConfigWanted } from "../../services/Config.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { readSettings } from "./settingsFile.ts"

const textsOf = (value: JsonObject, prefix: string): ReadonlyArray<readonly [string, string]> =>
  Object.entries(value).flatMap(([key, one]): ReadonlyArray<readonly [string, string]> => {
    if (typeof one === "string") return [[prefix + key, one]]
    return isJsonObject(one) ? textsOf(one, `${prefix}${key}.`) : []
  })

type File = Pick<ConfigLayer, "origin" | "file">

const filesOf = (userFile: string, project: Option.Option<string>, wanted: ConfigWanted) => {
  const user: File = { origin: "user", file: userFile }
  if (Option.isNone(project)) return [user]
  const planning = `${project.value}/.planning`
  const whole: File = { origin: "project", file: `${planning}/config.json` }
  const { workstream } = wanted
  return workstream === undefined
    ? [user, whole]
    : [
        user,
        whole,
        { origin: "workstream", file: `${planning}/workstreams/${workstream}/config.json` } satisfies File
      ]
}

/** The user's `H/config.json`, the project's `.planning/config.json`, and that of a workstream. */
export const layer = Layer.effect(
  Config,
  Effect.gen(function* () {
    const services = Context.pick(Durable)(yield* Effect.context<Durable>())
    const { paths, project } = yield* GsdHome
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
      ),
      layers: Effect.fn("Config.layers")((wanted: ConfigWanted) =>
        Effect.forEach(filesOf(`${paths.root}/config.json`, project, wanted), (one) =>
          Effect.map(readSettings(one.file), (found): ConfigLayer => ({ ...one, document: found })).pipe(
            Effect.provide(services)
          )
        )
      )
    })
  })
)

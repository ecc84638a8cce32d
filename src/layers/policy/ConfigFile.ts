import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { textsOf } from "../../domain/config/merge.ts"
import type { ConfigLayer } from "../../domain/config/resolve.ts"
import { activeWorkstreamFile, chooseWorkstream, workstreamVariable } from "../../domain/config/workstream.ts"
import { limits } from "../../domain/limits.ts"
import { PolicyUnreadable } from "../../domain/policy/policy.ts"
import { Config, type ConfigWanted } from "../../services/Config.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Lock } from "../../services/Lock.ts"
import { whenMissing } from "../disk/missing.ts"
import { readSettingsFile } from "./settingsFile.ts"
import { editConfig } from "./writeConfig.ts"

/** What the file says that names a project's active workstream; undefined when there is none. */
const activeText = Effect.fnUntraced(function* (root: string) {
  const durable = yield* Durable
  const path = `${root}/${activeWorkstreamFile}`
  const bytes = yield* whenMissing(durable.read(path, { maxBytes: limits.workstreamBytes }), undefined).pipe(
    Effect.mapError((failure) => new PolicyUnreadable({ path, problem: failure.message }))
  )
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
})

const workstreamIn = Effect.fnUntraced(function* (root: string, { workstream }: ConfigWanted) {
  const { variables } = yield* Environment
  const said = [
    { text: workstream, by: "`--ws`" },
    { text: variables.get(workstreamVariable), by: `\`${workstreamVariable}\`` }
  ]
  const named = yield* Effect.fromResult(chooseWorkstream(said))
  if (named !== undefined) return named
  const active = { text: yield* activeText(root), by: `\`${root}/${activeWorkstreamFile}\`` }
  return yield* Effect.fromResult(chooseWorkstream([active]))
})

type File = Pick<ConfigLayer, "origin" | "file">

const filesOf = Effect.fnUntraced(function* (wanted: ConfigWanted) {
  const { paths, project } = yield* GsdHome
  const user: File = { origin: "user", file: paths.config }
  if (Option.isNone(project)) return [user]
  const planning = `${project.value}/.planning`
  const whole: File = { origin: "project", file: `${planning}/config.json` }
  const name = yield* workstreamIn(project.value, wanted)
  if (name === undefined) return [user, whole]
  const own: File = { origin: "workstream", file: `${planning}/workstreams/${name}/config.json` }
  return [user, whole, own]
})

const layersFor = Effect.fnUntraced(function* (wanted: ConfigWanted) {
  const files = yield* filesOf(wanted)
  return yield* Effect.forEach(files, (one) =>
    Effect.map(readSettingsFile(one.file), (read): ConfigLayer => ({ ...one, ...read }))
  )
})

/** The user's `H/config.json`, the project's `.planning/config.json`, and that of a workstream. */
export const layer = Layer.effect(
  Config,
  Effect.gen(function* () {
    const services = Context.pick(
      Durable,
      Environment,
      GsdHome,
      Lock
    )(yield* Effect.context<Durable | Environment | GsdHome | Lock>())
    return Config.of({
      texts: layersFor({}).pipe(
        Effect.map(textsOf),
        Effect.provide(services),
        Effect.withSpan("Config.texts")
      ),
      layers: Effect.fn("Config.layers")(layersFor, Effect.provide(services)),
      edit: (target, wait, edit) =>
        editConfig(target, wait, edit).pipe(Effect.provide(services), Effect.withSpan("Config.edit"))
    })
  })
)

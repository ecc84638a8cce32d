import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ConfigLayer } from "../../domain/config/resolve.ts"
import { activeWorkstreamFile, chooseWorkstream, workstreamVariable } from "../../domain/config/workstream.ts"
import { limits } from "../../domain/limits.ts"
import { PolicyUnreadable } from "../../domain/policy/policy.ts"
import type { ConfigWanted } from "../../services/Config.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { readIfThere } from "../disk/readIfThere.ts"
import { parentOf } from "../../domain/paths.ts"
import { wayFrom } from "../project/look.ts"
import { readSettingsFile } from "./settingsFile.ts"

/** What the file says that names a project's active workstream; undefined when there is none. */
const activeText = Effect.fnUntraced(function* (root: string) {
  const path = `${root}/${activeWorkstreamFile}`
  const bytes = yield* readIfThere(path, limits.workstreamBytes).pipe(
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

/** A folder of the project that is a link would lead to files that the project does not hold. */
const refuseLinks = Effect.fnUntraced(function* ({ file, origin }: File) {
  const { project } = yield* GsdHome
  if (origin === "user" || Option.isNone(project)) return
  const { blocked } = yield* wayFrom(project.value)(parentOf(file)).pipe(
    Effect.mapError((failure) => new PolicyUnreadable({ path: file, problem: failure.message }))
  )
  if (blocked !== undefined)
    return yield* new PolicyUnreadable({ path: file, problem: `\`${blocked.at}\`: ${blocked.reason}` })
})

/** What each file of configuration sets that counts here, the weakest first. */
export const layersFor = Effect.fnUntraced(function* (wanted: ConfigWanted) {
  const files = yield* filesOf(wanted)
  return yield* Effect.forEach(files, (one) =>
    refuseLinks(one).pipe(
      Effect.andThen(readSettingsFile(one.file)),
      Effect.map((read): ConfigLayer => ({ ...one, ...read }))
    )
  )
})

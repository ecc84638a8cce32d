import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { parse } from "ini"
import { isAbsolute, sep } from "node:path"
import { limits } from "../../../domain/limits.ts"
import { namedUserConfig, settingsOf, type Settings } from "../../../domain/npm/npmrc.ts"
import { Durable } from "../../../services/Durable.ts"
import { Environment } from "../../../services/Environment.ts"
import { GsdHome } from "../../../services/GsdHome.ts"
import { whenMissing } from "../../disk/missing.ts"

/** The user's own configuration of npm. */
export interface UserConfig {
  /** Where it is, or would be, as a person would name it. */
  readonly path: string
  readonly settings: Settings
}

const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(`${folder}${sep}`)

/** The file that a variable names, unless a project could have put it there. */
const namedFile = Effect.fnUntraced(function* () {
  const { home, variables } = yield* Environment
  const { project } = yield* GsdHome
  const durable = yield* Durable
  const path = namedUserConfig(variables, home)
  if (path === undefined || !isAbsolute(path)) return undefined
  const real = yield* whenMissing(durable.realPath(path), path)
  const isOfProject = Option.exists(project, (root) => isWithin(root, path) || isWithin(root, real))
  return isOfProject ? undefined : path
})

/**
 * Reads the user's `.npmrc`: the one that `npm_config_userconfig` names, else `~/.npmrc`; none is as good as an empty
 * one. A project's is never read, nor what a project could say through the other variables of npm, nor the global one.
 */
export const userConfig = Effect.fnUntraced(function* () {
  const environment = yield* Environment
  const durable = yield* Durable
  const path = (yield* namedFile()) ?? `${environment.home}/.npmrc`
  // Dotfiles are often links into a folder of the user's.
  const real = yield* whenMissing(durable.realPath(path), undefined)
  const bytes =
    real === undefined
      ? new Uint8Array()
      : yield* whenMissing(durable.read(real, { maxBytes: limits.settingsBytes }), new Uint8Array())
  const read: Readonly<Record<string, unknown>> = parse(new TextDecoder().decode(bytes))
  return { path, settings: settingsOf(read, environment.variables) } satisfies UserConfig
})

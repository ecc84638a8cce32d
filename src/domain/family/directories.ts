import type { WritableDir } from "./manifest.ts"

/** Environment variables by name; only own members count. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Value of a variable; undefined when it is unset or empty, which is the same to a shell's `${NAME:-default}`. */
const filled = (variables: Variables, name: string | null | undefined): string | undefined => {
  const value =
    name === null || name === undefined || !Object.hasOwn(variables, name) ? undefined : variables[name]
  return value === "" ? undefined : value
}

/** Absolute path without empty, `.` and `..` parts, nothing looked at. */
const normalized = (path: string): string => {
  const parts: Array<string> = []
  for (const part of path.split("/")) {
    if (part === "..") parts.pop()
    else if (part !== "" && part !== ".") parts.push(part)
  }
  return `/${parts.join("/")}`
}

/** A path from a folder, absolute and without `.` and `..` parts, nothing looked at. */
export const absoluteFrom = (folder: string, path: string): string =>
  normalized(path.startsWith("/") ? path : `${folder}/${path}`)

/** Where a writable directory is looked for. */
export interface WritableDirRequest {
  readonly entry: WritableDir
  readonly env: Variables
  /** Root of the target project, absolute. */
  readonly cwd: string
  /** The user's home, absolute; the result keeps `~` as a symbol, so it is only for display. */
  readonly home: string
}

/**
 * Directory that a backend writes to, as its wrapper resolves it: a non-empty variable wins; `~`, `~/…` and absolute
 * values stay as given; everything else counts from the project's root, `~user/…` too. The tilde stays symbolic.
 * Source: seed 001, writable dirs.
 */
export const resolveWritableDir = ({ cwd, entry, env }: WritableDirRequest): string => {
  const value = filled(env, entry.env)
  if (value === undefined) return entry.default
  if (value === "~" || value.startsWith("~/") || value.startsWith("/")) return value
  return normalized(`${cwd}/${value}`)
}

/** Where an installed member is looked for. */
export interface DetectDirRequest {
  /** Name of the variable. */
  readonly env?: string | null | undefined
  readonly default?: string | null | undefined
  readonly environment: Variables
  /** The user's home, absolute. */
  readonly home: string
}

const expanded = (path: string, home: string): string => {
  if (path === "~") return normalized(home)
  return path.startsWith("~/") ? normalized(`${home}/${path.slice(2)}`) : path
}

/**
 * Folder of an installed member: a non-empty variable wins, else the default; `~` and `~/…` are expanded in both.
 * Undefined when neither says anything. Source: seed 001, path-field rules; family decisions A7.
 */
export const resolveDetectDir = (request: DetectDirRequest): string | undefined => {
  const value = filled(request.environment, request.env) ?? request.default
  return value === undefined || value === null || value === "" ? undefined : expanded(value, request.home)
}

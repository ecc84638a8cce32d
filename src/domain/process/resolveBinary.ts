import * as Data from "effect/Data"
import { variableIn, type Environment } from "./environment.ts"
import { defaultPathExtensions, type BinaryKind, windowsKinds } from "./windowsShims.ts"

/** What a path holds, as far as starting it goes; a directory is `missing`. */
export type FileState = "executable" | "not-executable" | "missing"

/** A question to the resolver. */
export interface BinaryQuery {
  /** A bare name, searched on PATH, or an absolute path; a relative one is never found. */
  readonly name: string
  /** The environment of the run: its PATH and PATHEXT count, not ours. */
  readonly env: Environment
  readonly isWindows: boolean
}

/** A file that can be started. */
export interface ResolvedBinary {
  readonly path: string
  readonly kind: BinaryKind
}

/** Answer of the resolver; `tried` lists every path that was looked at, in order. */
export type BinaryAnswer = Data.TaggedEnum<{
  Found: { readonly binary: ResolvedBinary }
  NotExecutable: { readonly path: string }
  Missing: { readonly tried: ReadonlyArray<string> }
}>
const { Found, NotExecutable, Missing } = Data.taggedEnum<BinaryAnswer>()

/** Tells whether a path needs no directory to be complete. */
export const isAbsolutePath = (path: string, isWindows: boolean): boolean =>
  isWindows ? /^(?:[A-Za-z]:[\\/]|\\\\|\/\/)/u.test(path) : path.startsWith("/")

const valueOf = ({ env, isWindows }: BinaryQuery, name: string): string | undefined =>
  variableIn(env, name, isWindows)

const inDirectory = (directory: string, name: string, isWindows: boolean): string =>
  isWindows ? `${directory.replace(/[\\/]+$/u, "")}\\${name}` : `${directory.replace(/\/+$/u, "")}/${name}`

/** Empty and relative entries of PATH are left out: they would start programs of the repository under review. */
const searchDirectories = (query: BinaryQuery): ReadonlyArray<string> =>
  (valueOf(query, "PATH") ?? "")
    .split(query.isWindows ? ";" : ":")
    .map((entry) => (query.isWindows ? entry.trim().replace(/^"(.*)"$/u, "$1") : entry))
    .filter((entry) => isAbsolutePath(entry, query.isWindows))

const extensionOf = (path: string): string => /\.[^.\\/]*$/u.exec(path)?.[0].toLowerCase() ?? ""

/** On Windows a name without an extension of PATHEXT is never a program: npm puts a POSIX script there. */
const spellings = (query: BinaryQuery, path: string): ReadonlyArray<string> => {
  if (!query.isWindows) return [path]
  const extensions = (valueOf(query, "PATHEXT") || defaultPathExtensions)
    .split(";")
    .map((extension) => extension.trim().toLowerCase())
    .filter((extension) => extension.startsWith("."))
  const withExtension = extensions.map((extension) => `${path}${extension}`)
  const own = extensionOf(path)
  return extensions.includes(own) || windowsKinds.has(own) ? [path, ...withExtension] : withExtension
}

const startingPoints = (query: BinaryQuery): ReadonlyArray<string> => {
  const isPath = query.isWindows ? /[\\/:]/u.test(query.name) : query.name.includes("/")
  if (!isPath) return searchDirectories(query).map((entry) => inDirectory(entry, query.name, query.isWindows))
  return isAbsolutePath(query.name, query.isWindows) ? [query.name] : []
}

/**
 * Finds the file that a command names, the same way for probes and for runs. A file without the right to
 * be started does not hide one further down PATH, and is the answer only when there is none. Nothing is ever taken from
 * the working directory, which may be a repository of strangers.
 */
export const resolveBinary = (query: BinaryQuery, inspect: (path: string) => FileState): BinaryAnswer => {
  if (query.name === "" || query.name.includes("\0")) return Missing({ tried: [] })
  const tried: Array<string> = []
  let refused: string | undefined
  for (const path of startingPoints(query).flatMap((start) => spellings(query, start))) {
    const state = inspect(path)
    tried.push(path)
    const kind = query.isWindows ? (windowsKinds.get(extensionOf(path)) ?? "associated") : "native"
    if (state === "executable") return Found({ binary: { path, kind } })
    if (state === "not-executable") refused ??= path
  }
  return refused === undefined ? Missing({ tried }) : NotExecutable({ path: refused })
}

import { resolveWritableDir, type Variables } from "./directories.ts"
import type { FamilySource, TrustState } from "./sources.ts"

/** Who says it. */
export interface SaidBy {
  readonly member: string
  readonly trust: TrustState
  /** Absolute; null for the product's own facts. */
  readonly folder: string | null
}

const saidBy = ({ folder, name, trust }: FamilySource): SaidBy => ({
  member: name,
  trust,
  folder: folder ?? null
})

/** A host that a backend was observed to ask. */
export interface AllowedHost {
  readonly host: string
  readonly sources: ReadonlyArray<SaidBy>
}

/** Adds to the entry of a key, each key once and in the order of arrival. */
const collected = <A, S>(
  said: ReadonlyArray<readonly [key: string, value: A, source: S]>
): ReadonlyArray<{ readonly value: A; readonly sources: ReadonlyArray<S> }> => {
  const byKey = new Map<string, { readonly value: A; readonly sources: Array<S> }>()
  for (const [key, value, source] of said) {
    const entry = byKey.get(key)
    if (entry === undefined) byKey.set(key, { value, sources: [source] })
    else entry.sources.push(source)
  }
  return [...byKey.values()]
}

/** Union of the hosts of all sources; letter case aside each once, as who comes first writes it. Source: seed 001, network hosts. */
export const allowedHosts = (sources: ReadonlyArray<FamilySource>): ReadonlyArray<AllowedHost> =>
  collected(
    sources.flatMap((source) =>
      source.networkHosts.map((host) => [host.toLowerCase(), host, saidBy(source)] as const)
    )
  ).map(({ sources: all, value: host }) => ({ host, sources: all }))

/** Who says a directory, and whether by a variable. */
export interface DirSaidBy extends SaidBy {
  /** Variable that decides; null when the declared default does. */
  readonly variable: string | null
}

/** A directory that a backend writes to. */
export interface AllowedDir {
  /** As its wrapper resolves it; `~` stays a symbol. Values of variables are raw. */
  readonly directory: string
  readonly sources: ReadonlyArray<DirSaidBy>
}

/** Where the directories are resolved. */
export interface DirsAsked {
  readonly env: Variables
  /** Root of the project, absolute. */
  readonly cwd: string
  readonly home: string
}

const decides = (env: Variables, name: string | null): string | null =>
  name !== null && Object.hasOwn(env, name) && (env[name] ?? "") !== "" ? name : null

/** Union of the directories of all sources, resolved, each once. Source: seed 001, writable dirs. */
export const allowedDirs = (
  sources: ReadonlyArray<FamilySource>,
  { cwd, env, home }: DirsAsked
): ReadonlyArray<AllowedDir> =>
  collected(
    sources.flatMap((source) =>
      source.writableDirs.map((entry) => {
        const directory = resolveWritableDir({ entry, env, cwd, home })
        return [directory, directory, { ...saidBy(source), variable: decides(env, entry.env) }] as const
      })
    )
  ).map(({ sources: all, value: directory }) => ({ directory, sources: all }))

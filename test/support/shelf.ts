import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sha256Hex } from "../../src/domain/hash.ts"
import { canonicalOf } from "../../src/domain/source/canonical.ts"
import { SourceNotFound, SourceUnreachable } from "../../src/domain/source/errors.ts"
import type { Source } from "../../src/domain/source/source.ts"
import { newestOf } from "../../src/domain/version/pick.ts"
import { isVersion } from "../../src/domain/version/version.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { SourceResolver, type ResolvedSource, type SourceWish } from "../../src/services/SourceResolver.ts"
import type { CapabilityFiles } from "./capabilities.ts"
import { engineOn, type EngineOptions } from "./engine.ts"

/** What one package, registry entry or repository offers. */
export interface Shelf {
  /** Files by version; a repository has a tag `v<version>` for each. */
  readonly versions: Record<string, CapabilityFiles>
  /** Distribution tags, or branches, as the version that they mean; `main` is the default branch. */
  names?: Record<string, string>
  /** Nobody answers, for this reason. */
  down?: string
  /** How long every answer takes, in the test's clock. */
  millis?: number
}

/** Shelves by `npm:name`, `id@registry` or the address of a repository. Changed by tests as they go. */
export type Shelves = Record<string, Shelf>

/** Everything that was asked of the shelves, in order. */
export interface Asked {
  readonly resolved: Array<string>
  readonly fetched: Array<string>
  /** Most that were under way at once. */
  most: number
}

const keyOf = (source: Source): string => {
  switch (source.kind) {
    case "npm":
      return `npm:${source.name}`
    case "registry":
      return `${source.id}@${source.registry}`
    case "git":
      return source.url
    default:
      return ""
  }
}

/** The commit of a version, as its bytes make it. */
export const commitOf = (files: CapabilityFiles): string => sha256Hex(JSON.stringify(files)).slice(0, 40)

interface Found {
  readonly version: string
  readonly ref?: string
}

const named = (shelf: Shelf, selector: string | undefined): string | undefined =>
  selector !== undefined && shelf.names?.[selector] !== undefined
    ? shelf.names[selector]
    : newestOf(Object.keys(shelf.versions), selector)

const tagOf = (shelf: Shelf, name: string): Found | undefined => {
  const version = name.replace(/^v/u, "")
  return shelf.versions[version] === undefined ? undefined : { version, ref: `refs/tags/${name}` }
}

const branchOf = (shelf: Shelf, name: string): Found | undefined => {
  const version = shelf.names?.[name]
  return version === undefined ? undefined : { version, ref: `refs/heads/${name}` }
}

const committed = (shelf: Shelf, sha: string): Found | undefined => {
  const version = Object.keys(shelf.versions).find((one) => commitOf(shelf.versions[one] ?? {}) === sha)
  return version === undefined ? undefined : { version }
}

const find = (source: Source, shelf: Shelf, { exactly }: SourceWish): Found | undefined => {
  if (source.kind !== "git") {
    const selector = source.kind === "npm" || source.kind === "registry" ? source.selector : undefined
    const version = exactly ?? named(shelf, selector)
    return version === undefined || shelf.versions[version] === undefined ? undefined : { version }
  }
  if (exactly !== undefined)
    return isVersion(exactly) ? tagOf(shelf, `v${exactly}`) : committed(shelf, exactly)
  const { wanted } = source
  switch (wanted._tag) {
    case "Default":
      return branchOf(shelf, "main")
    case "Tag":
      return tagOf(shelf, wanted.name)
    case "Branch":
      return branchOf(shelf, wanted.name)
    case "Commit":
      return committed(shelf, wanted.sha)
    case "Bare":
      return tagOf(shelf, wanted.name) ?? branchOf(shelf, wanted.name)
  }
}

/** The resolver of the engine, with shelves in place of npm, registries and repositories. */
const layerWith = (shelves: Shelves, asked: Asked) =>
  Layer.effect(
    SourceResolver,
    Effect.gen(function* () {
      const real = yield* SourceResolver
      let under = 0
      const resolve = Effect.fnUntraced(function* (source: Source, wish: SourceWish = {}) {
        const shelf = shelves[keyOf(source)]
        if (shelf === undefined) return yield* real.resolve(source, wish)
        const canonical = canonicalOf(source)
        asked.resolved.push(`${canonical}${wish.exactly === undefined ? "" : ` ${wish.exactly}`}`)
        under += 1
        asked.most = Math.max(asked.most, under)
        yield* Effect.ensuring(
          Effect.sleep(shelf.millis ?? 0),
          Effect.sync(() => (under -= 1))
        )
        if (shelf.down !== undefined)
          return yield* new SourceUnreachable({ source: canonical, reason: shelf.down, hint: "Try again" })
        const found = find(source, shelf, wish)
        if (found === undefined)
          return yield* new SourceNotFound({ source: canonical, reason: "has no such version", hint: "Look" })
        const files = shelf.versions[found.version] ?? {}
        const resolved = source.kind === "git" ? commitOf(files) : found.version
        const ref = found.ref === undefined ? {} : { ref: found.ref }
        return { source, canonical, resolved, ...ref } satisfies ResolvedSource
      })
      return SourceResolver.of({
        resolve,
        fetch: (resolved, staging, integrity) => {
          const shelf = shelves[keyOf(resolved.source)]
          if (shelf === undefined) return real.fetch(resolved, staging, integrity)
          const version = Object.keys(shelf.versions).find(
            (one) => one === resolved.resolved || commitOf(shelf.versions[one] ?? {}) === resolved.resolved
          )
          asked.fetched.push(`${resolved.canonical} ${version ?? ""}`)
          const files = Object.entries(shelf.versions[version ?? ""] ?? {}).toSorted(([a], [b]) =>
            a < b ? -1 : 1
          )
          return Effect.map(
            Effect.forEach(files, ([path, text]) =>
              staging.put({ path, bytes: new TextEncoder().encode(text) })
            ),
            (staged) => ({ files: staged })
          )
        }
      })
    })
  )

/** Runs programs on engines of their own over a disk, with shelves; tells what was asked of them. */
export const shelvedOn = (disk: MemoryDisk, shelves: Shelves, options: EngineOptions = {}) => {
  const asked: Asked = { resolved: [], fetched: [], most: 0 }
  const run =
    (own: EngineOptions = {}) =>
    <A, E, R>(program: Effect.Effect<A, E, R>) =>
      program.pipe(
        Effect.provide(Layer.provideMerge(layerWith(shelves, asked), engineOn(disk, { ...options, ...own })))
      )
  return { asked, run: run(), as: run }
}

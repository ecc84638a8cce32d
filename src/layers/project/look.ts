import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import type { EntryKind, FileIdentity } from "../../domain/disk/identity.ts"
import { newFileMode } from "../../domain/foreign/target.ts"
import { limits } from "../../domain/limits.ts"
import { parentOf } from "../../domain/paths.ts"
import { secondName, type Looked } from "../../domain/project/looked.ts"
import { absent } from "../../domain/transaction/journal.ts"
import { Durable } from "../../services/Durable.ts"
import { whenMissing } from "../disk/missing.ts"
import { digestOf } from "../store/digest.ts"

/** The way to a path, from the root down. */
export interface Way {
  /** The directory, when it is there. */
  readonly identity: FileIdentity | undefined
  readonly missing: ReadonlyArray<string>
  readonly blocked: { readonly at: string; readonly reason: string } | undefined
}

const aLink = "it is a symbolic link"

/** Why a link is in the way inside a project. */
const notFollowed = `${aLink}, and none is followed inside a project`

/** Tells whether a link blocks a path in a project. */
export const isLinked = ({ reason }: { readonly reason: string }): boolean => reason === notFollowed

/** What blocks a path outside of projects, where a link to a folder is followed and one to a file is somebody's own. */
export const outsideProjects = <A extends { readonly reason: string }>(blocked: A): A =>
  isLinked(blocked) ? { ...blocked, reason: aLink } : blocked

const what: Record<EntryKind, string> = {
  file: "it is a file",
  directory: "it is a folder",
  link: notFollowed,
  other: "it is a device, socket or pipe"
}

const identify = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  return Option.getOrUndefined(yield* whenMissing(durable.identify(path), Option.none<FileIdentity>()))
})

/** Looks at a directory below the root and all above it, each once. */
export const wayFrom = (root: string) => {
  const known = new Map<string, Way>()
  const wayTo = Effect.fnUntraced(function* (directory: string): Effect.fn.Return<Way, DiskFailure, Durable> {
    const before = known.get(directory)
    if (before !== undefined) return before
    const above: Way =
      directory === root
        ? { identity: undefined, missing: [], blocked: undefined }
        : yield* wayTo(parentOf(directory))
    const way = yield* stepInto(above, directory)
    known.set(directory, way)
    return way
  })
  return wayTo
}

const stepInto = Effect.fnUntraced(function* (above: Way, directory: string) {
  if (above.blocked !== undefined) return above
  const missing = { ...above, identity: undefined, missing: [...above.missing, directory] } satisfies Way
  if (above.missing.length > 0) return missing
  const identity = yield* identify(directory)
  if (identity === undefined) return missing
  return identity.kind === "directory"
    ? ({ ...above, identity } satisfies Way)
    : ({ ...above, blocked: { at: directory, reason: what[identity.kind] } } satisfies Way)
})

const problemOf = ({ kind, links }: FileIdentity): string | undefined => {
  if (kind !== "file") return what[kind]
  return links > 1 ? secondName : undefined
}

/** One file as it stands. */
export const lookAt = Effect.fnUntraced(function* (path: string, way: Way) {
  const durable = yield* Durable
  if (way.blocked !== undefined) return { _tag: "Blocked", path, ...way.blocked } satisfies Looked
  const directory = way.identity === undefined ? "" : `${way.identity.dev}:${way.identity.ino}`
  const identity = way.missing.length > 0 ? undefined : yield* identify(path)
  const free = { path, bytes: undefined, mode: newFileMode, uid: -1, gid: -1, directory }
  if (identity === undefined)
    return { _tag: "Plain", path, target: free, state: absent, missing: way.missing } satisfies Looked
  const problem = problemOf(identity)
  if (problem !== undefined) return { _tag: "Blocked", path, at: path, reason: problem } satisfies Looked
  const bytes = yield* durable
    .read(path, { maxBytes: limits.bundleBytes })
    .pipe(Effect.catchTag("FileTooLarge", () => Effect.void))
  if (bytes === undefined)
    return { _tag: "Blocked", path, at: path, reason: "it is far too large" } satisfies Looked
  const { mode, uid, gid } = identity
  const target = { path, bytes, mode, uid, gid, directory }
  return { _tag: "Plain", path, target, state: digestOf(bytes), missing: [] } satisfies Looked
})

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { resolve as resolvePath } from "node:path"
import { nameOf } from "../../domain/paths.ts"
import { SourceMissing, SourceNotFound } from "../../domain/source/errors.ts"
import { isArchiveName, type Source } from "../../domain/source/source.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import type { ResolvedSource } from "../../services/SourceResolver.ts"
import type { Adapter, Wanted } from "./adapter.ts"
import { whenMissing } from "../disk/missing.ts"
import { checkArchive, fetchArchive } from "./archive.ts"
import { fetchFolder } from "./folder.ts"

type LocalSource = Extract<Source, { readonly kind: "local" | "archive" }>

const resolveFolder = Effect.fnUntraced(function* (path: string, canonical: string) {
  const durable = yield* Durable
  // The root of a checkout is named by whoever cloned it, so its name says nothing about the id.
  const isCheckout = Option.isSome(yield* durable.identify(`${canonical}/.git`))
  const folder = isCheckout ? {} : { folder: nameOf(canonical) }
  return { source: { kind: "local", path }, canonical, ...folder } satisfies ResolvedSource
})

/** What stands at the path decides, not its name: a folder may be called `x.tgz`. An archive must be, to be one again when it is updated. */
const resolveLocal = Effect.fnUntraced(function* (source: LocalSource) {
  const durable = yield* Durable
  const environment = yield* Environment
  const path = resolvePath(environment.workingDirectory, source.path)
  const canonical = yield* whenMissing(durable.realPath(path), undefined)
  const identity = canonical === undefined ? Option.none() : yield* durable.identify(canonical)
  if (canonical === undefined || Option.isNone(identity))
    return yield* new SourceMissing({ path, reason: "does not exist" })
  const { kind } = identity.value
  if (kind === "directory") return yield* resolveFolder(source.path, canonical)
  if (kind === "file" && isArchiveName(canonical))
    return { source: { kind: "archive", path: source.path }, canonical } satisfies ResolvedSource
  const reason = isArchiveName(path) ? "leads to what is no archive" : "is no folder"
  return yield* new SourceMissing({ path, reason })
})

const fetchLocal = ({ bounds, integrity, resolved, staging }: Wanted) =>
  resolved.source.kind === "archive"
    ? Effect.andThen(
        integrity === undefined ? Effect.void : checkArchive(bounds, resolved, integrity),
        fetchArchive(bounds, resolved, staging)
      )
    : fetchFolder(bounds, resolved, staging)

/** Folders and archives on this machine's disk. */
export const localAdapter: Adapter<LocalSource["kind"]> = {
  resolve: (source, { exactly }) =>
    exactly === undefined
      ? resolveLocal(source)
      : Effect.fail(
          new SourceNotFound({
            source: source.path,
            reason: `keeps no versions, so that ${exactly} cannot be had from it`,
            hint: "Give the folder or archive of that version"
          })
        ),
  fetch: fetchLocal
}

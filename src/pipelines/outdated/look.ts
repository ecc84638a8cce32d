import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { manifestName, type BundleFile } from "../../domain/content/BundleFile.ts"
import { contentHash } from "../../domain/content/contentHash.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { memberText } from "../../domain/json/value.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import type { SourceSeen } from "../../domain/outdated/judge.ts"
import { exactOf } from "../../domain/source/exact.ts"
import type { Source } from "../../domain/source/source.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"
import { SourceResolver } from "../../services/SourceResolver.ts"
import { Store } from "../../services/Store.ts"
import { allowedSource } from "../install/resolve.ts"
import { vendoredSource } from "../project/vendor.ts"

const unknown = (reason: string): SourceSeen => ({ _tag: "Unknown", reason })

const bytesSeen = (files: ReadonlyArray<BundleFile>, manifest: Uint8Array | undefined): SourceSeen => {
  if (manifest === undefined) return unknown("it holds no `capability.json` any more")
  const read = readManifest(manifest)
  return Result.isFailure(read)
    ? unknown(`its manifest cannot be read: ${read.failure.reason}`)
    : { _tag: "Bytes", version: memberText(read.success.value, "version"), contentHash: contentHash(files) }
}

/** Reads everything that stands on this machine's disk into a staging which goes at once; nothing is synced. */
const lookLocal = Effect.fnUntraced(function* (source: Source) {
  const resolver = yield* SourceResolver
  const store = yield* Store
  const resolved = yield* resolver.resolve(source)
  const staging = yield* store.stage
  const { files } = yield* resolver.fetch(resolved, staging)
  const hasManifest = files.some(({ path }) => path === manifestName)
  return bytesSeen(files, hasManifest ? yield* staging.read(manifestName) : undefined)
}, Effect.scoped)

const lookVendored = Effect.fnUntraced(function* (root: string, id: string) {
  const project = yield* ProjectFiles
  const seen = yield* project.bundle(root, id)
  if (seen._tag === "Missing") return unknown("its vendored files are gone from the project")
  if (seen._tag === "Refused") return unknown(`\`${seen.path}\` is not used: ${seen.reason}`)
  return bytesSeen(seen.files, seen.manifest)
})

/** Where a tag leads now; that it could not be told unpins nothing. */
const lookExact = Effect.fnUntraced(function* (source: Source, entry: LedgerEntry) {
  const resolver = yield* SourceResolver
  const exact = exactOf(source, entry.ref)
  if (exact?._tag !== "Tag") return exact === undefined ? undefined : ({ _tag: "Exact", exact } as const)
  return yield* resolver.resolve(source).pipe(
    Effect.map(({ resolved }): SourceSeen =>
      resolved === undefined ? { _tag: "Exact", exact } : { _tag: "Exact", exact, now: resolved }
    ),
    Effect.catch((failure) => Effect.succeed<SourceSeen>({ _tag: "Exact", exact, untold: failure.message }))
  )
})

const lookServer = Effect.fnUntraced(function* (source: Source) {
  const resolver = yield* SourceResolver
  const { notes = [], ref, resolved } = yield* resolver.resolve(source)
  if (resolved === undefined) return unknown("the source does not say what it offers")
  return source.kind === "git"
    ? ({ _tag: "Commit", commit: resolved, ref } satisfies SourceSeen)
    : ({ _tag: "Version", version: resolved, notes } satisfies SourceSeen)
})

const lookBy = Effect.fnUntraced(function* (source: Source, entry: LedgerEntry) {
  switch (source.kind) {
    case "local":
    case "archive":
      return yield* lookLocal(source)
    case "https":
      return { _tag: "Address" } satisfies SourceSeen
    default:
      return (yield* lookExact(source, entry)) ?? (yield* lookServer(source))
  }
})

/** Looks at what the recorded source of a capability offers now. Nothing of it is kept. */
export const lookAtSource = Effect.fn("outdated.look")(function* (
  scope: LedgerScope,
  id: string,
  entry: LedgerEntry
) {
  const vendored = vendoredSource(scope, id, entry.source)
  if (Option.isSome(vendored)) return yield* lookVendored(vendored.value.root, id)
  return yield* lookBy(yield* allowedSource(entry.source), entry)
})

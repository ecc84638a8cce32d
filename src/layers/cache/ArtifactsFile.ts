import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { createHash, type Hash } from "node:crypto"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { hexOfIntegrity } from "../../domain/hash.ts"
import { limits } from "../../domain/limits.ts"
import { shownUrl } from "../../domain/network/url.ts"
import { IntegrityMismatch } from "../../domain/store/errors.ts"
import { Artifacts, type Artifact, type ArtifactRequest } from "../../services/Artifacts.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Http } from "../../services/Http.ts"
import { Progress } from "../../services/Progress.ts"
import { unless, whenMissing } from "../disk/missing.ts"
import { transactionName } from "../transaction/name.ts"

const millisToNanos = 1_000_000n

const ownMode = 0o600
const folderMode = 0o700

const digest = (hash: Hash): string => `sha512-${hash.digest("base64")}`

const ensureFolders = Effect.gen(function* () {
  const durable = yield* Durable
  const home = yield* GsdHome
  const { artifacts, cache, parts } = home.paths
  yield* home.ensure
  for (const folder of [cache, artifacts, parts])
    yield* unless(durable.makeDirectory(folder, { mode: folderMode }), "exists")
})

/** Removes parts that nobody can be writing any more: those of commands that were killed. */
const sweepParts = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const oldest = BigInt((yield* Clock.currentTimeMillis) - limits.trashMillis) * millisToNanos
  for (const { kind, name } of yield* durable.entries(paths.parts)) {
    if (kind !== "file") continue
    const path = `${paths.parts}/${name}`
    const found = yield* durable.identify(path)
    if (Option.isSome(found) && found.value.mtimeNs < oldest) yield* unless(durable.unlink(path), "missing")
  }
})

/** A file that is being written, hashed on its way; gone with the scope unless it was renamed. */
interface Part {
  readonly path: string
  readonly write: (piece: Uint8Array) => Effect.Effect<void, DiskFailure>
  readonly digest: () => string
}

const openPart = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const path = `${paths.parts}/${yield* transactionName}`
  const hash = createHash("sha512")
  yield* Effect.acquireRelease(durable.createUnsynced(path, new Uint8Array(), { mode: ownMode }), () =>
    Effect.ignore(durable.unlink(path))
  )
  return {
    path,
    write: (piece) =>
      Effect.andThen(
        Effect.sync(() => hash.update(piece)),
        durable.extendUnsynced(path, piece)
      ),
    digest: () => digest(hash)
  } satisfies Part
})

/** Puts a whole part under the name of its digest. */
const settle = Effect.fnUntraced(function* (part: Part, sha512: string) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const path = paths.artifact(sha512)
  yield* durable.rename(part.path, path)
  return { path, sha512 } satisfies Artifact
})

const readThrough = Effect.fnUntraced(function* <E, R>(
  path: string,
  take: (piece: Uint8Array) => Effect.Effect<void, E, R>
) {
  const durable = yield* Durable
  const next = yield* durable.pieces(path, { pieceBytes: limits.archivePieceBytes })
  for (;;) {
    const piece = yield* next
    if (piece.length === 0) return
    yield* take(piece)
  }
}, Effect.scoped)

const hashOfFile = Effect.fnUntraced(function* (path: string) {
  const hash = createHash("sha512")
  yield* readThrough(path, (piece) => Effect.sync(() => hash.update(piece)))
  return digest(hash)
})

/** What the cache has under a digest, hashed now; what is damaged is removed, and as good as nothing. */
const cached = Effect.fnUntraced(function* (integrity: string) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  if (hexOfIntegrity(integrity) === "") return undefined
  const path = paths.artifact(integrity)
  const actual = yield* whenMissing(hashOfFile(path), undefined)
  if (actual === integrity) return { path, sha512: integrity } satisfies Artifact
  if (actual !== undefined) yield* unless(durable.unlink(path), "missing")
  return undefined
})

const download = Effect.fnUntraced(function* ({ integrity, request }: ArtifactRequest) {
  const http = yield* Http
  const progress = yield* Progress
  yield* ensureFolders
  yield* sweepParts
  progress.step("fetch")
  const part = yield* openPart
  yield* http.stream(request, (piece) =>
    Effect.tap(part.write(piece), () => Effect.sync(() => progress.bytes(piece.length)))
  )
  const actual = part.digest()
  if (integrity !== undefined && integrity !== actual)
    return yield* new IntegrityMismatch({
      subject: shownUrl(request.url),
      origin: "source",
      expected: integrity,
      actual,
      files: []
    })
  return yield* settle(part, actual)
}, Effect.scoped)

const fetch = Effect.fnUntraced(function* (wanted: ArtifactRequest) {
  const found = wanted.integrity === undefined ? undefined : yield* cached(wanted.integrity)
  return found ?? (yield* download(wanted))
})

const keep = Effect.fnUntraced(function* (path: string) {
  yield* ensureFolders
  const part = yield* openPart
  yield* readThrough(path, part.write)
  return yield* settle(part, part.digest())
}, Effect.scoped)

/**
 * Files below `H/cache`, which may be deleted at any time. Nothing is made durable: a digest is the name, and it is
 * compared whenever a file is used.
 */
export const layer = Layer.effect(
  Artifacts,
  Effect.gen(function* () {
    const services = Context.pick(Durable, GsdHome, Http)(yield* Effect.context<Durable | GsdHome | Http>())
    return Artifacts.of({
      fetch: Effect.fn("Artifacts.fetch")(fetch, Effect.provideContext(services)),
      keep: Effect.fn("Artifacts.keep")(keep, Effect.provideContext(services))
    })
  })
)

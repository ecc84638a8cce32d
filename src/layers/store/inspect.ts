import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { BundleFile } from "../../domain/content/BundleFile.ts"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import type { FileIdentity } from "../../domain/disk/identity.ts"
import { decodeValue, readObject } from "../../domain/json/decode.ts"
import { limits } from "../../domain/limits.ts"
import { areSettled, canSeal, identityText, Seal } from "../../domain/store/seal.ts"
import type { BundleVerdict, FileFinding } from "../../domain/verify/verdict.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { isNoFile, whenMissing } from "../disk/missing.ts"
import { digestOf } from "./digest.ts"
import { readList, stored } from "./read.ts"
import { storedWalk, walk } from "./walk.ts"

type Inspection = Effect.Effect<BundleVerdict, DiskFailure, Durable | GsdHome>

const worst = (files: ReadonlyArray<FileFinding>): BundleVerdict => {
  const ordered = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  if (files.length === 0) return { verdict: "ok", files: [] }
  return { verdict: files.some((one) => one.state === "missing") ? "missing" : "modified", files: ordered }
}

/** Something else stands where a file should. */
const isReplaced = (failure: DiskFailure): boolean =>
  isNoFile(failure) || failure.reason === "not-a-directory"

const judgeFile = Effect.fnUntraced(function* (
  durable: Durable["Service"],
  folder: string,
  file: BundleFile
) {
  const bytes = yield* Effect.result(durable.read(`${folder}/${file.path}`, { maxBytes: file.size }))
  if (Result.isSuccess(bytes)) {
    return digestOf(bytes.success) === file.sha512 ? [] : [{ path: file.path, state: "modified" } as const]
  }
  const failure = bytes.failure
  if (failure._tag === "FileTooLarge") return [{ path: file.path, state: "modified" } as const]
  if (failure.reason === "missing") return [{ path: file.path, state: "missing" } as const]
  return [{ path: file.path, state: isReplaced(failure) ? "modified" : "unreadable" } as const]
})

const judgeFiles = Effect.fnUntraced(function* (contentHash: string, files: ReadonlyArray<BundleFile>) {
  const { durable, paths } = yield* stored
  const folder = paths.bundle(contentHash)
  const findings: ReadonlyArray<ReadonlyArray<FileFinding>> = yield* Effect.forEach(
    files,
    (file) => judgeFile(durable, folder, file),
    { concurrency: limits.stagingConcurrency }
  )
  return findings.flat()
})

/** Folders above the files; the ones that files do not explain are extra. */
const foldersOf = (paths: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    paths.flatMap((path) => {
      const parts = path.split("/")
      return parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join("/"))
    })
  )

const extras = Effect.fnUntraced(function* (contentHash: string, files: ReadonlyArray<BundleFile>) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const bundle = paths.bundle(contentHash)
  const root = yield* durable.identify(bundle)
  if (Option.isNone(root)) return []
  if (root.value.kind !== "directory") return [{ path: ".", state: "modified" } satisfies FileFinding]
  const known = new Set(files.map((file) => file.path))
  const folders = foldersOf([...known])
  const { found } = yield* whenMissing(walk(bundle, storedWalk), { found: [] })
  return found
    .filter((one) => !known.has(one.path) && !(one.kind === "directory" && folders.has(one.path)))
    .map((one): FileFinding => ({ path: one.path, state: "extra" }))
})

const identify = Effect.fnUntraced(function* (contentHash: string, path: string) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  return yield* durable.identify(`${paths.bundle(contentHash)}/${path}`)
})

/** How files of bundles look now, by path; those that are not there, or cannot be looked at, are left out. */
export const identities = Effect.fnUntraced(function* (
  bundles: ReadonlyArray<{ readonly contentHash: string; readonly paths: ReadonlyArray<string> }>
) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const looks = yield* durable.lookAll(
    bundles.flatMap(({ contentHash, paths: files }) => {
      const folder = paths.bundle(contentHash)
      return files.map((path) => `${folder}/${path}`)
    })
  )
  let next = 0
  return bundles.map(({ paths: files }): ReadonlyMap<string, string> => {
    const found = new Map<string, string>()
    for (const path of files) {
      const look = looks[next]
      next += 1
      if (look !== undefined) found.set(path, look)
    }
    return found
  })
})

const makeSealFolders = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  for (const folder of [paths.cache, paths.seals])
    yield* Effect.ignore(durable.makeDirectory(folder, { mode: 0o700 }))
})

/** Writes a seal when one would count; a cache, so trouble with it is nobody's trouble. */
const writeSeal = Effect.fnUntraced(function* (
  contentHash: string,
  files: ReadonlyArray<BundleFile>,
  now: number
) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const folder = paths.bundle(contentHash)
  const found = yield* durable.identifyAll(files.map(({ path }) => `${folder}/${path}`))
  const identities = new Map<string, FileIdentity>()
  for (const [index, { path }] of files.entries()) {
    const identity = found[index]
    if (identity !== undefined) identities.set(path, identity)
  }
  // Asked first: what the file system is costs a call more.
  if (!areSettled(now, [...identities.values()])) return false
  const fileSystem = yield* durable.fileSystemKind(folder)
  if (!canSeal({ now, fileSystem, identities: [...identities.values()] })) return false
  const seal: Seal = {
    contentHash,
    at: now,
    files: Object.fromEntries([...identities].map(([path, identity]) => [path, identityText(identity)]))
  }
  const path = paths.seal(contentHash)
  // Not durable: a seal that a power cut took or tore counts for nothing.
  const written = durable.createUnsynced(path, new TextEncoder().encode(JSON.stringify(seal)), {
    mode: 0o600
  })
  yield* durable.unlink(path).pipe(Effect.ignore)
  yield* Effect.catchIf(
    written,
    ({ reason }) => reason === "missing",
    () => Effect.andThen(makeSealFolders, written)
  )
  return true
})

const readSeal = Effect.fnUntraced(function* (contentHash: string) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const bytes = yield* Effect.option(
    durable.read(paths.seal(contentHash), { maxBytes: limits.fileListBytes })
  )
  if (Option.isNone(bytes)) return Option.none<Seal>()
  const seal = Result.flatMap(readObject(bytes.value, limits.fileListBytes), (value) =>
    decodeValue(Seal, value)
  )
  return Result.isSuccess(seal) && seal.success.contentHash === contentHash
    ? Option.some(seal.success)
    : Option.none<Seal>()
})

/** Hashes everything; whatever list or folder is broken is a verdict, never an error. */
export const verify = (contentHash: string): Inspection =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const list = yield* Effect.result(readList(yield* stored, contentHash))
    if (Result.isFailure(list)) {
      if (list.failure._tag === "DiskFailure") return yield* list.failure
      return worst([
        { path: "files.json", state: list.failure._tag === "BundleMissing" ? "missing" : "modified" }
      ])
    }
    const verdict = worst([
      ...(yield* judgeFiles(contentHash, list.success)),
      ...(yield* extras(contentHash, list.success))
    ])
    if (verdict.verdict !== "ok") return verdict
    const sealed = yield* Effect.orElseSucceed(writeSeal(contentHash, list.success, now), () => false)
    return { ...verdict, verifiedAt: now, sealed }
  })

/** Looks at the identities of `wanted` where a seal names them all unchanged; verifies everything otherwise. */
export const glance = (contentHash: string, wanted: ReadonlyArray<string>): Inspection =>
  Effect.gen(function* () {
    const seal = yield* readSeal(contentHash)
    if (Option.isNone(seal)) return yield* verify(contentHash)
    for (const path of wanted) {
      const found = yield* identify(contentHash, path)
      if (Option.isNone(found) || seal.value.files[path] !== identityText(found.value))
        return yield* verify(contentHash)
    }
    return { verdict: "ok", files: [], verifiedAt: seal.value.at, sealed: true }
  })

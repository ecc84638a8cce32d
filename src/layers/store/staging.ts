import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { derivedMode, type BundleFile } from "../../domain/content/BundleFile.ts"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { limits } from "../../domain/limits.ts"
import { parentOf } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Lock } from "../../services/Lock.ts"
import type { StagedInput, Staging } from "../../services/Store.ts"
import { unless } from "../disk/missing.ts"
import { transactionName } from "../transaction/name.ts"
import { describe, describing } from "./digest.ts"

const modeOf = (file: BundleFile): number =>
  derivedMode({ declared: file.executable, startsWithShebang: file.executable })

/** Mode of a file that is still being written. */
const ownMode = 0o600

/** Removes a staging folder and then its lock file; the caller holds the lock, so nobody can take it meanwhile. */
export const removeStaging = Effect.fnUntraced(function* (tx: string) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  yield* durable.removeTree(paths.staging(tx))
  yield* unless(durable.unlink(paths.stagingLock(tx)), "missing")
})

/** Makes the lock file; false when a sweeper unlinked it while it was being made, and its folder stands. */
const makeLiveLock = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  return yield* durable.create(path, new Uint8Array(), { mode: 0o600 }).pipe(
    Effect.as(true),
    Effect.catchIf(
      ({ reason }) => reason === "missing",
      (failure) =>
        Effect.flatMap(durable.identify(parentOf(path)), (folder) =>
          Option.isSome(folder) ? Effect.succeed(false) : Effect.fail(failure)
        )
    )
  )
})

/** Makes a lock file of a new name and takes it; none when a sweeper was quicker. Nothing is left then. */
const tryLiveLock = Effect.gen(function* () {
  const lock = yield* Lock
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const tx = yield* transactionName
  if (!(yield* makeLiveLock(paths.stagingLock(tx)))) return Option.none<string>()
  const taken = yield* lock.acquire(paths.stagingLock(tx), { wait: Duration.zero }).pipe(
    Effect.as(true),
    Effect.catchTag("LockBusy", () => Effect.succeed(false)),
    // Where no lock can be had, no sweeper could take it either.
    Effect.onError(() => Effect.ignore(durable.unlink(paths.stagingLock(tx))))
  )
  // A sweeper may have unlinked the file before we locked it; then nobody could see that we live.
  const stands = Option.isSome(yield* durable.identify(paths.stagingLock(tx)))
  return taken && stands ? Option.some(tx) : Option.none<string>()
})

/** The name whose lock was taken; the lock goes with the scope. */
const takeLiveLock = Effect.gen(function* () {
  for (;;) {
    const taken = yield* tryLiveLock
    if (Option.isSome(taken)) return taken.value
  }
})

/** Opens a staging whose folder and live lock last as long as the scope. */
export const openStaging = Effect.uninterruptible(
  Effect.gen(function* () {
    const durable = yield* Durable
    const { paths } = yield* GsdHome
    const services = yield* Effect.context<Durable | GsdHome>()
    const tx = yield* takeLiveLock
    const folder = paths.staging(tx)
    yield* Effect.addFinalizer(() =>
      removeStaging(tx).pipe(Effect.provide(services), Effect.exit, Effect.flatMap(reportLeft))
    )
    yield* durable.makeDirectory(folder, { mode: 0o700 })
    yield* durable.makeDirectory(`${folder}/bundle`, { mode: 0o755 })
    return stagingIn(durable, tx, folder)
  })
)

const reportLeft = (exit: Exit.Exit<void, DiskFailure>) =>
  Exit.isFailure(exit)
    ? Effect.logDebug("a staging folder is left for the next command to sweep")
    : Effect.void

const stagingIn = (durable: Durable["Service"], tx: string, folder: string): Staging => {
  const made = new Set<string>([`${folder}/bundle`])
  const modes = new Map<string, number>()
  const ensureFolder = Effect.fnUntraced(function* (path: string): Effect.fn.Return<void, DiskFailure> {
    if (made.has(path)) return
    yield* ensureFolder(parentOf(path))
    yield* unless(durable.makeDirectory(path, { mode: 0o755 }), "exists")
    made.add(path)
  })
  const pathIn = (path: string) => `${folder}/bundle/${path}`
  return {
    tx,
    folder,
    put: Effect.fn("Staging.put")(function* (input: StagedInput) {
      const file = describe(input.path, input.bytes)
      yield* ensureFolder(parentOf(pathIn(input.path)))
      yield* durable.createUnsynced(pathIn(input.path), input.bytes, { mode: modeOf(file) })
      modes.set(input.path, modeOf(file))
      return file
    }),
    putPieces: Effect.fn("Staging.putPieces")(function* <E, R>(
      path: string,
      next: Effect.Effect<Uint8Array, E, R>
    ) {
      const description = describing(path)
      const at = pathIn(path)
      let piece = yield* next
      yield* ensureFolder(parentOf(at))
      yield* durable.createUnsynced(at, piece, { mode: ownMode })
      // Writable until `seal`, which sees that the mode is not the final one.
      modes.set(path, ownMode)
      while (piece.length > 0) {
        description.add(piece)
        piece = yield* next
        if (piece.length > 0) yield* durable.extendUnsynced(at, piece)
      }
      return description.file()
    }),
    read: (path) => durable.read(pathIn(path), { maxBytes: limits.bundleBytes }),
    seal: Effect.fn("Staging.seal")(function* (files: ReadonlyArray<BundleFile>, contentHash: string) {
      const finish = Effect.fnUntraced(function* (file: BundleFile) {
        if (modes.get(file.path) !== modeOf(file)) yield* durable.chmod(pathIn(file.path), modeOf(file))
        yield* durable.syncFile(pathIn(file.path))
      })
      yield* Effect.forEach(files, finish, { concurrency: limits.stagingConcurrency, discard: true })
      const list = new TextEncoder().encode(
        `${JSON.stringify({ version: 1, contentHash, files }, null, 2)}\n`
      )
      yield* durable.create(`${folder}/files.json`, list, { mode: 0o444 })
      const folders = [...made].toSorted((a, b) => b.length - a.length)
      yield* Effect.forEach(folders, (path) => durable.syncDirectory(path), {
        concurrency: limits.stagingConcurrency,
        discard: true
      })
      yield* durable.syncDirectory(folder)
      yield* durable.syncDirectory(parentOf(folder))
    })
  }
}

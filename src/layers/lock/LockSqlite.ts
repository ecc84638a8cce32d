import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as NodeFs from "node:fs"
import { LockUnsupported } from "../../domain/lock/errors.ts"
import { nameOf } from "../../domain/paths.ts"
import { Lock, type LockRequest } from "../../services/Lock.ts"
import { readHolder, removeHolder, writeHolder } from "./holderFile.ts"
import { kernelLock } from "./kernelLock.ts"
import { Taken, waiting } from "./waiting.ts"

/** How lock files are looked after. */
export interface Options {
  /** Folder for a lock file that is no database, made when needed; omitted: it is renamed beside itself. */
  readonly attention?: string
}

const folderMode = 0o700

const moveAside = Effect.fnUntraced(function* (path: string, { attention }: Options) {
  const now = yield* Clock.currentTimeMillis
  const name = `${nameOf(path)}.${now}.unusable`
  yield* Effect.try({
    try: () => {
      if (attention !== undefined) NodeFs.mkdirSync(attention, { recursive: true, mode: folderMode })
      NodeFs.renameSync(path, attention === undefined ? `${path}.${now}.unusable` : `${attention}/${name}`)
    },
    catch: () => new LockUnsupported({ path, reason: "it is no lock file and cannot be moved away" })
  })
})

/**
 * Moves a lock file that is no database away. Whoever does it holds a lock beside it and looks again first:
 * else the second of two would move the good file that the first has locked since.
 */
const heal = (path: string, options: Options) => {
  const beside = `${path}.heal.live`
  return Effect.gen(function* () {
    yield* kernelLock(beside)
    yield* Effect.addFinalizer(() => Effect.ignore(Effect.try(() => NodeFs.unlinkSync(beside))))
    yield* Effect.scoped(kernelLock(path)).pipe(Effect.catchTag("NoDatabase", () => moveAside(path, options)))
    return yield* new Taken()
  }).pipe(
    Effect.scoped,
    Effect.catchTag("NoDatabase", () =>
      Effect.fail(new LockUnsupported({ path: beside, reason: "it is no lock file either" }))
    )
  )
}

const attempt = (path: string, request: LockRequest, options: Options) => {
  const { holder } = request
  const locked =
    holder === undefined
      ? kernelLock(path)
      : Effect.tap(kernelLock(path), () =>
          Effect.acquireRelease(writeHolder(holder), () => removeHolder(holder))
        )
  return locked.pipe(
    Effect.catchTag("NoDatabase", () => Effect.catchTag(heal(path, options), "Taken", () => locked)),
    Effect.catchTag("NoDatabase", () => Effect.fail(new Taken()))
  )
}

const lockOf = (options: Options): Lock["Service"] => ({
  acquire: (path, request) =>
    waiting({
      path,
      request,
      attempt: Effect.asVoid(attempt(path, request, options)),
      holder: request.holder === undefined ? Effect.undefined : readHolder(request.holder.path)
    }).pipe(Effect.withSpan("Lock.acquire"))
})

/** The operating system's file lock, taken through `node:sqlite`, which is loaded with the first lock. */
export const layerWith = (options: Options = {}): Layer.Layer<Lock> => Layer.succeed(Lock, lockOf(options))

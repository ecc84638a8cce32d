import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { DiskFailure, FileTooLarge } from "../../domain/disk/errors.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"

const folderMode = 0o700
const fileMode = 0o600

/** Copies a folder with everything in it; `to` must not exist. */
export const copyFolder = Effect.fnUntraced(function* (
  from: string,
  to: string
): Effect.fn.Return<void, DiskFailure | FileTooLarge, Durable> {
  const durable = yield* Durable
  yield* durable.makeDirectory(to, { mode: folderMode })
  for (const { name, kind } of yield* durable.entries(from)) {
    if (kind === "directory") yield* copyFolder(`${from}/${name}`, `${to}/${name}`)
    if (kind !== "file") continue
    const bytes = yield* durable.read(`${from}/${name}`, { maxBytes: limits.manifestBytes })
    yield* durable.create(`${to}/${name}`, bytes, { mode: fileMode })
  }
})

/** Takes a folder's place. */
export const replaceFolder = Effect.fnUntraced(function* (from: string, to: string) {
  const durable = yield* Durable
  yield* durable.removeTree(to)
  yield* copyFolder(from, to)
})

/** Adds a line to a file, whatever its mode; the mode is as before then. */
export const tamper = Effect.fnUntraced(function* (path: string, line: string) {
  const durable = yield* Durable
  const before = yield* durable.identify(path)
  const mode = before._tag === "Some" ? before.value.mode : fileMode
  yield* durable.chmod(path, fileMode)
  yield* durable.append(path, new TextEncoder().encode(`${line}\n`), { mode: fileMode })
  yield* durable.chmod(path, mode)
})

/** A folder that is gone with the scope, whatever happened. */
export const throwawayHome = Effect.fnUntraced(function* (temporary: string) {
  const durable = yield* Durable
  const name = `gsd-demo-${(yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)).toString(36)}`
  const base = yield* durable.realPath(temporary)
  return yield* Effect.acquireRelease(
    Effect.as(durable.makeDirectory(`${base}/${name}`, { mode: folderMode }), `${base}/${name}`),
    (home) => Effect.ignore(durable.removeTree(home))
  )
})

import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import { TraceRefused } from "../../domain/telemetry/errors.ts"
import { traceOpening } from "../../domain/telemetry/traceEvents.ts"

/** A place for a trace. */
export interface TraceFile {
  readonly path: string
  /** Puts the whole text there at once, without an Effect: it is called while the process ends. Throws what the disk says. */
  readonly write: (text: string) => void
}

const opensAsTrace = (path: string): boolean => {
  // A link that is put there meanwhile is not followed, and a pipe not waited for.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const start = Buffer.alloc(traceOpening.length)
    const read = readSync(file, start, 0, start.length, 0)
    return read === 0 || start.toString("latin1", 0, read) === traceOpening
  } finally {
    closeSync(file)
  }
}

/** Why a path is no place for a trace, as a clause to follow it. */
const problemOf = (path: string): string | undefined => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() === true) return "is a link, and a trace is never written through one"
  if (found?.isDirectory() === true) return "is a directory"
  if (found !== undefined && !(found.isFile() && opensAsTrace(path)))
    return "is no trace, so it is not replaced"
  accessSync(dirname(path), constants.W_OK)
  return undefined
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "unknown"

/** Written beside its place and put there by rename, so that a viewer never sees half of it. */
const write = (path: string, text: string): void => {
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  try {
    writeFileSync(beside, text, { flag: "wx", mode: 0o600 })
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/**
 * Looks at the place of a trace before anything is done. Fails with `TraceRefused` where a link, a directory or a file that
 * is no trace stands there, or nothing can be written.
 */
export const openTraceFile = (given: string): Effect.Effect<TraceFile, TraceRefused> => {
  const path = resolve(given)
  return Effect.flatMap(
    Effect.try({
      try: () => problemOf(path),
      catch: (error) => new TraceRefused({ path, reason: `cannot be written (${codeOf(error)})` })
    }),
    (reason) =>
      reason === undefined
        ? Effect.succeed({ path, write: (text: string) => write(path, text) })
        : Effect.fail(new TraceRefused({ path, reason }))
  )
}

import { exitCode } from "../domain/hinted.ts"

/** Not imported: an import of `node:fs` makes all of it, its streams too, which is a tenth of a short run. */
const { writeSync } = process.getBuiltinModule("node:fs")

/** What became of stdout: its reader left, or it could not be written for another reason. */
export const stdout: { gone: boolean; trouble: Error | undefined } = { gone: false, trouble: undefined }

const pause = new Int32Array(new SharedArrayBuffer(4))

const waitMillis = 5

const isErrno = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error

const give = (descriptor: 1 | 2, bytes: Uint8Array): number => {
  try {
    return writeSync(descriptor, bytes)
  } catch (error) {
    if (isErrno(error) && error.code === "EAGAIN") {
      Atomics.wait(pause, 0, 0, waitMillis)
      return 0
    }
    if (descriptor === 1 && isErrno(error)) {
      if (error.code === "EPIPE") stdout.gone = true
      else stdout.trouble ??= error
    }
    return bytes.length
  }
}

const giveAll = (descriptor: 1 | 2, text: string): void => {
  let left: Uint8Array = new TextEncoder().encode(text)
  while (left.length > 0) left = left.subarray(give(descriptor, left))
}

/** The line on a terminal that tells how far a command is. */
export const live = {
  isShown: false,
  /** Ends the telling until the next step. */
  stop: (): void => {}
}

const toLineStart = "\r\u001b[K"

/** Shows a line on stderr in place of the one shown before. */
export const writeLive = (line: string): void => {
  giveAll(2, `${toLineStart}${line}`)
  live.isShown = true
}

/**
 * Writes at once and entirely, so that nothing is lost when the process ends, in place of the live line. Node's own
 * streams are not used: making them is a tenth of a short run.
 */
const write = (descriptor: 1 | 2, text: string): void => {
  live.stop()
  if (live.isShown) giveAll(2, toLineStart)
  live.isShown = false
  giveAll(descriptor, text)
}

/** Writes one line to stdout. */
export const writeOut = (text: string): void => write(1, `${text}\n`)

/** What a text for stderr is written as; a run whose logs are JSON writes everything so. */
export const stderrForm = { isPlain: true, of: (text: string): string => text }

/** Writes a text and a line end to stderr; a stderr that cannot be written is nobody's concern. */
export const writeError = (text: string): void => write(2, `${stderrForm.of(text)}\n`)

/** Writes a record of a log, which has its form already, to stderr. */
export const writeRecord = (line: string): void => write(2, `${line}\n`)

/** Writes to stderr without ending the line. */
export const writePrompt = (text: string): void => write(2, text)

/** The code to end with: a reader that left ends the process quietly; output that was lost otherwise is a failure. */
export const finalCode = (code: number): number => {
  if (stdout.gone) return exitCode.ok
  if (stdout.trouble === undefined) return code
  writeError(`The output could not be written: ${stdout.trouble.message}`)
  return code === exitCode.ok ? exitCode.failed : code
}

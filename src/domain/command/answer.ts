import * as Result from "effect/Result"
import { limits } from "../limits.ts"
import type { ContextFacts } from "./contract.ts"

/** What `runner/commandModule.cjs` is told, as JSON on its standard input. */
export interface RunnerRequest {
  /** Absolute path of the module. */
  readonly module: string
  readonly router: string
  readonly args: ReadonlyArray<string>
  readonly context: ContextFacts
  /** Stands in the mark before the answer's JSON, so that nothing else looks like it. */
  readonly mark: string
  /** Longest JSON of an answer. */
  readonly resultBytes: number
}

/** Bytes of a mark, at most. */
const markBytes = 128

/** What of stdout must be kept so that the answer behind the output is. */
export const keptBytes = limits.commandOutputBytes + limits.commandResultBytes + markBytes

/** Output of a command taken apart. */
export interface TakenApart {
  readonly text: string
  readonly truncated: boolean
  readonly result?: unknown
}

const isAt = (bytes: Uint8Array, mark: Uint8Array, at: number): boolean =>
  mark.every((byte, index) => bytes[at + index] === byte)

const lastIndexOf = (bytes: Uint8Array, mark: Uint8Array): number => {
  for (let at = bytes.lastIndexOf(0); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(0, at - 1))
    if (isAt(bytes, mark, at)) return at
  return -1
}

const newline = 10

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** UTF-8; a character that the limit cuts in two is left out. */
const cut = (bytes: Uint8Array): Pick<TakenApart, "text" | "truncated"> => {
  const truncated = bytes.length > limits.commandOutputBytes
  const kept = truncated ? bytes.subarray(0, limits.commandOutputBytes) : bytes
  return { text: new TextDecoder().decode(kept, { stream: truncated }), truncated }
}

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

/** The first NUL of the mark, then the word: see the runner. */
const markOf = (mark: string): Uint8Array => new TextEncoder().encode(`\0gsd-result ${mark} `)

/**
 * Takes the answer's JSON out of what a command wrote: it stands behind `\0gsd-result MARK BYTES\n`. What others wrote
 * after it is output too. An answer that is not whole is none.
 */
export const takeApart = (bytes: Uint8Array, mark: string): TakenApart => {
  const start = markOf(mark)
  const at = lastIndexOf(bytes, start)
  if (at < 0) return cut(bytes)
  const end = bytes.indexOf(newline, at)
  const length = Number(decoded(bytes.subarray(at + start.length, end < 0 ? at + start.length : end)))
  const json = bytes.subarray(end + 1, end + 1 + length)
  const outside = joined(bytes.subarray(0, at), bytes.subarray(end + 1 + json.length))
  const parsed = Result.try((): unknown => JSON.parse(decoded(json)))
  return Result.isSuccess(parsed) ? { ...cut(outside), result: parsed.success } : cut(outside)
}

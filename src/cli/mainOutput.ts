import * as Console from "effect/Console"
import * as Layer from "effect/Layer"
import { writeError, writeOut } from "./mainWrite.ts"

const line = (words: ReadonlyArray<unknown>): string => words.map(String).join(" ")

const log = (...words: ReadonlyArray<unknown>): void => writeOut(line(words))

const error = (...words: ReadonlyArray<unknown>): void => writeError(line(words))

/** Effect's console on the two outputs. */
export const output = Layer.succeed(
  Console.Console,
  Object.assign(Object.create(console), { log, info: log, error, warn: error })
)

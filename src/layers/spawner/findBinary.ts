import * as Effect from "effect/Effect"
import { BinaryNotExecutable, BinaryNotFound } from "../../domain/process/errors.ts"
import {
  type BinaryQuery,
  type FileState,
  resolveBinary,
  type ResolvedBinary
} from "../../domain/process/resolveBinary.ts"

/** The one resolver behind `which` and `run`, over any way to look at files. */
export const findBinary = (query: BinaryQuery, inspect: (path: string) => FileState) =>
  Effect.suspend((): Effect.Effect<ResolvedBinary, BinaryNotFound | BinaryNotExecutable> => {
    const answer = resolveBinary(query, inspect)
    switch (answer._tag) {
      case "Found":
        return Effect.succeed(answer.binary)
      case "NotExecutable":
        return Effect.fail(new BinaryNotExecutable({ command: query.name, path: answer.path }))
      case "Missing":
        return Effect.fail(new BinaryNotFound({ command: query.name, tried: answer.tried }))
    }
  })

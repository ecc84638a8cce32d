import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DiskFailure, FileTooLarge } from "../domain/disk/errors.ts"
import { StandardInput } from "./StandardInput.ts"

const name = "standard input"

/** Collects stdin until it ends; an interruption or a text that is too long closes it. */
const readAll = (maxBytes: number) =>
  Effect.callback<string, DiskFailure | FileTooLarge>((resume) => {
    const pieces: Array<Uint8Array> = []
    let size = 0
    process.stdin.on("data", (piece: Uint8Array) => {
      size += piece.length
      if (size > maxBytes) resume(Effect.fail(new FileTooLarge({ path: name, maxBytes })))
      else pieces.push(piece)
    })
    process.stdin.once("end", () => resume(Effect.succeed(Buffer.concat(pieces).toString("utf8"))))
    process.stdin.once("error", () =>
      resume(Effect.fail(new DiskFailure({ operation: "read", path: name, reason: "io" })))
    )
  }).pipe(Effect.ensuring(Effect.sync(() => process.stdin.destroy())))

/** The standard input of this process. */
export const standardInput: Layer.Layer<StandardInput> = Layer.succeed(
  StandardInput,
  StandardInput.of({ read: ({ maxBytes }) => readAll(maxBytes) })
)

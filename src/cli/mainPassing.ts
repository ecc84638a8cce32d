import { write } from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Concluded } from "./errors.ts"
import { stdout, writePrompt } from "./mainWrite.ts"
import { Outputs } from "./Outputs.ts"

const descriptors = { stdout: 1, stderr: 2 } as const

/** Between two tries at an output whose reader is slow. */
const retryMillis = 5

/** One write of the system's, off the event loop: a reader that is slow holds up neither signals nor time limits. */
const give = (descriptor: 1 | 2, bytes: Uint8Array) =>
  Effect.callback<number, NodeJS.ErrnoException>((resume) => {
    write(descriptor, bytes, (error, written) =>
      resume(error === null ? Effect.succeed(written) : Effect.fail(error))
    )
  })

/** Bytes that need not be offered again. */
const offer = (descriptor: 1 | 2, bytes: Uint8Array) =>
  give(descriptor, bytes).pipe(
    Effect.catch((error) => {
      if (error.code === "EAGAIN") return Effect.as(Effect.sleep(retryMillis), 0)
      if (descriptor === 2) return Effect.succeed(bytes.length)
      if (error.code === "EPIPE") stdout.gone = true
      else stdout.trouble ??= error
      return Effect.fail(new Concluded({ code: 0 }))
    })
  )

/** The outputs of this process. */
export const outputs: Layer.Layer<Outputs> = Layer.succeed(
  Outputs,
  Outputs.of({
    write: Effect.fnUntraced(function* (output, chunk) {
      // The line that tells how far the command is goes first.
      writePrompt("")
      // The chunk's memory is taken back when this is interrupted, and a write under way goes on.
      let left = Uint8Array.from(chunk)
      while (left.length > 0) left = left.subarray(yield* offer(descriptors[output], left))
    })
  })
)

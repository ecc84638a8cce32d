import * as Effect from "effect/Effect"
import { answered, unasked } from "../../../domain/loop/gate.ts"
import { answerQuery } from "../../query.ts"
import type { Here } from "./here.ts"

/** Asks a query of the closed table of `gsd query`; one that is not in it, or cannot be answered, is not asked. */
export const askQuery = Effect.fn("loop.askQuery")(function* (query: string, { phase, valueOf }: Here) {
  return yield* answerQuery(query, { phase, valueOf }).pipe(
    Effect.match({
      onFailure: ({ message }) => unasked(message),
      onSuccess: ({ block, details, message }) => answered(block, message, details)
    })
  )
})

import * as Effect from "effect/Effect"
import { isLoopPoint, loopPoints, type LoopPoint } from "../../domain/capability/loopContract.ts"
import { nearest } from "../../domain/capability/suggest.ts"
import type { InvocationInvalid } from "../errors.ts"
import { refuse } from "./reviewFlags.ts"

/** The point that a word names; the error lists all of them, with the one that was probably meant. */
export const pointNamed = (command: string, word: string): Effect.Effect<LoopPoint, InvocationInvalid> => {
  if (isLoopPoint(word)) return Effect.succeed(word)
  const meant = nearest(word, loopPoints)
  return Effect.fail(
    refuse(
      command,
      `There is no point \`${word}\` of the loop; the points are ${loopPoints.join(", ")}`,
      meant === undefined ? [] : [meant]
    )
  )
}

import * as Effect from "effect/Effect"
import { judgeMember } from "./family/judgeMember.ts"

/** Judges members by their folders, in the order given, several at once. */
export const familyValidate = Effect.fn("familyValidate")(function* (paths: ReadonlyArray<string>) {
  const judged = yield* Effect.forEach(paths, judgeMember, { concurrency: 16 })
  return judged.map(({ report }) => report)
})

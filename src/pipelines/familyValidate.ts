import * as Effect from "effect/Effect"
import { FamilyFiles } from "../services/FamilyFiles.ts"
import { judgeMember } from "./family/judgeMember.ts"

/** The pattern itself where it cannot be followed: what is wrong then shows when it is judged. */
const expanded = Effect.fnUntraced(function* (pattern: string) {
  const files = yield* FamilyFiles
  return yield* Effect.orElseSucceed(files.expand(pattern), () => [pattern])
})

/** Judges members by their folders or patterns of folders, in the order given, several at once. */
export const familyValidate = Effect.fn("familyValidate")(function* (patterns: ReadonlyArray<string>) {
  const folders = (yield* Effect.forEach(patterns, expanded)).flat()
  const judged = yield* Effect.forEach(folders, judgeMember, { concurrency: 16 })
  return judged.map(({ report }) => report)
})

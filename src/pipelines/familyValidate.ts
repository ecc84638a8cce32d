import * as Effect from "effect/Effect"
import type { FamilyReport } from "../domain/family/finding.ts"
import { FamilyFiles } from "../services/FamilyFiles.ts"
import { judgeMember } from "./family/judgeMember.ts"

/** The pattern itself where it cannot be followed: what is wrong then shows when it is judged. */
const expanded = Effect.fnUntraced(function* (pattern: string) {
  const files = yield* FamilyFiles
  return yield* Effect.orElseSucceed(files.expand(pattern), () => [pattern])
})

/** Reports by folder, of members that were judged already. */
export type KnownReports = ReadonlyMap<string, FamilyReport>

/** Judges members by their folders or patterns of folders, in the order given, several at once; known ones are not judged again. */
export const familyValidate = Effect.fn("familyValidate")(function* (
  patterns: ReadonlyArray<string>,
  known: KnownReports = new Map()
) {
  const folders = (yield* Effect.forEach(patterns, expanded)).flat()
  const judged = Effect.fnUntraced(function* (folder: string) {
    return known.get(folder) ?? (yield* judgeMember(folder)).report
  })
  return yield* Effect.forEach(folders, judged, { concurrency: 16 })
})

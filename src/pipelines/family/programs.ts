import * as Effect from "effect/Effect"
import type { Presence } from "../../domain/family/detect.ts"
import { resolveBinary } from "../../domain/process/resolveBinary.ts"
import { Environment } from "../../services/Environment.ts"
import { FamilyFiles } from "../../services/FamilyFiles.ts"

/** Paths at which a program of this name is looked for, in order. */
const candidatesOf = Effect.fnUntraced(function* (name: string) {
  const { platform, variables } = yield* Environment
  const query = {
    name,
    env: Object.fromEntries(variables),
    isWindows: platform === "win32"
  }
  const answer = resolveBinary(query, () => "missing")
  return answer._tag === "Missing" ? answer.tried : []
})

/**
 * Looks for a program on the PATH without running it. A file that may not be started, and a folder that cannot be looked
 * into, leave it unknown when no other one is there. Source: family facts 10.
 */
export const programPresence = Effect.fn("family.programPresence")(function* (
  name: string
): Effect.fn.Return<Presence, never, Environment | FamilyFiles> {
  const files = yield* FamilyFiles
  let isUncertain = false
  for (const path of yield* candidatesOf(name)) {
    const state = yield* files.state(path)
    if (state === "program") return "present"
    isUncertain ||= state !== "absent"
  }
  return isUncertain ? "unknown" : "absent"
})

/** Looks for a file. */
export const filePresence = Effect.fn("family.filePresence")(function* (
  path: string
): Effect.fn.Return<Presence, never, FamilyFiles> {
  const files = yield* FamilyFiles
  const state = yield* files.state(path)
  return state === "program" || state === "file" ? "present" : state
})

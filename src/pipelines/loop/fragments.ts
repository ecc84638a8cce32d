import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { plainPath } from "../../domain/capability/programPath.ts"
import type { Contribution } from "../../domain/capability/schema/loopHooks.ts"
import { limits } from "../../domain/limits.ts"
import { fragmentOf, fragmentOfBytes } from "../../domain/loop/fragment.ts"
import type { LoopMember } from "../../domain/loop/view.ts"
import { CapabilityFiles } from "../../services/CapabilityFiles.ts"

type Fragment = Contribution["fragment"]

const fromFile = Effect.fnUntraced(function* (member: LoopMember, path: string) {
  const files = yield* CapabilityFiles
  const { contentHash, id } = member
  const of = contentHash === undefined ? { id } : { id, contentHash }
  const read = yield* Effect.result(files.read(of, plainPath(path), { maxBytes: limits.fragmentBytes }))
  return Result.mapError(
    Result.flatMap(
      Result.mapError(read, ({ problem }) => problem),
      fragmentOfBytes
    ),
    (problem) => `its fragment \`${path}\` cannot be used: ${problem}`
  )
})

/** Text of a fragment, from its file or as it stands, safe to hand on; fails with why it is not to be had, as a sentence. */
export const readFragment = (
  member: LoopMember,
  fragment: Fragment
): Effect.Effect<Result.Result<string, string>, never, CapabilityFiles> =>
  "path" in fragment
    ? fromFile(member, fragment.path)
    : Effect.succeed(
        Result.mapError(fragmentOf(fragment.inline), (problem) => `its fragment cannot be used: ${problem}`)
      )

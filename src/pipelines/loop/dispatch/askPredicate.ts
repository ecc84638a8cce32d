import * as Effect from "effect/Effect"
import { unasked, type GateAnswer } from "../../../domain/loop/gate.ts"
import {
  judgeConfig,
  judgeExists,
  judgeFrontmatter,
  type GatePredicate
} from "../../../domain/loop/predicate.ts"
import { findArtifact } from "../../query/phase.ts"
import { frontOf } from "../../query/texts.ts"
import { askCommand } from "./askCommand.ts"
import type { Here } from "./here.ts"

/** The answer, or why there is none: what is there and cannot be read. */
const orUnasked = <R>(asked: Effect.Effect<GateAnswer, { readonly message: string }, R>) =>
  asked.pipe(Effect.catch(({ message }) => Effect.succeed(unasked(message))))

const askFrontmatter = Effect.fnUntraced(function* (
  predicate: Extract<GatePredicate, { readonly kind: "artifact-frontmatter-equals" }>,
  { phase }: Here
) {
  const found = yield* findArtifact(phase, predicate.artifact)
  if (found === undefined) return judgeFrontmatter(predicate, undefined, phase.folder)
  return judgeFrontmatter(predicate, { path: found.path, front: yield* frontOf(found) }, phase.folder)
})

/** Asks a predicate: facts from the project and its configuration, or the end of a command. Never fails. */
export const askPredicate = Effect.fn("loop.askPredicate")(function* (predicate: GatePredicate, here: Here) {
  switch (predicate.kind) {
    case "artifact-exists":
      return yield* orUnasked(
        Effect.map(findArtifact(here.phase, predicate.artifact), (found) =>
          judgeExists(predicate, found?.path, here.phase.folder)
        )
      )
    case "artifact-frontmatter-equals":
      return yield* orUnasked(askFrontmatter(predicate, here))
    case "config-equals":
      return judgeConfig(predicate, here.valueOf(predicate.key), here.declares(predicate.key))
    case "command-exit-zero":
      return yield* askCommand(predicate, here)
  }
})

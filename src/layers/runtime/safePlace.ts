import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { LedgerScope } from "../../domain/paths.ts"
import { artifactProblem, placeClause } from "../../domain/projection/placeRules.ts"
import { homeOf } from "../../domain/runtime/candidates.ts"
import type { Runtime } from "../../domain/runtime/choose.ts"
import { RuntimeHomeRefused } from "../../domain/runtime/errors.ts"
import type { Artifact, HomePart, RuntimeHome } from "../../domain/runtime/home.ts"
import { textOf } from "../../domain/runtime/hostPath.ts"
import { Environment } from "../../services/Environment.ts"
import { realOrPlanned } from "../disk/realOrPlanned.ts"

/** In a project nothing is followed: what became a link there, the repository may have brought. */
export const resolved = (path: string, scope: LedgerScope) =>
  scope.kind === "project" ? Effect.succeed(path) : realOrPlanned(path)

/** What says that a part is there: the person's variable, or a field of the runtime. */
const saidBy = ({ kind }: LedgerScope, part: HomePart, matched: RuntimeHome["matched"]) => {
  if (matched?.variable !== undefined) return { subject: "variable", name: matched.variable } as const
  const own = kind === "project" ? "localConfigDir" : "configHome"
  return { subject: "field", name: typeof part === "string" ? own : "artifactLayout" } as const
}

/** Refuses a place that no runtime is given files at, as it is named and as links lead. */
export const refuseUnsafe = Effect.fnUntraced(function* (
  found: RuntimeHome & { readonly path: string },
  path: string,
  { part, runtime, scope }: { runtime: Runtime; scope: LedgerScope; part: HomePart }
) {
  const environment = yield* Environment
  const home = Result.match(homeOf(environment), { onFailure: () => environment.home, onSuccess: textOf })
  const isArtifact = typeof part !== "string"
  const named = placeClause({ path: found.path, home, scope, isArtifact })
  if (named !== undefined)
    return yield* new RuntimeHomeRefused({
      runtime: runtime.id,
      ...saidBy(scope, part, found.matched),
      problem: named
    })
  const led = placeClause({ path, home: yield* resolved(home, scope), scope, isArtifact })
  if (led !== undefined)
    return yield* new RuntimeHomeRefused({
      runtime: runtime.id,
      subject: "home",
      name: found.path,
      problem: led
    })
})

/** Refuses an entry of a layout that places nothing, or nothing that is told apart. */
export const refuseUnfit = (runtime: Runtime, artifact: Artifact) => {
  const unfit = artifactProblem(artifact, runtime.origin)
  return unfit === undefined
    ? Effect.void
    : Effect.fail(
        new RuntimeHomeRefused({
          runtime: runtime.id,
          subject: "field",
          name: unfit.field,
          problem: unfit.problem
        })
      )
}

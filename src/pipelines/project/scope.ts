import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { HomeInsideProject, NoProject } from "../../domain/home/errors.ts"
import { globalScope, isWithin, type LedgerScope } from "../../domain/paths.ts"
import { projectScope } from "../../domain/project/places.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"

/** The scope of the current project; refused where there is none, and for one that is or holds the user's home. */
export const currentProject = Effect.gen(function* () {
  const { home, project } = yield* GsdHome
  const { workingDirectory } = yield* Environment
  if (Option.isNone(project)) return yield* new NoProject({ workingDirectory })
  if (isWithin(home, project.value))
    return yield* new HomeInsideProject({ home, project: project.value, from: "home" })
  return projectScope(project.value)
}).pipe(Effect.withSpan("project.current"))

/** The scope that `--scope` names, here. */
export const scopeNamed = (
  name: LedgerScope["kind"]
): Effect.Effect<LedgerScope, NoProject | HomeInsideProject, Environment | GsdHome> =>
  name === "global" ? Effect.succeed(globalScope) : currentProject

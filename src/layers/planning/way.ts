import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { parentOf } from "../../domain/paths.ts"
import { PlanningFileUnreadable } from "../../domain/planning/errors.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { wayFrom } from "../project/look.ts"

/** The refusal of a path in the project. */
export const refuse = (path: string, problem: string) => new PlanningFileUnreadable({ path, problem })

/** Tells whether a path from the root leads to something below it. */
export const isInside = (path: string): boolean =>
  path !== "" &&
  !/[\u0000-\u001f\\]/u.test(path) &&
  path.split("/").every((name) => name !== "" && name !== "." && name !== "..")

/** Root of the current project; undefined without one. */
export const rootOf = Effect.gen(function* () {
  const { project } = yield* GsdHome
  return Option.getOrUndefined(project)
})

/** The folder of a path and what is missing on the way; refused where something else than a folder is in the way. */
export const wayTo = Effect.fnUntraced(function* (root: string, path: string) {
  if (!isInside(path)) return yield* refuse(path, "it does not lie in the project")
  const way = yield* wayFrom(root)(parentOf(`${root}/${path}`))
  if (way.blocked !== undefined) return yield* refuse(path, way.blocked.reason)
  return way
})

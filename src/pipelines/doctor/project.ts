import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ProjectFacts } from "../../domain/doctor/judgeProject.ts"
import { projectPlaces } from "../../domain/project/places.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { entriesOf, standsAt } from "./looking.ts"

/** Names in `.gsd` of the current project, when there is one; nothing of it is opened, and no link is followed. */
export const projectFacts = Effect.fn("doctor.project")(function* () {
  const { project } = yield* GsdHome
  if (Option.isNone(project)) return undefined
  const path = projectPlaces(project.value).own
  const found = yield* standsAt(path)
  if (Option.isNone(found)) return undefined
  const { kind } = found.value
  const entries = kind === "directory" ? yield* entriesOf(path) : []
  return { path, kind, entries } satisfies ProjectFacts
})

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { JsonObject } from "../../domain/json/value.ts"
import { frontmatterLines, readFrontmatter } from "../../domain/planLint/frontmatter.ts"
import { parsePlan } from "../../domain/planLint/parsePlan.ts"
import type { Plan } from "../../domain/planLint/plan.ts"
import { isArtifactName } from "../../domain/planning/artifact.ts"
import { wholeProject } from "../../domain/planning/choosePhase.ts"
import { PlanningFileUnreadable } from "../../domain/planning/errors.ts"
import { frontmatterOf } from "../../domain/planning/frontmatter.ts"
import type { Phase } from "../../domain/planning/phase.ts"
import { proseOf, type ProseLine } from "../../domain/planning/prose.ts"
import { roadmapSection } from "../../domain/planning/roadmap.ts"
import { planId } from "../../domain/review/prompt.ts"
import { PlanningFiles } from "../../services/PlanningFiles.ts"
import { findArtifact, type Artifact } from "./phase.ts"

/** Front matter of a text; what cannot be read fails with its path. */
export const frontOf = ({ path, text }: Artifact): Effect.Effect<JsonObject, PlanningFileUnreadable> => {
  const read = frontmatterOf(text)
  return Result.isSuccess(read)
    ? Effect.succeed(read.success)
    : Effect.fail(new PlanningFileUnreadable({ path, problem: read.failure }))
}

/** A file of the whole project, such as `ROADMAP.md`; undefined when there is none. */
export const projectFile = Effect.fn("query.projectFile")(function* (name: string) {
  return yield* findArtifact(wholeProject, name)
})

/** The lines of the roadmap that are about a phase, or all of them for the project; undefined when there are none. */
export const roadmapOf = Effect.fn("query.roadmapOf")(function* (phase: Phase) {
  const roadmap = yield* projectFile("ROADMAP.md")
  if (roadmap === undefined) return undefined
  const all = proseOf(roadmap.text)
  const lines = phase.number === "" ? all : roadmapSection(all, phase.number)
  return lines.length === 0 ? undefined : { path: roadmap.path, lines }
})

/** A text with its lines of prose. */
export interface ReadText extends Artifact {
  readonly lines: ReadonlyArray<ProseLine>
}

/** An artefact with its lines of prose; undefined when there is none. */
export const readArtifact = Effect.fn("query.readArtifact")(function* (phase: Phase, name: string) {
  const found = yield* findArtifact(phase, name)
  return found === undefined ? undefined : ({ ...found, lines: proseOf(found.text) } satisfies ReadText)
})

/** Files of a phase's folder, of those whose names are wanted, in the order of their names. */
export const textsIn = Effect.fn("query.textsIn")(function* (
  phase: Phase,
  isWanted: (name: string) => boolean
) {
  const files = yield* PlanningFiles
  const names = (yield* files.names(phase.folder)).filter(isWanted)
  const read = yield* Effect.forEach(names, (file) => {
    const path = `${phase.folder}/${file}`
    return Effect.map(files.text(path), (text): ReadonlyArray<Artifact> =>
      text === undefined ? [] : [{ path, text }]
    )
  })
  return read.flat()
})

/** Every file of an artefact that a phase has several of, such as `PLAN.md`, in the order of their names. */
export const allOf = (phase: Phase, name: string) => textsIn(phase, (file) => isArtifactName(file, name))

/** A plan of a phase. */
export interface PhasePlan extends Artifact {
  readonly plan: Plan
  /** Text of its front matter. */
  readonly front: string
  /** First value of a key of its front matter; empty when there is none. */
  readonly valueOf: (key: string) => string
  /** Whether it was carried out: its summary is there. */
  readonly isDone: boolean
}

/** The plans of a phase. */
export const plansOf = Effect.fn("query.plansOf")(function* (phase: Phase) {
  const files = yield* PlanningFiles
  const names = new Set(yield* files.names(phase.folder))
  return (yield* allOf(phase, "PLAN.md")).map((artifact): PhasePlan => {
    const lines = artifact.text.replace(/^\ufeff/u, "").split(/\r\n|\n|\r/u)
    const front = readFrontmatter(lines)
    const id = planId(artifact.path)
    const summary = id === "PLAN.md" ? "SUMMARY.md" : `${id}-SUMMARY.md`
    return {
      ...artifact,
      plan: parsePlan(artifact),
      front: lines.slice(0, frontmatterLines(lines)).join("\n"),
      valueOf: (key) => front.get(key)?.items[0] ?? "",
      isDone: names.has(summary)
    }
  })
})

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { artifactIn } from "../../domain/planning/artifact.ts"
import { phaseIn, phasesFolder, phasesMeant, wholeProject } from "../../domain/planning/choosePhase.ts"
import { PhaseNotFound } from "../../domain/planning/errors.ts"
import type { Phase } from "../../domain/planning/phase.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { PlanningFiles } from "../../services/PlanningFiles.ts"

/** Which phase a call is about; without either, the project as a whole. */
export interface PhaseWanted {
  /** Its number or the name of its folder. */
  readonly phase?: string
  /** Its folder, from the project's root or absolute; it wins over `phase`. */
  readonly phaseDir?: string
}

/** Path of a folder from the project's root; undefined when it lies elsewhere. */
const pathInProject = (given: string, root: string | undefined): string | undefined => {
  const slashed = given.replaceAll("\\", "/")
  const inside = root === undefined ? slashed : slashed.replace(`${root.replaceAll("\\", "/")}/`, "")
  const names = inside.split("/").filter((name) => name !== "" && name !== ".")
  const isInside = !inside.startsWith("/") && !/^[A-Za-z]:/u.test(inside) && !names.includes("..")
  return isInside && names.length > 0 ? names.join("/") : undefined
}

const inFolder = Effect.fnUntraced(function* (given: string) {
  const files = yield* PlanningFiles
  const { project } = yield* GsdHome
  const folder = pathInProject(given, Option.getOrUndefined(project))
  const none = new PhaseNotFound({ phase: given, found: [] })
  if (folder === undefined) return yield* none
  if (folder === wholeProject.folder) return wholeProject
  const slash = folder.lastIndexOf("/")
  const around = yield* files.names(folder.slice(0, Math.max(0, slash)))
  if (!around.includes(folder.slice(slash + 1))) return yield* none
  // A link or file in its place is refused here, before any gate finds nothing in it.
  yield* files.names(folder)
  return phaseIn(folder)
})

/**
 * The phase that a call is about. Fails with `PhaseNotFound` when no folder is meant by it, or several are, and when a
 * named folder lies outside the project or is not there.
 */
export const phaseOf = Effect.fn("phaseOf")(function* (wanted: PhaseWanted) {
  const files = yield* PlanningFiles
  if (wanted.phaseDir !== undefined) return yield* inFolder(wanted.phaseDir)
  if (wanted.phase === undefined) return wholeProject
  const found = phasesMeant(yield* files.names(phasesFolder), wanted.phase)
  const [only] = found
  if (only === undefined || found.length > 1) return yield* new PhaseNotFound({ phase: wanted.phase, found })
  return phaseIn(`${phasesFolder}/${only}`)
})

/** A file of a phase, read. */
export interface Artifact {
  /** From the project's root. */
  readonly path: string
  readonly text: string
}

const readArtifact = Effect.fnUntraced(function* (path: string) {
  const files = yield* PlanningFiles
  const text = yield* files.text(path)
  return text === undefined ? undefined : ({ path, text } satisfies Artifact)
})

const inOneFolder = Effect.fnUntraced(function* (folder: string, name: string) {
  const files = yield* PlanningFiles
  const found = artifactIn(yield* files.names(folder), name)
  return found === undefined ? undefined : yield* readArtifact(`${folder}/${found}`)
})

/**
 * Finds an artefact such as `UI-SPEC.md` in the phase's folder, by its own name or one that ends with it, then in
 * `.planning` by its own name; undefined when it is in neither. What is there and cannot be read fails.
 */
export const findArtifact = Effect.fn("findArtifact")(function* (phase: Phase, name: string) {
  const own = yield* inOneFolder(phase.folder, name)
  if (own !== undefined || phase.folder === wholeProject.folder) return own
  return yield* readArtifact(`${wholeProject.folder}/${name}`)
})

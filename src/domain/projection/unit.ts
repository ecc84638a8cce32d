import type { ProjectedKind } from "../ledger/runtimes.ts"
import { judgePath, pathRules } from "../content/path.ts"
import { shown } from "../text/escape.ts"
import type { DialectFile } from "../runtime/dialect/source.ts"
import type { ArtifactPlace, Places } from "./places.ts"
import type { Withheld } from "./wish.ts"

/** A file of a unit, at its absolute path. */
export interface UnitFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
  /** Path below the skill's folder of a file that is handed on as it is; its unit can do without it. */
  readonly further?: string
}

/** What is given as a whole or not at all: a skill, a command, an agent, or what belongs to all agents together. */
export interface Unit {
  /** Empty for an `index`. */
  readonly capability: string
  readonly kind: ProjectedKind
  /** What the capability calls it. */
  readonly stem: string
  /** What it is called in the runtime. */
  readonly name: string
  readonly files: ReadonlyArray<UnitFile>
  /** Folder of further files that its text says to read, absolute. */
  readonly reads?: string
}

/** What came of offers: units in the order in which they are served, and what came to none. */
export interface Made {
  readonly units: ReadonlyArray<Unit>
  readonly withheld: ReadonlyArray<Withheld>
  readonly notes: ReadonlyArray<string>
}

/** Nothing came of nothing. */
export const nothingMade: Made = { units: [], withheld: [], notes: [] }

/** All of them together, in order. */
export const together = (parts: ReadonlyArray<Made>): Made => ({
  units: parts.flatMap(({ units }) => units),
  withheld: parts.flatMap(({ withheld }) => withheld),
  notes: parts.flatMap(({ notes }) => notes)
})

/** One thing that is not given. */
export const withheldOne = (
  of: { readonly capability: string; readonly kind: Withheld["kind"]; readonly name: string },
  reason: string
): Made => ({ ...nothingMade, withheld: [{ ...of, reason }] })

/** A path below a folder; a relative one that may leave it is never asked for. */
export const underneath = (folder: string, path: string): string =>
  folder.endsWith("/") ? `${folder}${path}` : `${folder}/${path}`

/** Why a path below a folder cannot be written on every system, as a clause; undefined when it can. */
export const pathClause = (path: string): string | undefined => {
  const problem = judgePath(path)
  if (problem === undefined) return undefined
  return shown`it would lie at \`${path}\`, where \`${problem.name}\` ${pathRules[problem.rule]}`
}

const encoder = new TextEncoder()

/** A file that a dialect wrote, at its place. */
export const placedFile = (places: Places, place: ArtifactPlace, file: DialectFile): UnitFile => ({
  path: underneath(file.below === "config" ? places.config : place.path, file.path),
  bytes: encoder.encode(file.text),
  executable: false
})

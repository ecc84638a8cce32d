import { foldPath } from "../content/collisions.ts"
import { shown } from "../text/escape.ts"
import type { Unit, UnitFile } from "./unit.ts"
import type { WishedFile, Withheld } from "./wish.ts"

/** A path that something stands at already, or a folder above it. */
interface Taken {
  readonly path: string
  readonly isFile: boolean
  /** Words for who has it. */
  readonly by: string
}

/** By the path as a disk that folds case has it. */
type Table = Map<string, Taken>

const foldersAbove = (path: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let slash = path.indexOf("/", 1); slash !== -1; slash = path.indexOf("/", slash + 1))
    found.push(path.slice(0, slash))
  return found
}

/** What stands in the way of a file; undefined when nothing does. */
const inTheWay = (table: Table, path: string): Taken | undefined =>
  table.get(foldPath(path)) ??
  foldersAbove(path)
    .map((folder) => ({ folder, taken: table.get(foldPath(folder)) }))
    .find(({ folder, taken }) => taken !== undefined && (taken.isFile || taken.path !== folder))?.taken

const take = (table: Table, path: string, by: string): void => {
  for (const folder of foldersAbove(path)) {
    const key = foldPath(folder)
    if (!table.has(key)) table.set(key, { path: folder, isFile: false, by })
  }
  table.set(foldPath(path), { path, isFile: true, by })
}

const clauseOf = (path: string, taken: Taken): string =>
  taken.path === path && taken.isFile
    ? shown`\`${path}\` is ${taken.by}`
    : shown`it would lie at \`${path}\`, which cannot stand beside \`${taken.path}\`, ${taken.by}`

const kindOf = ({ kind }: Unit): Withheld["kind"] => (kind === "agent" ? "agent" : "skill")

const wished = ({ capability, kind, name }: Unit, { bytes, executable, path }: UnitFile): WishedFile => ({
  path,
  bytes,
  executable,
  capability,
  kind,
  name
})

/** What came of units that want the same places. */
export interface Settled {
  /** Those that have their places. */
  readonly units: ReadonlyArray<Unit>
  readonly files: ReadonlyArray<WishedFile>
  readonly withheld: ReadonlyArray<Withheld>
}

const ownerOf = (capability: string): string =>
  capability === "" ? "what all agents need" : shown`what \`${capability}\` brings`

const settleUnit = (table: Table, unit: Unit): Settled => {
  const { capability, files, stem } = unit
  const refuse = (name: string, reason: string): Withheld => ({
    capability,
    kind: kindOf(unit),
    name,
    reason
  })
  for (const { path } of files) {
    const taken = inTheWay(table, path)
    if (taken !== undefined) return { units: [], files: [], withheld: [refuse(stem, clauseOf(path, taken))] }
  }
  const given: Array<WishedFile> = []
  const withheld: Array<Withheld> = []
  for (const file of files) {
    const taken = inTheWay(table, file.path)
    if (taken === undefined) {
      take(table, file.path, ownerOf(capability))
      given.push(wished(unit, file))
    } else withheld.push(refuse(`${stem}/${file.further ?? ""}`, clauseOf(file.path, taken)))
  }
  return { units: [unit], files: given, withheld }
}

const ascending = (a: { readonly capability: string }, b: { readonly capability: string }): number =>
  a.capability === b.capability ? 0 : a.capability < b.capability ? -1 : 1

/**
 * Gives each unit its places, first come first served: ascending by capability, then in the order given. Two paths that are
 * one where case does not count, or a file where another needs a folder, do not stand side by side; the later unit is
 * withheld as a whole, and of one unit the later file. `hosts`: files of the host, which are nobody's to take.
 */
export const settle = (units: ReadonlyArray<Unit>, hosts: ReadonlyArray<string>): Settled => {
  const table: Table = new Map()
  for (const path of hosts) take(table, path, "a file of the host")
  const settled = units.toSorted(ascending).map((unit) => settleUnit(table, unit))
  return {
    units: settled.flatMap(({ units }) => units),
    files: settled.flatMap(({ files }) => files).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    withheld: settled.flatMap(({ withheld }) => withheld)
  }
}

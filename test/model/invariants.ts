import type { ModelDisk } from "./disk.ts"
import { isTemporary, type Journal } from "./journal.ts"
import { at, bundleOf, foreignFiles, readConsent, readLedger, readSettings, type State } from "./world.ts"

/** What gsd says of the capability when it reads a disk at rest; also names what no disk may show. */
export const reportOf = (disk: ModelDisk): string => {
  const ledger = readLedger(disk.read(at.ledger, "file"))
  const consent = readConsent(disk.read(at.consent, "file"))
  if (ledger === undefined || consent === undefined) return "unreadable"
  for (const one of ledger.kept) {
    if (disk.read(at.store, one) !== bundleOf(one)) return `no bundle of ${one}`
    if (consent[one] === undefined) return `no record of ${one}`
  }
  return reportIn({ ...ledger, consent })
}

/** What gsd says in a state. */
export const reportIn = ({ active, consent }: State): string =>
  active === null ? "none" : `${consent[active] === "standing" ? "active" : "inactive"} ${active}`

const outside = new Set<string>([at.trash, at.attention])

/** Everything that invariant 2 speaks of, by path. */
export const treeOf = (disk: ModelDisk): ReadonlyMap<string, string> =>
  new Map(
    [...disk.now()]
      .filter(([directory]) => !outside.has(directory))
      .flatMap(([directory, files]) =>
        [...files].map(([name, data]) => [`${directory}/${name}`, data] as const)
      )
  )

/** Paths at which two trees differ. */
export const differences = (
  left: ReadonlyMap<string, string>,
  right: ReadonlyMap<string, string>
): ReadonlyArray<string> =>
  [...new Set([...left.keys(), ...right.keys()])].filter((path) => left.get(path) !== right.get(path))

/** I8: whatever a settings file wires has its bytes, and a person's standing yes to them. */
const wiringFaults = (disk: ModelDisk): ReadonlyArray<string> =>
  foreignFiles.flatMap((file) => {
    const text = file.kind === "settings" ? disk.read(file.directory, file.name) : undefined
    const wired = text === undefined ? "" : (readSettings(text)?.wired ?? "")
    if (wired === "") return []
    const consent = readConsent(disk.read(at.consent, "file"))
    if (disk.read(at.store, wired) !== bundleOf(wired))
      return [`I8: ${file.directory} wires ${wired}, which has no bytes`]
    return consent?.[wired] === "standing" ? [] : [`I8: ${file.directory} wires ${wired} without consent`]
  })

/** I4 and I9: every foreign file is old or new, and a temporary stands there only while a journal names it. */
const foreignFaults = (disk: ModelDisk, { rows }: Journal): ReadonlyArray<string> => {
  const isNamed = disk.read(at.transaction, "journal") !== undefined
  return rows.flatMap((row) => {
    const text = disk.read(row.directory, row.name) ?? null
    const found =
      text === row.before || text === row.after ? [] : [`I9: ${row.directory} holds ${String(text)}`]
    const isLeft = !isNamed && disk.names(row.directory).some(isTemporary)
    return isLeft ? [...found, `I4: a temporary in ${row.directory} that no journal names`] : found
  })
}

/** What must hold on every disk at every moment, before any repair. */
export const faultsOf = (
  disk: ModelDisk,
  journal: Journal,
  reports: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const report = reportOf(disk)
  return [
    ...(reports.includes(report) ? [] : [`I1: reports ${report}`]),
    ...foreignFaults(disk, journal),
    ...wiringFaults(disk)
  ]
}

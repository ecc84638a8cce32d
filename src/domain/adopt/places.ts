import { nameOf, parentOf, type LedgerScope } from "../paths.ts"
import { projectPlaces } from "../project/places.ts"

/** Name of the public system's ledger, beside the `.gsd` folder of a scope. Source: lifecycle facts 2.2. */
export const publicLedgerName = ".gsd-capabilities.json"

/** Member by which the public system knows its entries in settings files. Source: lifecycle facts 2.6. */
export const publicMark = "_gsdCapability"

/** File that the public system puts beside the SKILL.md of a capability's skill; it holds the id. Source: runtimes facts 3.2. */
export const skillMarkName = ".gsd-capability-skill"

/**
 * The folder that everything of the public system in a scope lies in: the project, or the one that holds H. An H that is
 * a link leads away from it, and then it is the user's home.
 */
export const publicRoot = (
  scope: LedgerScope,
  at: { readonly root: string; readonly home: string }
): string =>
  scope.kind === "project" ? scope.root : nameOf(at.root) === ".gsd" ? parentOf(at.root) : at.home

/** Every place of the public system below its root. Example: `/home/ada/.gsd-capabilities.json` is a ledger. */
export const publicPlaces = (root: string) => ({
  root,
  ledger: `${root}/${publicLedgerName}`,
  /** Folder of a capability's files. */
  folder: projectPlaces(root).vendored,
  /** One file of it, by its path in the bundle. */
  file: projectPlaces(root).file
})

/** Folder of a capability's files as its ledger records it. */
export const recordedFolder = (id: string): string => `.gsd/capabilities/${id}`

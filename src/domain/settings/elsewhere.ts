import { noWiring, sameEdit, type FileWiring, type WiredEntry } from "./FileWiring.ts"

/** No id of a capability begins so: an entry of another scope's ledger, which is looked at and never recorded in this one. */
const mark = "\u0000"

const isElsewhere = (entry: WiredEntry): boolean => entry.owner.startsWith(mark)

/**
 * What is recorded of a file, together with what ledgers of other scopes record of it: their entries stay whatever
 * goes, and a container that gsd made goes with the last entry in it, whoever's that is.
 */
export const withElsewhere = (
  own: FileWiring | undefined,
  elsewhere: ReadonlyArray<FileWiring>
): FileWiring | undefined => {
  if (elsewhere.length === 0) return own
  const mine = own ?? noWiring
  const made = elsewhere.flatMap((one) => [...one.containers, ...one.entries.flatMap((entry) => entry.made)])
  const entries = elsewhere
    .flatMap((one) => one.entries)
    .map((entry) => ({
      ...entry,
      owner: `${mark}${entry.owner}`,
      // One that stands as an own entry does is put in again when that goes.
      loose: !mine.entries.some((other) => !other.loose && sameEdit(other, entry)),
      splices: [],
      made: []
    }))
  return {
    ...mine,
    absent: mine.absent || elsewhere.some((one) => one.absent),
    entries: [...mine.entries, ...entries],
    containers: [...mine.containers, ...made]
  }
}

/** The same without those entries; undefined when none is left. */
export const withoutElsewhere = (wiring: FileWiring | undefined): FileWiring | undefined => {
  const entries = (wiring?.entries ?? []).filter((entry) => !isElsewhere(entry))
  return wiring === undefined || entries.length === 0 ? undefined : { ...wiring, entries }
}

/** Those of some findings that are about own entries. */
export const ownOf = <A extends { readonly entry: WiredEntry }>(found: ReadonlyArray<A>): ReadonlyArray<A> =>
  found.filter(({ entry }) => !isElsewhere(entry))

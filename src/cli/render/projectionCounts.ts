import type { PlaceRow } from "../../domain/projection/report.ts"
import { counted } from "../../domain/text/counted.ts"

/** How many names the entries of a row have. */
const namesOf = ({ name }: PlaceRow): number => name.split(", ").length

const entryWords = { hooks: "hook", servers: "server", permissions: "permission" } as const

/** What a row counts as; every file of ours is one, whatever it holds. */
const wordOf = ({ kind }: PlaceRow): string =>
  kind === "hooks" || kind === "servers" || kind === "permissions" ? entryWords[kind] : "file"

/** Files and entries by their number, such as `12 files, 2 hooks, 1 server`; empty for no rows. */
export const countText = (rows: ReadonlyArray<PlaceRow>): string =>
  ["file", "hook", "server", "permission"]
    .flatMap((word) => {
      const those = rows.filter((row) => wordOf(row) === word)
      const count = word === "file" ? those.length : those.reduce((sum, row) => sum + namesOf(row), 0)
      return count === 0 ? [] : [counted(count, word)]
    })
    .join(", ")

/** How many there are of something, and what is said of it. */
export type Tally = readonly [count: number, words: string]

/** Counts of what is not zero, such as `1 kept (modified)`. */
export const tallies = (counted: ReadonlyArray<Tally>): string =>
  counted.flatMap(([count, words]) => (count === 0 ? [] : [`${count} ${words}`])).join(", ")

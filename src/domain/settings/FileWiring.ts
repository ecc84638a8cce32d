import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SharedEdit } from "../ledger/entry.ts"
import { elementOf, markerOf, placeOf, type DocumentEntry } from "./entry.ts"
import { Splice } from "./splice.ts"

/** A container that gsd made, or whose blank inside it replaced. Owned by the file, not by a capability. */
export const OwnContainer = Schema.Struct({
  /** RFC 6901; empty for the whole document. */
  pointer: Schema.String,
  /** gsd made it, so it goes when it is empty again. */
  created: Schema.Boolean,
  /** Blanks that stood inside, or in place of the whole document. */
  replaced: Schema.String
})
export type OwnContainer = typeof OwnContainer.Type

/** One entry of ours in a file. */
export const WiredEntry = Schema.Struct({
  /** Whose it is; what the caller says, such as the id of a capability. */
  owner: Schema.String,
  kind: Schema.Literals(["hook", "server", "item", "member", "block"]),
  /** Event of a hook, name of a server, pointer of an item's array or of a member, owner of a block. */
  place: Schema.String,
  marker: Schema.String,
  /** JSON text of the item, value or block that was put in; holds what was asked for and nothing of the file. */
  element: Schema.String,
  /** RFC 6901, of a block `line <n>`: where it stood when gsd last wrote the file; empty when it stood nowhere. */
  pointer: Schema.String,
  /** Someone else wrote the file since: the entry is found by its marker, `splices` and `made` are empty. */
  loose: Schema.Boolean,
  /** What put it in. Empty for a loose entry, and where another owner's equal entry stood already. */
  splices: Schema.Array(Splice),
  made: Schema.Array(OwnContainer)
})
export type WiredEntry = typeof WiredEntry.Type

/**
 * What gsd did to one settings file. JSON-serialisable. The bytes with the image `after` are those with the image
 * `before` and the splices of all entries that are not loose, in order.
 */
export const FileWiring = Schema.Struct({
  /** There was no file before gsd wrote it: it goes when nothing is left in it. */
  absent: Schema.Boolean,
  /** sha512 of the bytes without the entries that are not loose, lower-case hex; empty when there was no file. */
  before: Schema.String,
  /** sha512 of the bytes gsd left; empty when it left no file. */
  after: Schema.String,
  /** In the order they were put in. */
  entries: Schema.Array(WiredEntry),
  /** Containers that loose entries needed. */
  containers: Schema.Array(OwnContainer)
})
export type FileWiring = typeof FileWiring.Type

/** Wiring of a file that gsd never wrote. */
export const noWiring: FileWiring = { absent: false, before: "", after: "", entries: [], containers: [] }

/** Tells whether two entries are the same edit of a file, whoever owns them. */
export const sameEdit = (left: WiredEntry, right: WiredEntry): boolean =>
  left.kind === right.kind && left.place === right.place && left.element === right.element

/** The record of an entry that is not in the file yet. */
export const toWire = (owner: string, entry: DocumentEntry): WiredEntry => ({
  owner,
  kind: entry.kind,
  place: placeOf(entry, owner),
  marker: markerOf(entry, owner),
  element: JSON.stringify(elementOf(entry)),
  pointer: "",
  loose: false,
  splices: [],
  made: []
})

/** An entry as something to find by its marker. */
export const loosened = (entry: WiredEntry): WiredEntry => ({ ...entry, loose: true, splices: [], made: [] })

/** The text of an entry's own splice that holds it, which is the longest; none for a loose one. */
const mainSplice = (entry: WiredEntry): Option.Option<Splice> =>
  Option.fromUndefinedOr(entry.splices.toSorted((a, b) => b.inserted.length - a.inserted.length)[0])

/** The edits of one owner in one file, as the ledger's entry of that capability lists them. */
export const sharedEditsOf = (file: string, wiring: FileWiring, owner: string): ReadonlyArray<SharedEdit> =>
  wiring.entries
    .filter((entry) => entry.owner === owner)
    .map((entry) => {
      const main = mainSplice(entry)
      return {
        file,
        marker: entry.marker,
        inserted: Option.match(main, { onNone: () => "", onSome: (splice) => splice.inserted }),
        replaced: Option.match(main, { onNone: () => "", onSome: (splice) => splice.removed }),
        pointer: entry.pointer,
        before: wiring.before,
        after: wiring.after
      }
    })

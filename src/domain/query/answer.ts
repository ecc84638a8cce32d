import * as Schema from "effect/Schema"
import type { JsonObject } from "../json/value.ts"

/** What a query answers. `block` says that its condition is not met; whether that holds the loop is the gate's to say. */
export const QueryAnswer = Schema.Struct({
  query: Schema.String,
  block: Schema.Boolean,
  /** One sentence without a final period; values in backticks are raw. */
  message: Schema.String,
  /** What it was judged by; its members are those of the query's own table in docs/reference/queries.md. */
  details: Schema.Record(Schema.String, Schema.Json)
})
export type QueryAnswer = typeof QueryAnswer.Type

/** An answer before it is given its query's name. */
export interface Judged {
  readonly block: boolean
  readonly message: string
  readonly details: JsonObject
}

/** Most entries of a list in `details`; how many there are is told beside it. */
export const shownEntries = 50

/** The first entries of a list. */
export const some = <A>(entries: ReadonlyArray<A>): ReadonlyArray<A> => entries.slice(0, shownEntries)

/** Names in a sentence: the first three, and how many more there are. */
export const named = (names: ReadonlyArray<string>): string => {
  const first = names
    .slice(0, 3)
    .map((name) => `\`${name.replace(/[\u0000-\u001f`]/gu, "?").slice(0, 200)}\``)
  const more = names.length - first.length
  return `${first.join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}

/** An answer of a query that does not apply: its condition cannot be missed. */
export const skipped = (reason: string, details: JsonObject = {}): Judged => ({
  block: false,
  message: reason,
  details: { ...details, skipped: true, reason }
})

import * as Schema from "effect/Schema"

/** Replaces `removed` by `inserted` at the UTF-16 offset `at` of the text that the splice before it left. */
export const Splice = Schema.Struct({
  at: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  removed: Schema.String,
  inserted: Schema.String
})
export type Splice = typeof Splice.Type

const replaced = (text: string, at: number, change: { readonly out: string; readonly in: string }): string =>
  text.slice(0, at) + change.in + text.slice(at + change.out.length)

/** The text after splices, in their order. */
export const applySplices = (text: string, splices: ReadonlyArray<Splice>): string =>
  splices.reduce(
    (current, splice) => replaced(current, splice.at, { out: splice.removed, in: splice.inserted }),
    text
  )

/** The text before splices; undefined when one of them does not fit, as with a record that was damaged. */
export const undoSplices = (text: string, splices: ReadonlyArray<Splice>): string | undefined => {
  let current = text
  for (const splice of splices.toReversed()) {
    if (!current.startsWith(splice.inserted, splice.at)) return undefined
    current = replaced(current, splice.at, { out: splice.inserted, in: splice.removed })
  }
  return current
}

/** Cuts the ranges [from, to) out of a text; they may not overlap, their order is free. */
export const cutRanges = (
  text: string,
  ranges: ReadonlyArray<readonly [from: number, to: number, instead?: string]>
): string =>
  ranges
    .toSorted((left, right) => right[0] - left[0])
    .reduce(
      (current, [from, to, instead]) => current.slice(0, from) + (instead ?? "") + current.slice(to),
      text
    )

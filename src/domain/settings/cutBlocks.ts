import { holdsFrame, type Lines, type Plain } from "./block.ts"
import { tablesCut } from "./cutTables.ts"
import type { OwnContainer, WiredEntry } from "./FileWiring.ts"
import { cutRanges } from "./splice.ts"
import type { Spot } from "./spots.ts"

/** A text, and what in it is ours beside entries. */
interface Rest {
  readonly text: string
  readonly containers: ReadonlyArray<OwnContainer>
}

/** Lines of a block's spot. */
export const rangeOf = ({ path }: Spot): Lines => [path[0] ?? 0, path[1] ?? 0]

/** Where the text ends once the blocks at its end are gone. */
const endWithout = (text: string, ranges: ReadonlyArray<Lines>): number =>
  ranges.toReversed().reduce((end, [from, to]) => (to === end ? from : end), text.length)

const lastLine = (text: string): string => text.split(/[\r\n]/u).at(-1) ?? ""

/**
 * Cuts blocks out of a text, given in its order, as whole lines. The line end that gsd gave to what is the last line now
 * goes as well.
 */
export const cutBlocks = (
  { containers, text }: Rest,
  ranges: ReadonlyArray<Lines>,
  { format }: Plain
): Rest => {
  const rest = cutRanges(text, ranges)
  const bare = rest.replace(/(?:\r\n|\n|\r)$/u, "")
  const isOurs =
    containers.some(({ created, pointer }) => created && pointer === "") &&
    endWithout(text, ranges) < text.length &&
    bare !== rest &&
    !holdsFrame(format, lastLine(bare))
  return isOurs ? { text: bare, containers: [] } : { text: rest, containers }
}

/** Blocks that are found by their tables. */
export interface Scattered {
  readonly ranges: ReadonlyArray<Lines>
  /** Why one does not go, or not all of it; of one that goes, undefined. */
  readonly reasons: ReadonlyMap<WiredEntry, "missing" | "changed" | undefined>
  /** Where those begin that stand there whole. */
  readonly whole: ReadonlyMap<WiredEntry, number>
}

/** Finds blocks again whose lines around them do not hold exactly them any more; nothing within `others` is looked at. */
export const scattered = (
  text: string,
  {
    entries,
    others,
    plain
  }: {
    readonly entries: ReadonlyArray<WiredEntry>
    readonly others: ReadonlyArray<Lines>
    readonly plain: Plain | undefined
  }
): Scattered => {
  const reasons = new Map<WiredEntry, "missing" | "changed" | undefined>()
  const whole = new Map<WiredEntry, number>()
  if (plain?.format !== "toml") return { ranges: [], reasons, whole }
  let ranges: ReadonlyArray<Lines> = []
  for (const entry of entries) {
    const cut = tablesCut({ text, value: plain.value }, entry, [...others, ...ranges])
    if (cut === undefined) continue
    reasons.set(entry, cut.reason)
    const [first] = cut.ranges
    if (cut.isWhole && first !== undefined) whole.set(entry, first[0])
    ranges = [...ranges, ...cut.ranges]
  }
  return { ranges: ranges.toSorted(([left], [right]) => left - right), reasons, whole }
}

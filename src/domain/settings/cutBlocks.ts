import { holdsFrame, type Plain } from "./block.ts"
import type { OwnContainer } from "./FileWiring.ts"
import { cutRanges } from "./splice.ts"
import type { Spot } from "./spots.ts"

/** A text, and what in it is ours beside entries. */
interface Rest {
  readonly text: string
  readonly containers: ReadonlyArray<OwnContainer>
}

const rangeOf = ({ path }: Spot): readonly [start: number, end: number] => [path[0] ?? 0, path[1] ?? 0]

/** Where the text ends once the blocks at its end are gone. */
const endWithout = (text: string, ranges: ReadonlyArray<readonly [start: number, end: number]>): number =>
  ranges.toReversed().reduce((end, [from, to]) => (to === end ? from : end), text.length)

const lastLine = (text: string): string => text.split(/[\r\n]/u).at(-1) ?? ""

/**
 * Cuts blocks out of a text, given in its order, as whole lines. The line end that gsd gave to what is the last line now
 * goes as well.
 */
export const cutBlocks = (
  { containers, text }: Rest,
  spots: ReadonlyArray<Spot>,
  { format }: Plain
): Rest => {
  const ranges = spots.map(rangeOf)
  const rest = cutRanges(text, ranges)
  const bare = rest.replace(/(?:\r\n|\n|\r)$/u, "")
  const isOurs =
    containers.some(({ created, pointer }) => created && pointer === "") &&
    endWithout(text, ranges) < text.length &&
    bare !== rest &&
    !holdsFrame(format, lastLine(bare))
  return isOurs ? { text: bare, containers: [] } : { text: rest, containers }
}

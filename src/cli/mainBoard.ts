import type { Board } from "./Board.ts"
import { errorView } from "./mainView.ts"
import { live, stderrForm, writeLive } from "./mainWrite.ts"

/** What a board is written with. */
export interface BoardOutput {
  readonly live: typeof live
  readonly writeLive: (text: string) => void
}

/** To the first of so many lines, and all below it away. */
const upAndClear = (lines: number): string => `${lines > 1 ? `\u001b[${lines - 1}A` : ""}\r\u001b[J`

/** A board of so many columns; other output takes it away first, and the next show brings it back. */
export const boardOf = (width: number, output: BoardOutput = { live, writeLive }): Board => {
  let shown = 0
  const clear = () => {
    if (shown > 0) output.writeLive(upAndClear(shown))
    shown = 0
  }
  return {
    width,
    clear,
    show: (lines) => {
      output.writeLive(`${shown > 0 ? upAndClear(shown) : ""}${lines.join("\n")}`)
      shown = lines.length
      output.live.stop = clear
    }
  }
}

/** The board of this process, when stderr is a terminal that can move its cursor. */
export const board = (): Board | undefined => {
  const { width } = errorView()
  return width === undefined || !stderrForm.isPlain || process.env["TERM"] === "dumb"
    ? undefined
    : boardOf(width)
}

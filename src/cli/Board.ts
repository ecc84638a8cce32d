import * as Context from "effect/Context"

/** Several lines on a terminal that change in place; on stderr. */
export interface Board {
  /** Shows lines in place of those shown before. */
  readonly show: (lines: ReadonlyArray<string>) => void
  /** Takes them away. */
  readonly clear: () => void
  /** Columns of the terminal. */
  readonly width: number
}

/** Makes the board of this process; undefined where nobody looks, which is everywhere but on a terminal. */
export const Boards = Context.Reference<() => Board | undefined>("gsd/cli/Boards", {
  defaultValue: () => () => undefined
})

/** Takes a clause about what an interrupted command wrote all the same, for what is said when it ends. */
export const Afterword = Context.Reference<(clause: string) => void>("gsd/cli/Afterword", {
  defaultValue: () => () => {}
})

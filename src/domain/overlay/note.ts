import type { Overlay } from "./overlay.ts"

/** A row with a sentence more in its note. */
export const withNote = <A extends Pick<Overlay, "note">>(row: A, sentence: string): A => ({
  ...row,
  note: row.note === undefined ? sentence : `${row.note}; ${sentence}`
})

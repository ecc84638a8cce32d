import type { Edit, Wired } from "../../domain/install/receipt.ts"
import { diffLines } from "./diff.ts"
import { labelled, padded, safe, type View } from "./view.ts"

const stateColumn = 11

/** Entries in settings files: each file, and below it kind, state and place of each entry. */
export const wiredLines = (
  wired: ReadonlyArray<Wired>,
  indent: string,
  view: View
): ReadonlyArray<string> => {
  const { green, red, yellow } = view.paint
  const paint = { planned: yellow, present: green, missing: red, resurrected: red, collides: red }
  const files = [...new Set(wired.map((one) => one.file))]
  return files.flatMap((file) => [
    ...labelled(indent, safe(file), view),
    ...wired
      .filter((one) => one.file === file)
      .flatMap(({ kind, pointer, state }) => {
        const label = `${indent}  ${padded(kind, 4)}  ${padded(state, stateColumn)}  `
        const [first = "", ...rest] = labelled(label, safe(pointer), view)
        return [first.replace(state, paint[state]), ...rest]
      })
  ])
}

/** Diffs of settings files; their lines are escaped already. */
export const editLines = (edits: ReadonlyArray<Edit>, indent: string, view: View): ReadonlyArray<string> =>
  edits.flatMap((edit) => diffLines(edit.diff, indent, view))

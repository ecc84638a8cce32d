import { labelled, type Paint, type View } from "./view.ts"

const diffPaint = (line: string, paint: Paint): ((text: string) => string) => {
  if (line.startsWith("+")) return paint.green
  if (line.startsWith("-")) return paint.red
  return line.startsWith("@@") ? paint.cyan : (text) => text
}

/** The lines of a diff, escaped already, coloured by their sign. */
export const diffLines = (diff: string, indent: string, view: View): ReadonlyArray<string> =>
  diff.split("\n").flatMap((line) => {
    const paint = diffPaint(line, view.paint)
    return labelled(indent, line, view).map((one) => paint(one))
  })

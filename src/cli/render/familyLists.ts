import { paragraph, safe, type View } from "./view.ts"

/** A sentence behind a mark, its further lines under its beginning. */
const item = (mark: string, text: string, view: View): ReadonlyArray<string> => {
  const blank = " ".repeat(mark.length)
  return paragraph(safe(text), blank, view).map((line, at) =>
    at === 0 ? `${mark}${line.slice(blank.length)}` : line
  )
}

/** Sentences under a title, each behind a hyphen; nothing when there are none. */
export const list = (title: string, texts: ReadonlyArray<string>, view: View): ReadonlyArray<string> =>
  texts.length === 0 ? [] : [`    ${title}`, ...texts.flatMap((text) => item("      - ", text, view))]

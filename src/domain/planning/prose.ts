/** One line of Markdown that is prose. */
export interface ProseLine {
  readonly text: string
  /** From 1, in the whole file. */
  readonly line: number
  /** Titles of the headings it stands under, the outermost first; a heading stands under itself. */
  readonly under: ReadonlyArray<string>
}

/** What of a heading is kept; each line below it is judged by it. */
const longestTitle = 200

const headingOf = (line: string): { readonly depth: number; readonly title: string } | undefined => {
  const marks = /^ {0,3}(#{1,6})[ \t]/u.exec(line)?.[1]
  return marks === undefined
    ? undefined
    : {
        depth: marks.length,
        title: line
          .slice(0, longestTitle)
          .replace(/^[ #\t]+/u, "")
          .trimEnd()
      }
}

const frontEnd = (lines: ReadonlyArray<string>): number => {
  if (lines[0]?.trimEnd() !== "---") return 0
  return lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s{0,9}$/u.test(line)) + 1
}

/** What of a line stands outside comments, and whether one is open behind it. */
const outsideComments = (line: string, isOpen: boolean): readonly [string, boolean] => {
  let rest = line
  let kept = ""
  for (let open = isOpen; ;) {
    const mark = rest.indexOf(open ? "-->" : "<!--")
    if (!open) kept += mark < 0 ? rest : rest.slice(0, mark)
    if (mark < 0) return [kept, open]
    rest = rest.slice(mark + (open ? 3 : 4))
    open = !open
  }
}

/**
 * Lines of a Markdown file that are prose: not those of its front matter, of fences and of comments, nor empty ones. With
 * `fences` the lines in fences as well.
 */
export const proseOf = (text: string, also?: "fences"): ReadonlyArray<ProseLine> => {
  const lines = text.replace(/^\ufeff/u, "").split(/\r\n|\n|\r/u)
  const start = frontEnd(lines)
  const found: Array<ProseLine> = []
  let titles: ReadonlyArray<string> = []
  let fence: string | undefined
  let isComment = false
  lines.forEach((raw, index) => {
    if (index < start) return
    const mark = isComment ? undefined : /^ {0,8}(`{3,}|~{3,})/u.exec(raw)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && raw.trim() === mark) fence = undefined
      else if (also === "fences") found.push({ text: raw, line: index + 1, under: titles })
      return
    }
    if (mark !== undefined) {
      fence = mark
      return
    }
    const [line, isOpen] = outsideComments(raw, isComment)
    isComment = isOpen
    if (line.trim() === "") return
    const heading = headingOf(line)
    if (heading !== undefined)
      titles = [...Array.from({ length: heading.depth - 1 }, (_, at) => titles[at] ?? ""), heading.title]
    found.push({ text: line, line: index + 1, under: titles })
  })
  return found
}

/** What a line of a workflow is: text an agent reads, an example or command in a fence, a comment. */
export type LineKind = "text" | "fence" | "comment"

/** One line of a workflow, counted from 1. */
export interface WorkflowLine {
  readonly number: number
  readonly text: string
  readonly kind: LineKind
}

interface State {
  readonly fence?: string
  readonly isComment: boolean
}

const opensFence = (text: string): string | undefined => /^\s*(`{3,}|~{3,})/u.exec(text)?.[1]

/** Whether a comment is open behind a line; one that opens and closes on it is closed. */
const commentBehind = (text: string, isComment: boolean): boolean => {
  const opened = text.lastIndexOf("<!--")
  const closed = text.lastIndexOf("-->")
  return opened < 0 && closed < 0 ? isComment : opened > closed
}

const next = (text: string, state: State): readonly [LineKind, State] => {
  const mark = opensFence(text)
  if (state.fence !== undefined) {
    const isEnd = mark !== undefined && mark.startsWith(state.fence) && text.trim() === mark
    return ["fence", isEnd ? { isComment: false } : state]
  }
  if (state.isComment) return ["comment", { isComment: commentBehind(text, true) }]
  if (mark !== undefined) return ["fence", { fence: mark, isComment: false }]
  return [text.trimStart().startsWith("<!--") ? "comment" : "text", { isComment: commentBehind(text, false) }]
}

/** Lines of a Markdown text and what each is; a byte order mark and every kind of line end are taken. Linear. */
export const workflowLines = (text: string): ReadonlyArray<WorkflowLine> => {
  let state: State = { isComment: false }
  return text
    .replace(/^\ufeff/u, "")
    .split(/\r\n|\n|\r/u)
    .map((line, index) => {
      const [kind, behind] = next(line, state)
      state = behind
      return { number: index + 1, text: line, kind }
    })
}

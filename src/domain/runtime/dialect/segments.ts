/** A stretch of a body, line ends included. */
export interface Segment {
  /**
   * Prose is what a reader is told, a fence without a language or with `text` or `markdown` included; code is a fence with
   * a language; kept is a block in which hosts are compared.
   */
  readonly kind: "prose" | "code" | "kept"
  readonly text: string
}

type Kind = Segment["kind"]

interface Fence {
  readonly mark: string
  readonly kind: Kind
}

/** What a line leaves open: a fence, the block of compatibility, or nothing. */
type Open = Fence | "kept" | undefined

const fenceLine = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})[ \t]*([^\r\n]*)/u
const shownInfo = /^(?:text|txt|plain|plaintext|md|markdown)?(?:[\s{]|$)/iu

const openedBy = (line: string): Open => {
  if (/^\s*<runtime_compatibility\b/iu.test(line)) return "kept"
  const [, mark, info = ""] = fenceLine.exec(line) ?? []
  if (mark === undefined || (mark.startsWith("`") && info.includes("`"))) return undefined
  return { mark, kind: shownInfo.test(info) ? "prose" : "code" }
}

const closes = (line: string, open: Fence | "kept"): boolean => {
  if (open === "kept") return /<\/runtime_compatibility\s*>/iu.test(line)
  const [, mark, info = ""] = fenceLine.exec(line) ?? []
  return mark !== undefined && info.trim() === "" && mark.startsWith(open.mark)
}

const kindOf = (open: Open): Kind => {
  if (open === undefined) return "prose"
  return open === "kept" ? "kept" : open.kind
}

/** The stretches of a body in order; together they are the body. A fence that is not closed ends with it. Linear. */
export const segmentsOf = (body: string): ReadonlyArray<Segment> => {
  const segments: Array<{ readonly kind: Kind; readonly lines: Array<string> }> = []
  let open: Open
  for (const line of body.match(/[^\n]*\n|[^\n]+$/gu) ?? []) {
    const begins = open === undefined ? openedBy(line) : undefined
    const kind = kindOf(open ?? begins)
    const last = segments.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else segments.push({ kind, lines: [line] })
    if (open !== undefined) open = closes(line, open) ? undefined : open
    else open = begins === "kept" && closes(line, "kept") ? undefined : begins
  }
  return segments.map(({ kind, lines }) => ({ kind, text: lines.join("") }))
}

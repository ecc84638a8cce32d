/** A place that a reviewer names. */
export interface Citation {
  /** With `/` between folders and without `./` before it; as cited otherwise. */
  readonly path: string
  /** Counted from 1 as cited; 0 when the reviewer wrote 0. */
  readonly line: number
  /** Last line of a range, at least `line`; the same as `line` when one line is cited. */
  readonly endLine: number
}

/** Citations of one text beyond this are left out: a reviewer that lists more cites nothing in particular. */
const maxCitations = 50

const url = /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s<>"'`)\]]+/giu

/** Files that have no ending and are cited all the same. */
const bareNames =
  /^(?:Makefile|Dockerfile|Containerfile|Justfile|Rakefile|Gemfile|Procfile|Vagrantfile|LICENSE)$/u

/** Endings of hosts that are no ending of a source file; `host.example:8080` is a port. */
const hostEnding = /\.(?:com|org|net|io|dev|example|localhost|local|internal|invalid|test)$/iu

const ending = /\.[a-z][a-z0-9_+-]{0,15}$/iu

const isPath = (token: string): boolean => {
  if (/[/\\]/u.test(token)) return /[\p{L}\p{N}_.-]$/u.test(token) && !/^[/\\]{2}/u.test(token)
  return bareNames.test(token) || (ending.test(token) && !hostEnding.test(token))
}

/** `path:3`, `path:3:7`, `path:3-9`, `path:L3-L9`, `path#L3-L9`; the path without blanks. */
const plain =
  /([\p{L}\p{N}_.@/\\+~$[\]{}-]{1,300})`?(?::L?|#L)(\d{1,9})(?::\d{1,9})?(?:[-–—]L?(\d{1,9}))?(?![\d.]*[\p{L}\p{N}_])/gu

/** `path line 3`, `path, lines 3 to 9`, `path (lines 3-9)`, `path around lines 3 to 9`, `File: path Line: 3`. */
const worded =
  /([\p{L}\p{N}_.@/\\+~$[\]{}-]{1,300})`?[,:]?\s{1,2}\(?(?:(?:at|around|near|on|between)\s)?lines?:?\s(\d{1,9})(?:\s?(?:[-–—]|to|and)\s?(\d{1,9}))?/giu

/** A whole code span, whose path may hold blanks. */
const spanned = /`([^`\n]{1,300}?):L?(\d{1,9})(?::\d{1,9})?(?:[-–—]L?(\d{1,9}))?`/gu

const normal = (token: string): string =>
  token
    .replaceAll("\\", "/")
    .replace(/^[[({@]+/u, "")
    .replace(/^(?:\.\/)+/u, "")

const citationOf = (match: RegExpExecArray): Citation | undefined => {
  const token = (match[1] ?? "").trim()
  const line = Number(match[2])
  if (!isPath(token) || /^[\d./-]+$/u.test(token)) return undefined
  return { path: normal(token), line, endLine: Math.max(line, Number(match[3] ?? line)) }
}

const sameAs = (one: Citation) => (other: Citation) =>
  one.path === other.path && one.line === other.line && one.endLine === other.endLine

/**
 * Every place that `text` cites, in the order of its lines, each once; at most fifty. A token counts as a path
 * when it holds a separator or ends like a source file; URLs, hosts with a port, times and versions do not.
 */
export const citationsIn = (text: string): ReadonlyArray<Citation> => {
  const rest = text.replace(url, " ")
  const spans = [...rest.matchAll(spanned)]
  const others = rest.replace(spanned, (span) => " ".repeat(span.length))
  const matches = [...spans, ...others.matchAll(plain), ...others.matchAll(worded)].toSorted(
    (a, b) => a.index - b.index
  )
  const found: Array<Citation> = []
  for (const match of matches) {
    const citation = citationOf(match)
    if (citation !== undefined && !found.some(sameAs(citation))) found.push(citation)
    if (found.length === maxCitations) break
  }
  return found
}

/** A citation as it is written: `path:3`, or `path:3-9`. */
export const citationText = ({ endLine, line, path }: Citation): string =>
  `${path}:${line}${endLine > line ? `-${endLine}` : ""}`

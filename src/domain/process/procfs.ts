import { cookieVariable, lineageOf, type RunCookie } from "./cookie.ts"

/** One process as `/proc/<pid>/stat` shows it. */
export interface ProcessRow {
  readonly pid: number
  /** Name of the program, at most 15 bytes, chosen by the process itself: untrusted text. */
  readonly name: string
  /** One letter; `Z` and `X` are dead processes that nobody has waited for. */
  readonly state: string
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly threads: number
  /** Clock ticks since boot; with the pid it names one process for ever. */
  readonly startTicks: number
}

const field = { state: 0, parent: 1, group: 2, session: 3, threads: 17, startTicks: 19 } as const

/** Reads the text of `/proc/<pid>/stat`; undefined when it is not one. The name may hold spaces and brackets. */
export const parseStat = (text: string): ProcessRow | undefined => {
  const open = text.indexOf("(")
  const close = text.lastIndexOf(")")
  if (open < 1 || close < open) return undefined
  const rest = text
    .slice(close + 1)
    .trim()
    .split(" ")
  const numberAt = (index: number) => Number(rest[index] ?? Number.NaN)
  const row = {
    pid: Number(text.slice(0, open)),
    name: text.slice(open + 1, close),
    state: rest[field.state] ?? "",
    parent: numberAt(field.parent),
    group: numberAt(field.group),
    session: numberAt(field.session),
    threads: numberAt(field.threads),
    startTicks: numberAt(field.startTicks)
  }
  const numbers = [row.pid, row.parent, row.group, row.session, row.startTicks]
  return row.state !== "" && numbers.every(Number.isSafeInteger) ? row : undefined
}

/** Tells whether a process still runs: not dead, and no zombie unless other threads outlived its first one. */
export const isRunning = (row: ProcessRow): boolean =>
  row.state === "Z" ? row.threads > 1 : row.state !== "X" && row.state !== "x"

/** Cookies in the text of `/proc/<pid>/environ`, outermost first; empty when it carries none. */
export const cookiesIn = (environ: string): ReadonlyArray<RunCookie> => {
  const prefix = `${cookieVariable}=`
  const entry = environ.split("\0").find((text) => text.startsWith(prefix))
  return entry === undefined ? [] : lineageOf(entry.slice(prefix.length))
}

import * as fs from "node:fs"
import * as Option from "effect/Option"
import type { RunCookie } from "../../domain/process/cookie.ts"
import type { ProcessEntry } from "../../domain/process/outcome.ts"
import { cookiesIn, isRunning, parseStat, type ProcessRow } from "../../domain/process/procfs.ts"
import { type Carries, selectTree } from "../../domain/process/tree.ts"
import type { ProcessTree } from "./endTree.ts"
import { sendSignal } from "./sendSignal.ts"

const readText = Option.liftThrowable((path: string) => fs.readFileSync(path, "latin1"))
const listDirectory = Option.liftThrowable((path: string) => fs.readdirSync(path))

const rowOf = (pid: number | string): ProcessRow | undefined =>
  Option.getOrUndefined(Option.map(readText(`/proc/${pid}/stat`), parseStat))

const readRows = (): ReadonlyArray<ProcessRow> =>
  Option.getOrElse(listDirectory("/proc"), () => [])
    .filter((name) => /^[0-9]+$/u.test(name))
    .flatMap((name) => rowOf(name) ?? [])

/** Environment of a process; none when it may not be read, empty while it changes programs. */
const environOf = (pid: number) => readText(`/proc/${pid}/environ`)

/** All processes as one look saw them. */
interface Sight {
  readonly rows: ReadonlyArray<ProcessRow>
  /** Cookies in the environment of a process; undefined while it changes programs. */
  readonly cookies: (pid: number) => ReadonlyArray<RunCookie> | undefined
}

const readSight = (): Sight => {
  const known = new Map<number, ReadonlyArray<RunCookie> | undefined>()
  const read = (pid: number) =>
    Option.match(environOf(pid), {
      onNone: () => [],
      onSome: (environ) => (environ === "" ? undefined : cookiesIn(environ))
    })
  const cookies = (pid: number) => {
    const found = known.has(pid) ? known.get(pid) : read(pid)
    known.set(pid, found)
    return found
  }
  return { rows: readRows(), cookies }
}

let shared: Sight | undefined

/** A look at all processes; trees that look in the same turn share it, since nothing is heard of a child within a turn. */
const seeAll = (): Sight => {
  if (shared === undefined) queueMicrotask(() => (shared = undefined))
  shared ??= readSight()
  return shared
}

const carriesCookie =
  (cookie: RunCookie, { cookies }: Sight) =>
  ({ pid }: ProcessRow): Carries => {
    const found = cookies(pid)
    return found === undefined ? "unknown" : found.includes(cookie) ? "yes" : "no"
  }

const entryOf = (row: ProcessRow): ProcessEntry => ({
  pid: row.pid,
  name: row.name,
  cookies: cookiesIn(Option.getOrElse(environOf(row.pid), () => ""))
})

/** Tells whether this system shows its processes the way Linux does. */
export const hasProcfs = (): boolean => process.platform === "linux" && rowOf(process.pid) !== undefined

/** Running processes with this cookie, or with any; ascending pids. */
export const carriersOf = (cookie: RunCookie | undefined): ReadonlyArray<ProcessEntry> =>
  readRows()
    .filter(isRunning)
    .map(entryOf)
    .filter(({ cookies }) => (cookie === undefined ? cookies.length > 0 : cookies.includes(cookie)))
    .toSorted((one, other) => one.pid - other.pid)

/** What the tree of a run is found by; `leaderGone` once its exit was collected. */
export interface TreeMarks {
  readonly pid: number
  readonly cookie: RunCookie
  readonly leaderGone: () => boolean
}

/** Tree of a run by group, session, descent and cookie. Make it right after the start: it notes when the leader began. */
export const makeLinuxTree = ({ pid, cookie, leaderGone }: TreeMarks): ProcessTree => {
  const startTicks = rowOf(pid)?.startTicks ?? 0
  const births = new Map<number, number>()
  const look = () => {
    const sight = seeAll()
    return selectTree(sight.rows, { pid, startTicks, isGone: leaderGone() }, carriesCookie(cookie, sight))
  }
  return {
    find: () => {
      const { members, unsure } = look()
      for (const row of members) births.set(row.pid, row.startTicks)
      return { members: members.map(entryOf), unsure }
    },
    signal: (members, signal) => {
      // The number of a group is not given away while the group has members, so this hits only ours.
      const grouped = members.some((member) => rowOf(member.pid)?.group === pid)
      if (grouped) sendSignal(-pid, signal)
      for (const member of members) {
        const row = rowOf(member.pid)
        if (row === undefined || row.startTicks !== births.get(member.pid)) continue
        if (!grouped || row.group !== pid) sendSignal(member.pid, signal)
      }
    },
    isGone: (member) => {
      const row = rowOf(member.pid)
      return row === undefined || !isRunning(row) || row.startTicks !== births.get(member.pid)
    }
  }
}

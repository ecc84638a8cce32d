import { isRunning, type ProcessRow } from "./procfs.ts"

/** What is known of the process that leads a run. */
export interface Leader {
  readonly pid: number
  readonly startTicks: number
  /** True once its exit was collected: from then on its number may name another process. */
  readonly isGone: boolean
}

/** Whether a process carries the cookie of a run; `unknown` while it has no environment yet. */
export type Carries = "yes" | "no" | "unknown"

/** The processes of one run, and whether one more might be of it. */
export interface TreeSelection {
  readonly members: ReadonlyArray<ProcessRow>
  readonly unsure: boolean
}

/** Parent of every thread of the Linux kernel; those never have an environment. */
const kernelThreads = 2

const isSeed = (row: ProcessRow, leader: Leader, groupIsForeign: boolean): boolean =>
  (row.pid === leader.pid && !leader.isGone) ||
  (!groupIsForeign && (row.group === leader.pid || row.session === leader.pid))

const withDescendants = (
  rows: ReadonlyArray<ProcessRow>,
  seeds: ReadonlySet<number>
): ReadonlySet<number> => {
  const found = new Set(seeds)
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const row of rows) if (found.has(row.parent)) found.add(row.pid)
  }
  return found
}

/**
 * Picks the running processes of a run out of all: the leader, its group and session, carriers of the
 * cookie, and descendants of all of these. Processes older than the leader are never picked, and nothing
 * is picked by the leader's number once that number names a process that leads another run.
 */
export const selectTree = (
  rows: ReadonlyArray<ProcessRow>,
  leader: Leader,
  carries: (row: ProcessRow) => Carries
): TreeSelection => {
  const groupIsForeign = rows.some(
    (row) => row.pid === leader.pid && (leader.isGone || row.startTicks !== leader.startTicks)
  )
  const candidates = rows.filter((row) => isRunning(row) && row.startTicks >= leader.startTicks)
  const seeds = new Set<number>()
  let unsure = false
  for (const row of candidates) {
    const carried = isSeed(row, leader, groupIsForeign) ? "yes" : carries(row)
    if (carried === "yes") seeds.add(row.pid)
    unsure = unsure || (carried === "unknown" && row.parent !== kernelThreads)
  }
  const pids = withDescendants(candidates, seeds)
  return { members: candidates.filter((row) => pids.has(row.pid)), unsure }
}

import type { ProcessEntry } from "../process/outcome.ts"
import { ownerOf } from "../process/cookie.ts"
import { shown } from "../text/escape.ts"
import { subjectOf, type Finding } from "./finding.ts"

/** Processes that carry the mark of a run, and which of the runs' owners live. */
export interface ProcessFacts {
  /** Our own process, which may well be part of a run. */
  readonly own: number
  readonly carriers: ReadonlyArray<ProcessEntry>
  /** Owners that run now. */
  readonly alive: ReadonlySet<number>
}

/** The `gsd` that started the run a process belongs to, the innermost where runs are nested. */
export const ownerOfProcess = (entry: ProcessEntry): number | undefined => {
  const innermost = entry.cookies.at(-1)
  return innermost === undefined ? undefined : ownerOf(innermost)
}

/** Names processes whose `gsd` died before it could end them. They are somebody's work and are not touched. */
export const judgeProcesses = ({ alive, carriers, own }: ProcessFacts): ReadonlyArray<Finding> =>
  carriers.flatMap((entry): ReadonlyArray<Finding> => {
    const owner = ownerOfProcess(entry)
    if (entry.pid === own || owner === undefined || alive.has(owner)) return []
    return [
      {
        kind: "process-orphaned",
        subject: subjectOf(`${entry.pid}`),
        message: shown`Process ${entry.pid} (${entry.name}) was started by a gsd that is dead (${owner})`,
        hint: shown`Look at it, and end it with \`kill ${entry.pid}\` if nobody needs it`,
        fix: "none"
      }
    ]
  })

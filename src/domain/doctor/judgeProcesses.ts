import type { ProcessEntry } from "../process/outcome.ts"
import { ownerOf, realmOfCookie } from "../process/cookie.ts"
import { shown } from "../text/escape.ts"
import { subjectOf, type Finding } from "./finding.ts"

/** The folder of a review that is there now, and was not meant to stay. */
export interface RunSeen {
  readonly path: string
  /** The `gsd` that runs it; undefined when it did not come to write that down. */
  readonly owner: number | undefined
}

/** Processes that carry the mark of a run, and which of the runs' owners live. */
export interface ProcessFacts {
  /** Our own process, which may well be part of a run. */
  readonly own: number
  readonly carriers: ReadonlyArray<ProcessEntry>
  readonly runs: ReadonlyArray<RunSeen>
  /** Owners, of processes and of reviews, that run now. */
  readonly alive: ReadonlySet<number>
}

/** The `gsd` that started the run a process belongs to, the innermost where runs are nested. */
export const ownerOfProcess = (entry: ProcessEntry): number | undefined => {
  const innermost = entry.cookies.at(-1)
  return innermost === undefined ? undefined : ownerOf(innermost)
}

/** The home whose run a process belongs to; undefined where the run tells none. */
export const realmOfProcess = (entry: ProcessEntry): string | undefined => {
  const innermost = entry.cookies.at(-1)
  return innermost === undefined ? undefined : realmOfCookie(innermost)
}

const namesOf = (carriers: ReadonlyArray<ProcessEntry>): string =>
  carriers.map(({ name, pid }) => `${pid} (${name})`).join(", ")

/** Names reviews whose `gsd` died before it could clean up, with what of them still runs. */
const judgeRuns = ({ alive, carriers, runs }: ProcessFacts): ReadonlyArray<Finding> =>
  runs.flatMap(({ owner, path }): ReadonlyArray<Finding> => {
    if (owner !== undefined && alive.has(owner)) return []
    const running = carriers.filter((entry) => ownerOfProcess(entry) === owner)
    const still = running.length === 0 ? "" : `; still running: ${namesOf(running)}`
    const by = owner === undefined ? "" : ` (${owner})`
    return [
      {
        kind: "run-unfinished",
        subject: subjectOf(path),
        message: shown`A review was ended before it could clean up${by}; ${path} holds its prompts and answers${still}`,
        hint: "Take what you need of it, then delete the folder",
        fix: "none"
      }
    ]
  })

/** Names processes whose `gsd` died before it could end them. They are somebody's work and are not touched. */
const judgeCarriers = ({ alive, carriers, own }: ProcessFacts): ReadonlyArray<Finding> =>
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

/** Names what a dead `gsd` left behind that ran or runs: processes, then reviews. */
export const judgeProcesses = (facts: ProcessFacts): ReadonlyArray<Finding> => [
  ...judgeCarriers(facts),
  ...judgeRuns(facts)
]

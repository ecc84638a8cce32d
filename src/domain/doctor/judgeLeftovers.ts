import { shown } from "../text/escape.ts"
import { scopeOfKeptLedger } from "../paths.ts"
import { subjectOf, type Finding } from "./finding.ts"
import type { LedgerFacts } from "./judgeRecords.ts"

/** A transaction that nobody carries out any more. */
export interface Interrupted {
  readonly tx: string
  /** Its folder. */
  readonly path: string
  /** The ledger it needs, when that cannot be read: nothing can be finished or undone before. */
  readonly blockedBy?: string
}

/** One of our temporaries beside a file of another program. */
export interface LeftTemporary {
  readonly path: string
  readonly tx: string
}

/** What commands that ended too early left. */
export interface LeftoverFacts {
  readonly interrupted: ReadonlyArray<Interrupted>
  /** Folders under `H/staging` whose command is dead. */
  readonly stagings: ReadonlyArray<string>
  readonly temporaries: ReadonlyArray<LeftTemporary>
  /** Paths in `H/attention`. */
  readonly attention: ReadonlyArray<string>
  /** Paths in `H/capabilities` that are no link of ours. */
  readonly strays: ReadonlyArray<string>
}

const ofTransaction = ({ blockedBy, path }: Interrupted): Finding =>
  blockedBy === undefined
    ? {
        kind: "transaction-interrupted",
        subject: subjectOf(path),
        message: shown`A command was interrupted; its transaction ${path} waits to be finished or undone`,
        hint: "The next command that writes does it, and so does `gsd doctor --fix`",
        fix: "automatic"
      }
    : {
        kind: "transaction-blocked",
        subject: subjectOf(path),
        message: shown`The interrupted transaction ${path} cannot be finished or undone: the ledger ${blockedBy} cannot be read`,
        hint: "Put a good copy of the ledger back, or run `gsd doctor --rebuild`; keep the folder",
        fix: "none"
      }

const ofStaging = (path: string): Finding => ({
  kind: "staging-dead",
  subject: subjectOf(path),
  message: shown`${path} was staged by a command that is dead`,
  hint: "`gsd doctor --fix` deletes it",
  fix: "automatic"
})

const ofTemporary =
  (facts: LeftoverFacts) =>
  (one: LeftTemporary): Finding => {
    const isWaiting = facts.interrupted.some(({ blockedBy, tx }) => tx === one.tx && blockedBy === undefined)
    const isBlocked = facts.interrupted.some(({ blockedBy, tx }) => tx === one.tx && blockedBy !== undefined)
    return {
      kind: "temporary-left",
      subject: subjectOf(one.path),
      message: shown`${one.path} is a temporary of gsd's that nothing will rename any more`,
      hint: isBlocked ? "It goes with the transaction it belongs to" : "`gsd doctor --fix` deletes it",
      fix: isWaiting ? "automatic" : isBlocked ? "none" : "asks"
    }
  }

/** A broken ledger whose scope has one that can be read again: a rebuild wrote that, and told where the old one is. */
const isReplaced = (path: string, ledgers: ReadonlyArray<LedgerFacts>): boolean => {
  const scope = scopeOfKeptLedger(path)
  return ledgers.some((one) => one.scope === scope && one.state === "readable")
}

const ofAttention = (path: string): Finding =>
  path.endsWith(".unusable")
    ? {
        kind: "lock-set-aside",
        subject: subjectOf(path),
        message: shown`A lock file was no database and was set aside as ${path}`,
        hint: "Something else wrote to it; look at it, then delete it",
        fix: "none"
      }
    : {
        kind: "attention",
        subject: subjectOf(path),
        message: shown`${path} was set aside for you to look at`,
        hint: "Look at it, take what you need, then delete it",
        fix: "none"
      }

const ofStray = (path: string): Finding => ({
  kind: "view-stray",
  subject: subjectOf(path),
  message: shown`${path} is no link of gsd's and is never read`,
  hint: "Move it away, install it to use it, or see with `gsd capability adopt` whether the public system put it there",
  fix: "none"
})

/** Judges what stands in H that no running command needs. */
export const judgeLeftovers = (
  facts: LeftoverFacts,
  ledgers: ReadonlyArray<LedgerFacts>
): ReadonlyArray<Finding> => [
  ...facts.interrupted.map(ofTransaction),
  ...facts.stagings.map(ofStaging),
  ...facts.temporaries.map(ofTemporary(facts)),
  ...facts.attention.filter((path) => !isReplaced(path, ledgers)).map(ofAttention),
  ...facts.strays.map(ofStray)
]

import type { ConsentRecord } from "../consent/record.ts"
import { namedDigests, type LedgerState } from "../ledger/state.ts"
import type { ConsentDrop } from "../transaction/journal.ts"
import { shown } from "../text/escape.ts"
import { subjectOf, type Finding } from "./finding.ts"

/** One ledger of H as it was read. */
export type LedgerFacts =
  | {
      readonly state: "readable"
      readonly scope: string
      readonly path: string
      readonly ledger: LedgerState
    }
  | {
      readonly state: "newer" | "unreadable"
      readonly scope: string
      readonly path: string
      readonly problem: string
    }

/** The records of H: a ledger for each scope, and one consent store. */
export interface RecordFacts {
  readonly ledgers: ReadonlyArray<LedgerFacts>
  /** Every record, or why they cannot be read. */
  readonly consent:
    { readonly records: ReadonlyArray<ConsentRecord> } | { readonly path: string; readonly problem: string }
}

const ofLedger = (facts: LedgerFacts): ReadonlyArray<Finding> => {
  if (facts.state === "readable")
    return [...facts.ledger.quarantined.keys()].map((id) => ({
      kind: "entry-quarantined",
      subject: subjectOf(`${facts.path}: ${id}`),
      message: shown`The entry of ${id} in ${facts.path} cannot be read and is kept aside`,
      hint: shown`Install ${id} again, or correct the entry`,
      fix: "none"
    }))
  const { path, problem, state } = facts
  return [
    {
      kind: state === "newer" ? "ledger-newer" : "ledger-unreadable",
      subject: subjectOf(path),
      message: shown`The ledger ${path} cannot be read: ${problem}`,
      hint:
        state === "newer"
          ? "Upgrade gsd; until then nothing is written"
          : facts.scope === "global"
            ? "Put a good copy back, or run `gsd doctor --rebuild`; until then nothing is written"
            : "Put a good copy back, or run `gsd doctor --rebuild --scope project` in that project",
      fix: "none"
    }
  ]
}

const isKey = (scope: string): boolean => scope === "global" || /^[0-9a-f]{32}$/u.test(scope)

/** Records that no kept generation of their scope names. Of a scope whose ledger cannot be read, or that keeps an entry of the id aside, none. */
export const unneededRecords = (facts: RecordFacts): ReadonlyArray<ConsentDrop> => {
  if ("problem" in facts.consent) return []
  return facts.consent.records
    .filter(({ digest, id, scope }) => {
      const found = facts.ledgers.find((one) => one.scope === scope)
      if (found === undefined) return isKey(scope)
      if (found.state !== "readable" || found.ledger.quarantined.has(id)) return false
      return !namedDigests(found.ledger).some((one) => one.id === id && one.digest === digest)
    })
    .map(({ digest, id, scope }) => ({ scope, id, digest }))
}

const ofRecord = ({ digest, id, scope }: ConsentDrop): Finding => ({
  kind: "record-unneeded",
  subject: subjectOf(`${scope} ${id} ${digest}`),
  message: shown`A consent to ${id} (${scope === "global" ? "global" : `project ${scope}`}) is kept for bytes that no ledger names`,
  hint: "`gsd doctor --fix` drops it",
  fix: "automatic"
})

/** Judges ledgers and consent records. */
export const judgeRecords = (facts: RecordFacts): ReadonlyArray<Finding> => {
  const ledgers = facts.ledgers.flatMap(ofLedger)
  if (!("problem" in facts.consent)) return [...ledgers, ...unneededRecords(facts).map(ofRecord)]
  const { path, problem } = facts.consent
  return [
    ...ledgers,
    {
      kind: "consent-unreadable",
      subject: subjectOf(path),
      message: shown`The consent store ${path} cannot be read: ${problem}`,
      hint: "Put a good copy back, or move it away and consent again; until then nothing is active",
      fix: "none"
    }
  ]
}

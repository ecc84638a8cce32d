import * as Schema from "effect/Schema"
import { ConsentBy, ConsentHow, findRecord, type ConsentState } from "../consent/record.ts"
import { EgressFact, type AuditLine } from "./line.ts"

/** What a log says of one transaction. `unfinished`: begun, and nothing says how it ended. */
export const AuditRow = Schema.Struct({
  /** ISO 8601, UTC: when it began. */
  at: Schema.String,
  tx: Schema.String,
  op: Schema.String,
  outcome: Schema.Literals(["committed", "aborted", "unfinished"]),
  /** `global`, or a project's key. */
  scope: Schema.String,
  id: Schema.optionalKey(Schema.String),
  /** Other ids that it was about as well. */
  also: Schema.optionalKey(Schema.Array(Schema.String)),
  version: Schema.optionalKey(Schema.String),
  source: Schema.optionalKey(Schema.String),
  contentHash: Schema.optionalKey(Schema.String),
  egress: Schema.optionalKey(EgressFact),
  /** How and by whom it was consented to, where its record still stands. */
  how: Schema.optionalKey(ConsentHow),
  by: Schema.optionalKey(ConsentBy)
})
export type AuditRow = typeof AuditRow.Type

const outcomes = { commit: "committed", abort: "aborted", begin: "unfinished" } as const

const consentOf = (consent: ConsentState, { consentDigest, id, scope, tx }: AuditLine) => {
  if (consentDigest === undefined || id === undefined) return {}
  const record = findRecord(consent, { scope, id, digest: consentDigest })
  return record?.tx === tx ? { how: record.how, by: record.by } : {}
}

const rowOf = (first: AuditLine, last: AuditLine, consent: ConsentState): AuditRow => {
  const { also, contentHash, egress, id, op, scope, source, tx, version } = { ...last, ...first }
  return {
    at: first.at,
    tx,
    op,
    outcome: outcomes[last.event],
    scope,
    ...(id === undefined || id === "" ? {} : { id }),
    ...(also === undefined ? {} : { also }),
    ...(version === undefined ? {} : { version }),
    ...(source === undefined ? {} : { source }),
    ...(contentHash === undefined ? {} : { contentHash }),
    ...(egress === undefined ? {} : { egress }),
    ...consentOf(consent, first)
  }
}

/** One row per transaction, in the order in which they began; a commit that recovery wrote later belongs to its begin. */
export const auditRows = (
  lines: ReadonlyArray<AuditLine>,
  consent: ConsentState
): ReadonlyArray<AuditRow> => {
  const first = new Map<string, AuditLine>()
  const last = new Map<string, AuditLine>()
  for (const line of lines) {
    if (!first.has(line.tx)) first.set(line.tx, line)
    // What was committed stays so, whatever a later line claims.
    if (last.get(line.tx)?.event !== "commit") last.set(line.tx, line)
  }
  return [...first].map(([tx, line]) => rowOf(line, last.get(tx) ?? line, consent))
}

/** Whether a row is about an id. */
export const isAbout = (row: AuditRow, id: string): boolean => row.id === id || (row.also ?? []).includes(id)

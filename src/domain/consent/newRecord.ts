import type { Granted } from "./decide.ts"
import type { ConsentSubject } from "./digest.ts"
import type { ConsentRecord, Egress } from "./record.ts"

/** A yes, to what, and where. */
export interface Said {
  /** Key of the scope. */
  readonly scope: string
  readonly subject: ConsentSubject
  /** Of the subject. */
  readonly digest: string
  readonly egress: ReadonlyArray<Egress>
  readonly granted: Granted
}

/** The record of a yes. */
export const newRecord = (
  { digest, egress, granted, scope, subject }: Said,
  when: Pick<ConsentRecord, "tx" | "at">
): ConsentRecord => ({
  scope,
  id: subject.id,
  digest,
  contentHash: subject.contentHash,
  ...(subject.powers.agents === undefined ? {} : { agents: true }),
  egress,
  how: granted.how,
  by: granted.by,
  ...when
})

import type { ConsentRecord, Revocation } from "../../domain/consent/record.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, warningLines, type View } from "./view.ts"

const statusOf = (record: ConsentRecord): string =>
  record.revoked === undefined ? "stands" : `revoked ${record.revoked}`

const recordLines = (record: ConsentRecord, view: View): ReadonlyArray<string> => {
  const { bold, green, yellow } = view.paint
  const paint = record.revoked === undefined ? green : yellow
  const egress = record.egress.flatMap((one) =>
    labelled("  sends to  ", visible(`${one.host} (lane ${one.slug})`), view)
  )
  return [
    `${bold(visible(record.id))} ${visible(record.scope)}: ${paint(statusOf(record))}`,
    `  given     ${record.at}, ${record.how} by ${record.by}`,
    `  digest    ${visible(record.digest)}`,
    ...egress
  ]
}

/** Who said yes to what, when and how. */
export const renderRecords = (records: ReadonlyArray<ConsentRecord>, view: View): string =>
  records.length === 0
    ? "There is no consent record."
    : records.flatMap((record) => recordLines(record, view)).join("\n")

/** What was revoked, then one line per warning. */
export const renderRevoked = ({ records, warnings }: Revocation, view: View): string =>
  [
    records.length === 0 ? "Every record was revoked already." : renderRecords(records, view),
    ...warningLines(warnings, view)
  ].join("\n")

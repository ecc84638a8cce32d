import type { ConsentRecord, Revocation } from "../../domain/consent/record.ts"
import { globalScope } from "../../domain/paths.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, warningLines, type View } from "./view.ts"

const statusOf = (record: ConsentRecord): string =>
  record.revoked === undefined ? "stands" : `revoked ${record.revoked}`

/** The scope of a record: this project by the flag that means it, another one by its key, as its path is in no record. */
const scopeOf = ({ scope }: ConsentRecord, here: string | undefined): string => {
  if (scope === globalScope.kind) return "global"
  return scope === here ? "this project (`--scope project`)" : `another project (${visible(scope)})`
}

const recordLines = (record: ConsentRecord, view: View, here?: string): ReadonlyArray<string> => {
  const { bold, green, yellow } = view.paint
  const paint = record.revoked === undefined ? green : yellow
  const egress = record.egress.flatMap((one) =>
    labelled("  sends to  ", visible(`${one.host} (lane ${one.slug})`), view)
  )
  return [
    `${bold(visible(record.id))} ${scopeOf(record, here)}: ${paint(statusOf(record))}`,
    `  given     ${record.at}, ${record.how} by ${record.by}`,
    `  digest    ${visible(record.digest)}`,
    ...egress
  ]
}

/** Who said yes to what, when and how. `here`: the key of the project one stands in. */
export const renderRecords = (records: ReadonlyArray<ConsentRecord>, view: View, here?: string): string =>
  records.length === 0
    ? "There is no consent record."
    : records.flatMap((record) => recordLines(record, view, here)).join("\n")

/** What was revoked, then one line per warning. */
export const renderRevoked = ({ records, warnings }: Revocation, view: View, here?: string): string =>
  [
    records.length === 0 ? "Every record was revoked already." : renderRecords(records, view, here),
    ...warningLines(warnings, view)
  ].join("\n")

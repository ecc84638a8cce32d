import type { ConsentRecord } from "../consent/record.ts"
import type { BundleFile } from "../content/BundleFile.ts"
import type { JsonValue } from "../json/value.ts"
import type { LedgerEntry } from "../ledger/entry.ts"

/** The generation that an install would take the place of, with what of its bytes is needed to show a difference. */
export interface Baseline {
  readonly entry: LedgerEntry
  readonly record: ConsentRecord | undefined
  /** Undefined when the installed bundle does not verify, so that nothing may be carried over from it. */
  readonly verified: { readonly raw: JsonValue; readonly files: ReadonlyArray<BundleFile> } | undefined
}

import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeValue, readObject } from "../json/decode.ts"
import { isJsonObject, member, type JsonValue } from "../json/value.ts"
import { kebabPattern } from "../capability/schema/primitives.ts"
import { limits } from "../limits.ts"
import { LedgerEntry } from "./entry.ts"
import { FileRecord } from "./fileRecord.ts"
import { LedgerCorrupt, LedgerTooNew } from "./errors.ts"
import { RuntimeRecord } from "./runtimes.ts"
import type { LedgerState } from "./state.ts"
import { Switch } from "./switches.ts"

/** Version of the ledger's form that this product writes. */
export const ledgerVersion = "2"

const entriesOf = (value: JsonValue | undefined) => {
  const entries = new Map<string, LedgerEntry>()
  const quarantined = new Map<string, JsonValue>()
  for (const [id, raw] of Object.entries(isJsonObject(value) ? value : {})) {
    const decoded = decodeValue(LedgerEntry, raw)
    if (Result.isSuccess(decoded) && kebabPattern.test(id)) entries.set(id, decoded.success)
    else quarantined.set(id, raw)
  }
  return { entries, quarantined }
}

const stateOf = (path: string, file: JsonValue): Result.Result<LedgerState, LedgerCorrupt | LedgerTooNew> => {
  const corrupt = (problem: string) => Result.fail(new LedgerCorrupt({ path, problem }))
  const version = member(file, "version")
  const [rev, lastTx, auditHead] = [member(file, "rev"), member(file, "lastTx"), member(file, "auditHead")]
  if (typeof version !== "string") return corrupt("it has no version")
  if (version !== ledgerVersion) {
    return Number(version) > Number(ledgerVersion)
      ? Result.fail(new LedgerTooNew({ path, version }))
      : corrupt(`its version \`${version}\` is not \`${ledgerVersion}\``)
  }
  if (typeof rev !== "number" || !Number.isSafeInteger(rev) || rev < 0)
    return corrupt("`rev` is no whole number")
  if (typeof lastTx !== "string" || typeof auditHead !== "string")
    return corrupt("`lastTx` or `auditHead` is no text")
  if (!isJsonObject(member(file, "entries"))) return corrupt("`entries` is no object")
  const files = filesOf(member(file, "files"))
  if (files === undefined) return corrupt("`files` holds something that is no record of a wired file")
  const switches = switchesOf(member(file, "switches"))
  if (switches === undefined) return corrupt("`switches` holds something that is no switch of a capability")
  const runtimes = runtimesOf(member(file, "runtimes"))
  if (runtimes === undefined) return corrupt("`runtimes` holds something that is no record of a runtime")
  const { entries, quarantined } = entriesOf(member(file, "entries"))
  for (const [id, raw] of entriesOfQuarantine(file)) quarantined.set(id, raw)
  return Result.succeed({ rev, lastTx, auditHead, entries, files, switches, runtimes, quarantined })
}

/** What is in other programs' files cannot be set aside like an entry: without it, it could never be taken out again. */
const filesOf = (value: JsonValue | undefined): ReadonlyMap<string, FileRecord> | undefined => {
  if (value === undefined) return new Map()
  const decoded = decodeValue(Schema.Record(Schema.String, FileRecord), value)
  return Result.isSuccess(decoded) ? new Map(Object.entries(decoded.success)) : undefined
}

/** One that is set aside would be a capability that acts again, against its person's word. */
const switchesOf = (value: JsonValue | undefined): ReadonlyMap<string, Switch> | undefined => {
  if (value === undefined) return new Map()
  const decoded = decodeValue(Schema.Record(Schema.String, Switch), value)
  if (Result.isFailure(decoded)) return undefined
  const switches = Object.entries(decoded.success)
  return switches.every(([id]) => kebabPattern.test(id)) ? new Map(switches) : undefined
}

/** Without a record, what was written for a runtime could never be taken away again. */
const runtimesOf = (value: JsonValue | undefined): ReadonlyMap<string, RuntimeRecord> | undefined => {
  if (value === undefined) return new Map()
  const decoded = decodeValue(Schema.Record(Schema.String, RuntimeRecord), value)
  if (Result.isFailure(decoded)) return undefined
  const runtimes = Object.entries(decoded.success)
  return runtimes.every(([id]) => kebabPattern.test(id)) ? new Map(runtimes) : undefined
}

const entriesOfQuarantine = (file: JsonValue): ReadonlyArray<[string, JsonValue]> => {
  const value = member(file, "quarantined")
  return isJsonObject(value) ? Object.entries(value) : []
}

/** Reads a ledger file. One bad entry is quarantined; a file that is not a ledger is corrupt. */
export const decodeLedger = (
  path: string,
  bytes: Uint8Array
): Result.Result<LedgerState, LedgerCorrupt | LedgerTooNew> =>
  Result.flatMap(
    Result.mapError(readObject(bytes, limits.ledgerBytes), (problem) => new LedgerCorrupt({ path, problem })),
    (file) => stateOf(path, file)
  )

const sorted = <A>(map: ReadonlyMap<string, A>): Record<string, A> =>
  Object.fromEntries([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The bytes of a ledger file: two-space JSON with ids ascending and a final line end. */
export const encodeLedger = (state: LedgerState): Uint8Array =>
  new TextEncoder().encode(
    `${JSON.stringify(
      {
        version: ledgerVersion,
        rev: state.rev,
        lastTx: state.lastTx,
        auditHead: state.auditHead,
        entries: sorted(state.entries),
        files: sorted(state.files),
        ...(state.switches.size === 0 ? {} : { switches: sorted(state.switches) }),
        ...(state.runtimes.size === 0 ? {} : { runtimes: sorted(state.runtimes) }),
        quarantined: sorted(state.quarantined)
      },
      null,
      2
    )}\n`
  )

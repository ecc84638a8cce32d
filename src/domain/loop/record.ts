import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { canonicalJson } from "../json/canonical.ts"
import { isJsonObject, type JsonValue } from "../json/value.ts"
import { limits } from "../limits.ts"
import { HookRecord } from "./outcome.ts"

/** Where the outcomes of hooks are kept, from the project's root. */
export const outcomesPath = ".planning/loop/outcomes.jsonl"

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(HookRecord))

/** A log as far as it was read. */
export interface LoopLogRead {
  /** Oldest first. */
  readonly records: ReadonlyArray<HookRecord>
  /** Whole lines that are no record. */
  readonly unreadable: number
  /** Whether older lines were left unread. */
  readonly cut: boolean
}

/** A log that nobody wrote. */
export const emptyLog: LoopLogRead = { records: [], unreadable: 0, cut: false }

/** Reads the end of a log; a first line that was cut and a last one that never ended are left out. Total. */
export const readRecords = (tail: string, cut: boolean): LoopLogRead => {
  const from = cut ? tail.indexOf("\n") + 1 : 0
  const lines = tail
    .slice(from, tail.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line.trim() !== "")
  const records = lines.flatMap((line): ReadonlyArray<HookRecord> => {
    const record = decode(line)
    return Result.isSuccess(record) ? [record.success] : []
  })
  return { records, unreadable: lines.length - records.length, cut }
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/**
 * A record as its one line, at most `limits.loopRecordBytes`, so that it is written as a whole: details that do not
 * fit are left out.
 */
export const recordLine = ({ details, ...record }: HookRecord): string => {
  const kept = asDetails(details)
  const line = canonicalJson(kept === undefined ? record : { ...record, details: kept })
  return bytesOf(line) <= limits.loopRecordBytes
    ? line
    : canonicalJson({ ...record, details: { leftOut: true } })
}

const withoutAbsent = (value: unknown, depth: number): JsonValue | undefined => {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (depth > limits.jsonDepth) return null
  if (Array.isArray(value)) return value.map((one) => withoutAbsent(one, depth + 1) ?? null)
  if (!isJsonObject(value)) return undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const kept = withoutAbsent(one, depth + 1)
      return kept === undefined ? [] : [[key, kept]]
    })
  )
}

/** Details of an outcome as JSON: what JSON does not know is left out. Total. */
export const asDetails = (value: unknown): JsonValue | undefined => withoutAbsent(value, 0)

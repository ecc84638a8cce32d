import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { kebabPattern } from "../capability/schema/primitives.ts"
import { judgePath, pathRules } from "../content/path.ts"
import { decodeValue, readObject } from "../json/decode.ts"
import { isJsonObject, member, type JsonObject, type JsonValue } from "../json/value.ts"
import { ledgerVersion } from "../ledger/codec.ts"
import { limits } from "../limits.ts"
import { isWithin } from "../paths.ts"
import { PublicLedgerUnusable } from "./errors.ts"
import { publicLedgerName, recordedFolder } from "./places.ts"

/** What the public system recorded of one capability, judged. */
export interface Recorded {
  readonly _tag: "Recorded"
  readonly id: string
  readonly version: string
  /** As typed when it was installed. */
  readonly source: string
  /** Settings files that its hooks and servers were put into, relative to the scope's root; each once, ascending. */
  readonly settings: ReadonlyArray<string>
}

/** An entry that nothing can be taken over by. */
export interface Unfit {
  readonly _tag: "Unfit"
  readonly id: string
  /** A clause, to follow the id. */
  readonly problem: string
}

/** Version of the ledger's form that the public system writes. */
export const publicLedgerVersion = "1"

const Entry = Schema.Struct({
  id: Schema.String,
  version: Schema.String,
  source: Schema.String,
  integrity: Schema.String,
  files: Schema.Array(Schema.String),
  sharedEdits: Schema.Array(Schema.Struct({ file: Schema.String, marker: Schema.String }))
})
type Entry = typeof Entry.Type

/** Why a recorded settings file is none: whoever writes the ledger must not lead us to any other file. */
const settingsProblem = (file: string): string | undefined => {
  const problem = judgePath(file)
  if (problem !== undefined) return pathRules[problem.rule]
  return file === publicLedgerName || isWithin(file, ".gsd") ? "is no settings file of a host" : undefined
}

const problemOf = (id: string, entry: Entry): string | undefined => {
  if (!kebabPattern.test(id)) return "its name is no id of a capability"
  if (entry.id !== id) return "it names another id inside than outside"
  if (entry.files.length !== 1 || entry.files[0] !== recordedFolder(id))
    return `it records other files than those of \`${recordedFolder(id)}\``
  if (entry.sharedEdits.length > limits.publicLedgerEdits)
    return `it names more than ${limits.publicLedgerEdits} settings files`
  const strange = entry.sharedEdits.find(({ marker }) => marker !== id)
  if (strange !== undefined) return "it names a settings file for another capability"
  for (const { file } of entry.sharedEdits) {
    const problem = settingsProblem(file)
    if (problem !== undefined) return `the settings file \`${file}\` ${problem}`
  }
  return undefined
}

const judge = (id: string, raw: JsonValue): Recorded | Unfit => {
  const unfit = (problem: string): Unfit => ({ _tag: "Unfit", id, problem })
  if (member(raw, "_pending") !== undefined)
    return unfit("the public system was interrupted while it changed it; let it finish there first")
  const entry = decodeValue(Entry, raw)
  if (Result.isFailure(entry)) return unfit(`its entry does not decode: ${entry.failure}`)
  const problem = problemOf(id, entry.success)
  if (problem !== undefined) return unfit(problem)
  const { sharedEdits, source, version } = entry.success
  const settings = [...new Set(sharedEdits.map(({ file }) => file))].toSorted()
  return { _tag: "Recorded", id, version, source, settings }
}

const versionProblem = (version: JsonValue | undefined) => {
  if (typeof version !== "string") return { problem: "it has no version", hint: lookHint }
  if (version === publicLedgerVersion) return undefined
  return version === ledgerVersion
    ? {
        problem: `its version is \`${version}\`, which is gsd's own form and does not belong here`,
        hint: "What gsd itself installed needs no adoption; `gsd capability list` shows it"
      }
    : {
        problem: `its version \`${version}\` is not \`${publicLedgerVersion}\``,
        hint: "Only ledgers of version 1 are known; install its capabilities from their sources"
      }
}

const lookHint = "Look at the file; the public system does not read it either while it is like this"

const entriesOf = (file: JsonObject): JsonObject | undefined => {
  const entries = member(file, "entries")
  return isJsonObject(entries) ? entries : undefined
}

/**
 * Reads the public system's ledger, which in a project is whatever somebody committed: every entry is judged by itself,
 * ascending by id. A file that is no ledger of version 1 is refused as a whole.
 */
export const decodePublicLedger = (
  path: string,
  bytes: Uint8Array
): Result.Result<ReadonlyArray<Recorded | Unfit>, PublicLedgerUnusable> => {
  const refused = (problem: string, hint = lookHint) =>
    Result.fail(new PublicLedgerUnusable({ path, problem, hint }))
  const read = readObject(bytes, limits.ledgerBytes)
  if (Result.isFailure(read)) return refused(read.failure)
  const version = versionProblem(member(read.success, "version"))
  if (version !== undefined) return refused(version.problem, version.hint)
  const entries = entriesOf(read.success)
  if (entries === undefined) return refused("`entries` is no object")
  const all = Object.entries(entries)
  if (all.length > limits.publicLedgerEntries)
    return refused(`it has more than ${limits.publicLedgerEntries} entries`)
  return Result.succeed(
    all.map(([id, raw]) => judge(id, raw)).toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  )
}

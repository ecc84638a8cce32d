import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { judgePath } from "../content/path.ts"
import { decodeValue } from "../json/decode.ts"
import type { JsonValue } from "../json/value.ts"
import { shown, visible } from "../text/escape.ts"
import { lockedSource } from "./lockedSource.ts"
import { lockEntryOf, LockEntry, lockProblem, type LockedGeneration, type Lockfile } from "./lockfile.ts"

/** How lockfile, ledger and vendored copy of one id disagree. */
export const DriftKind = Schema.Literals([
  /** Installed in the project, and the lockfile does not name it. */
  "not-locked",
  /** Named by the lockfile, and not installed on this machine. */
  "not-installed",
  /** Installed otherwise than the lockfile says. */
  "differs",
  /** The lockfile's entry cannot be used. */
  "unusable",
  /** The vendored copy holds other bytes than the lockfile says. */
  "vendored-differs",
  /** It is installed and named by the lockfile, and the project holds no vendored copy. */
  "vendored-missing",
  /** A vendored copy stands there, and the lockfile does not name it. */
  "vendored-not-locked"
])
export type DriftKind = typeof DriftKind.Type

/** A vendored copy that is not what the lockfile names: `sync` puts it back, `lock` changes nothing about it. */
export const isVendoredDrift = (kind: DriftKind): boolean =>
  kind === "vendored-differs" || kind === "vendored-missing"

/** One disagreement. The text is escaped for a terminal. */
export const Drift = Schema.Struct({ id: Schema.String, kind: DriftKind, detail: Schema.String })
export type Drift = typeof Drift.Type

/** What is installed under an id, as a lockfile would say it. */
export interface InstalledFact {
  readonly id: string
  readonly generation: LockedGeneration
  /** Its source is the vendored folder itself. */
  readonly vendored: boolean
}

/** The members that two machines must agree on; a consent digest also holds what is this machine's alone. */
const agreed = ["source", "resolved", "sha512", "contentHash"] as const

/** An entry, when it can be read. */
export const decodedEntry = (entry: JsonValue | undefined): LockEntry | undefined =>
  entry === undefined ? undefined : Result.getOrUndefined(decodeValue(LockEntry, entry))

const word = (value: string | undefined): string =>
  value === undefined ? "nothing" : `\`${visible(value)}\``

/** How an installed generation differs from the lockfile's entry; empty when it does not. */
export const differences = (
  { generation, vendored }: InstalledFact,
  before: JsonValue
): ReadonlyArray<string> => {
  const locked = decodedEntry(before)
  const installed = decodedEntry(lockEntryOf(generation, before, vendored))
  return agreed.flatMap((name) =>
    locked?.[name] === installed?.[name]
      ? []
      : [`${name} is ${word(installed?.[name])} here and ${word(locked?.[name])} in the lockfile`]
  )
}

const ofInstalled = (fact: InstalledFact, lockfile: Lockfile): ReadonlyArray<Drift> => {
  const { id } = fact
  const entry = lockfile.capabilities.get(id)
  if (entry === undefined)
    return [{ id, kind: "not-locked", detail: "it is installed, and the lockfile does not name it" }]
  if (lockProblem(entry) !== undefined) return []
  const found = differences(fact, entry)
  return found.length === 0 ? [] : [{ id, kind: "differs", detail: found.join("; ") }]
}

/** Why nothing can be brought in by an entry; undefined when it can. */
export const entryProblem = (entry: JsonValue): string | undefined => {
  const problem = lockProblem(entry)
  if (problem !== undefined) return problem
  const locked = decodedEntry(entry)
  const source = locked === undefined ? undefined : lockedSource(locked)
  return source !== undefined && Result.isFailure(source) ? source.failure : undefined
}

/** Entries of a lockfile that nothing can be brought in by, ascending by id. */
export const unusableEntries = (lockfile: Lockfile): ReadonlyArray<Drift> =>
  [...lockfile.capabilities]
    .flatMap(([id, entry]): ReadonlyArray<Drift> => {
      const problem = judgePath(id) === undefined ? entryProblem(entry) : "/: its name is no id"
      return problem === undefined ? [] : [{ id, kind: "unusable", detail: shown`${problem}` }]
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** A vendored folder as it is now; without a hash when nothing of it is used, with the reason. */
export interface VendoredFact {
  readonly id: string
  readonly contentHash?: string
  readonly refused?: string
}

const ofVendored = (fact: VendoredFact, lockfile: Lockfile): ReadonlyArray<Drift> => {
  const { id } = fact
  const entry = lockfile.capabilities.get(id)
  if (entry === undefined)
    return [
      { id, kind: "vendored-not-locked", detail: "the project carries it, and the lockfile does not name it" }
    ]
  const locked = decodedEntry(entry)
  if (locked === undefined || locked.contentHash === fact.contentHash) return []
  const detail =
    fact.refused === undefined
      ? `its vendored files are ${word(fact.contentHash)}, the lockfile says ${word(locked.contentHash)}`
      : shown`its vendored copy is not used: ${fact.refused}`
  return [{ id, kind: "vendored-differs", detail }]
}

/** Vendored copies that a checkout should hold: those of what is installed and named, in a way that can be used. */
const missingCopies = ({ installed, lockfile, vendored }: DriftFacts): ReadonlyArray<Drift> => {
  const standing = new Set(vendored.map(({ id }) => id))
  return installed
    .filter(({ id }) => !standing.has(id) && decodedEntry(lockfile.capabilities.get(id)) !== undefined)
    .map(({ id }) => ({
      id,
      kind: "vendored-missing",
      detail: shown`the lockfile names it, and its vendored files (${`.gsd/capabilities/${id}`}) are gone from the project`
    }))
}

/** What is compared. */
export interface DriftFacts {
  readonly lockfile: Lockfile
  readonly installed: ReadonlyArray<InstalledFact>
  readonly vendored: ReadonlyArray<VendoredFact>
}

/** Every disagreement, ascending by id; empty when all is as the team agreed. */
export const driftOf = ({ installed, lockfile, vendored }: DriftFacts): ReadonlyArray<Drift> => {
  const here = new Set(installed.map(({ id }) => id))
  const absent = [...lockfile.capabilities.keys()].filter((id) => !here.has(id))
  return [
    ...unusableEntries(lockfile),
    ...installed.flatMap((fact) => ofInstalled(fact, lockfile)),
    ...absent.map((id): Drift => ({
      id,
      kind: "not-installed",
      detail: "the lockfile names it, and it is not installed on this machine"
    })),
    ...vendored
      .filter(({ id }) => !here.has(id) || lockfile.capabilities.has(id))
      .flatMap((fact) => ofVendored(fact, lockfile)),
    ...missingCopies({ installed, lockfile, vendored })
  ].toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

/** What a frozen install refuses: it brings this machine to what was agreed on, and mends no checkout. */
export const isFrozenDrift = ({ kind }: Drift): boolean => kind !== "not-installed" && kind !== "differs"

import type { AuditLine } from "../audit/line.ts"
import type { ConsentRecord } from "../consent/record.ts"

/** One state of a capability that was committed once. */
export interface RememberedGeneration {
  readonly contentHash: string
  readonly consentDigest: string
  /** Empty when nobody wrote it down. */
  readonly source: string
  readonly at: string
  readonly tx: string
}

/** What is remembered of one capability that was installed last. */
export interface Remembered {
  /** Each content and digest once, in the order they came in. */
  readonly generations: ReadonlyArray<RememberedGeneration>
  readonly active: RememberedGeneration
  readonly disabled: boolean
  readonly pinned: boolean
  /** Settings files chosen for it last. */
  readonly wire: ReadonlyArray<string>
}

/** What logs and records remember of a scope. */
export interface History {
  readonly capabilities: ReadonlyMap<string, Remembered>
  /** Ids switched off last that were not installed then: the product brought them along. */
  readonly switchedOff: ReadonlySet<string>
  /** Every settings file that was ever chosen, ascending. */
  readonly files: ReadonlyArray<string>
  /** Commits in the scope, as far as they are known. */
  readonly commits: number
}

/** A commit with everything that its begin line said: a commit line that recovery wrote says little. */
const commitsOf = (lines: ReadonlyArray<AuditLine>, scope: string): ReadonlyArray<AuditLine> => {
  const begun = new Map(lines.filter((line) => line.event === "begin").map((line) => [line.tx, line]))
  const closed = new Map<string, AuditLine>()
  for (const line of lines) {
    const begin = begun.get(line.tx)
    if (line.event === "commit" && line.scope === scope) closed.set(line.tx, { ...begin, ...line })
  }
  return [...closed.values()]
}

const isSame = (left: RememberedGeneration, right: RememberedGeneration): boolean =>
  left.contentHash === right.contentHash && left.consentDigest === right.consentDigest

const withGeneration = (
  old: Remembered | undefined,
  next: RememberedGeneration,
  wire: ReadonlyArray<string>
): Remembered => {
  const before = old?.generations ?? []
  const known = before.find((one) => isSame(one, next))
  const active =
    known === undefined ? next : { ...known, source: next.source === "" ? known.source : next.source }
  const generations =
    known === undefined ? [...before, active] : before.map((one) => (one === known ? active : one))
  const { disabled = false, pinned = false } = old ?? {}
  return { generations, active, disabled, pinned, wire }
}

const after = (old: Remembered | undefined, line: AuditLine): Remembered | undefined => {
  const wire = line.wire ?? old?.wire ?? []
  switch (line.op) {
    case "install":
    case "update":
    case "rollback": {
      const { contentHash, consentDigest } = line
      if (contentHash === undefined || consentDigest === undefined) return old
      const { at, source = "", tx } = line
      return withGeneration(old, { contentHash, consentDigest, source, at, tx }, wire)
    }
    case "remove":
      return undefined
    case "disable":
      return old && { ...old, disabled: true, wire }
    case "enable":
      return old && { ...old, disabled: false, wire }
    case "pin":
      return old && { ...old, pinned: true, wire }
    case "unpin":
      return old && { ...old, pinned: false, wire }
    default:
      return old
  }
}

/** Records of commands that the log does not know: it was cut, and they are all that is left of its end. */
const lostInstalls = (
  lines: ReadonlyArray<AuditLine>,
  records: ReadonlyArray<ConsentRecord>,
  scope: string
): ReadonlyArray<AuditLine> => {
  const known = new Set(lines.map((line) => line.tx))
  const last = lines.at(-1)?.at ?? ""
  return records
    .filter((record) => record.scope === scope && !known.has(record.tx) && record.at >= last)
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ at, contentHash, digest, id, tx }) => ({
      v: 1,
      at,
      event: "commit",
      tx,
      op: "install",
      scope,
      id,
      contentHash,
      consentDigest: digest,
      prev: ""
    }))
}

/** Tells what was installed in a scope last, by the lines of the log that can be believed, and by consent records where it ends too early. */
export const historyOf = (
  lines: ReadonlyArray<AuditLine>,
  records: ReadonlyArray<ConsentRecord>,
  scope: string
): History => {
  const commits = commitsOf(lines, scope)
  const capabilities = new Map<string, Remembered>()
  const switchedOff = new Set<string>()
  for (const line of [...commits, ...lostInstalls(lines, records, scope)]) {
    const { id } = line
    if (id === undefined || id === "") continue
    for (const other of line.op === "remove" ? (line.also ?? []) : []) capabilities.delete(other)
    if (line.op === "enable") switchedOff.delete(id)
    if (line.op === "disable" && !capabilities.has(id)) switchedOff.add(id)
    const next = after(capabilities.get(id), line)
    if (next === undefined) capabilities.delete(id)
    else capabilities.set(id, next)
  }
  const files = commits.flatMap((line) => line.wire ?? [])
  return { capabilities, switchedOff, files: [...new Set(files)].toSorted(), commits: commits.length }
}

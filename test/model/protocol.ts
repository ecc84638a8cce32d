import type { Call, ModelDisk } from "./disk.ts"
import { temporaryOf, type Journal, type Row } from "./journal.ts"
import { at, consentText, readConsent, type Consent, type Ledger } from "./world.ts"

/** What the steps of one transaction work on; they look at the disk and say what to do to it. */
export interface Context {
  readonly disk: ModelDisk
  readonly journal: Journal
}

/** One step: calls in order, each done before the next is asked for. The lists are data, so that a test can spoil them. */
export interface Step {
  readonly name: string
  readonly run: (context: Context) => Generator<Call, void>
}

export const sync = (directory: string): Call => ({ do: "sync", directory })

/** A whole file, durable but for its name. */
export function* writeDurably(directory: string, name: string, data: string): Generator<Call, void> {
  yield { do: "write", directory, name, data }
  yield { do: "fsync", directory, name }
}

/** Puts other bytes under a name, durably. */
export function* replace(file: { directory: string; name: string; data: string; temporary: string }) {
  yield* writeDurably(file.directory, file.temporary, file.data)
  yield { do: "rename", directory: file.directory, name: file.temporary, to: file.name } satisfies Call
  yield sync(file.directory)
}

/** Changes the consent store; nothing is written when it says so already. */
export function* editConsent(disk: ModelDisk, change: (consent: Consent) => Consent): Generator<Call, void> {
  const before = disk.read(at.consent, "file")
  const data = consentText(change(readConsent(before) ?? {}))
  if (data !== before) yield* replace({ directory: at.consent, name: "file", data, temporary: "temporary" })
}

export const withoutKeys = (consent: Consent, keys: ReadonlyArray<string>): Consent =>
  Object.fromEntries(Object.entries(consent).filter(([one]) => !keys.includes(one)))

/** Makes every name in a transaction's foreign directories durable, and those of the directories it created. */
export function* syncForeign({ disk, journal }: Context): Generator<Call, void> {
  if (journal.created.length > 0) yield sync(at.skills)
  for (const row of journal.rows) if (disk.isDirectory(row.directory)) yield sync(row.directory)
}

const beforeName = (index: number): string => `${index}.before`

/** The bytes a row had before, as the transaction kept them. */
export const keptBefore = (disk: ModelDisk, journal: Journal, row: Row): string | undefined =>
  disk.read(at.transaction, beforeName(journal.rows.indexOf(row)))

function* makeFolder(): Generator<Call, void> {
  yield { do: "makeDirectory", directory: at.transactions, name: "1" }
  yield sync(at.transactions)
}

function* keepBefores({ journal }: Context): Generator<Call, void> {
  for (const [index, { before }] of journal.rows.entries())
    if (before !== null) yield* writeDurably(at.transaction, beforeName(index), before)
}

function* writeJournal({ journal }: Context): Generator<Call, void> {
  yield* writeDurably(at.transaction, "journal.tmp", JSON.stringify(journal))
  yield sync(at.transaction)
}

function* publishJournal(): Generator<Call, void> {
  yield { do: "rename", directory: at.transaction, name: "journal.tmp", to: "journal" }
  yield sync(at.transaction)
}

function* makeTemporaries({ journal }: Context): Generator<Call, void> {
  for (const name of journal.created) yield { do: "makeDirectory", directory: at.skills, name }
  for (const row of journal.rows)
    if (row.after !== null) yield* writeDurably(row.directory, temporaryOf(row), row.after)
}

function* moveBundles({ journal }: Context): Generator<Call, void> {
  for (const name of journal.store) yield { do: "move", directory: at.staging, name, into: at.store }
}

function* syncStore({ journal }: Context): Generator<Call, void> {
  if (journal.store.length === 0) return
  yield sync(at.store)
  yield sync(at.staging)
}

function* addConsent({ disk, journal }: Context): Generator<Call, void> {
  const added = Object.fromEntries(journal.consentAdd.map((one) => [one.generation, "standing"] as const))
  yield* editConsent(disk, (consent) => ({ ...consent, ...added }))
}

function* changeForeign({ journal }: Context): Generator<Call, void> {
  for (const row of journal.rows) {
    const { directory, name } = row
    if (row.after !== null) yield { do: "rename", directory, name: temporaryOf(row), to: name }
    else if (row.before !== null) yield { do: "unlink", directory, name }
  }
}

function* writeLedger({ journal }: Context): Generator<Call, void> {
  const ledger: Ledger = { rev: journal.rev + 1, lastTx: journal.tx, ...journal.to }
  yield* writeDurably(at.ledger, "temporary", JSON.stringify(ledger))
}

function* renameLedger(): Generator<Call, void> {
  yield { do: "rename", directory: at.ledger, name: "temporary", to: "file" }
}

function* syncLedger(): Generator<Call, void> {
  yield sync(at.ledger)
}

function* dropConsent({ disk, journal }: Context): Generator<Call, void> {
  yield* editConsent(disk, (consent) => withoutKeys(consent, journal.consentDrop))
}

/** Moves bundles to trash. The fsync comes also when nothing moved: a killed command may have moved it without. */
export function* discard(disk: ModelDisk, bundles: ReadonlyArray<string>): Generator<Call, void> {
  if (bundles.length === 0) return
  for (const name of bundles)
    if (disk.read(at.store, name) !== undefined)
      yield { do: "move", directory: at.store, name, into: at.trash }
  yield sync(at.store)
  yield sync(at.trash)
}

/** The fsync comes also without a journal: a killed command's unlink may come undone, after the before-images are gone. */
function* closeJournal({ disk }: Context): Generator<Call, void> {
  if (!disk.isDirectory(at.transaction)) return
  if (disk.read(at.transaction, "journal") !== undefined)
    yield { do: "unlink", directory: at.transaction, name: "journal" }
  yield sync(at.transaction)
}

function* deleteFolder({ disk }: Context): Generator<Call, void> {
  for (const name of disk.names(at.transaction)) yield { do: "unlink", directory: at.transaction, name }
  if (disk.isDirectory(at.transaction)) yield { do: "removeDirectory", directory: at.transactions, name: "1" }
  yield sync(at.transactions)
}

/** Forgetting a transaction: the journal first, and durably. */
export const closing: ReadonlyArray<Step> = [
  { name: "closeJournal", run: closeJournal },
  { name: "deleteFolder", run: deleteFolder }
]

/** What follows the commit; recovery does it too. */
export const cleaning: ReadonlyArray<Step> = [
  { name: "dropConsent", run: dropConsent },
  { name: "retireBundles", run: ({ disk, journal }) => discard(disk, journal.retire) },
  ...closing
]

/** Steps 3 to 9 of transaction.md. */
export const transaction: ReadonlyArray<Step> = [
  { name: "makeFolder", run: makeFolder },
  { name: "keepBefores", run: keepBefores },
  { name: "writeJournal", run: writeJournal },
  { name: "publishJournal", run: publishJournal },
  { name: "makeTemporaries", run: makeTemporaries },
  { name: "moveBundles", run: moveBundles },
  { name: "syncStore", run: syncStore },
  { name: "addConsent", run: addConsent },
  { name: "changeForeign", run: changeForeign },
  { name: "syncForeign", run: syncForeign },
  { name: "writeLedger", run: writeLedger },
  { name: "renameLedger", run: renameLedger },
  { name: "syncLedger", run: syncLedger },
  ...cleaning
]

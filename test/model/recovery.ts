import { decideRecovery } from "../../src/domain/transaction/recovery.ts"
import type { Call, ModelDisk } from "./disk.ts"
import { temporaryOf, type Journal, type Row } from "./journal.ts"
import {
  cleaning,
  closing,
  discard,
  editConsent,
  keptBefore,
  replace,
  sync,
  syncForeign,
  withoutKeys,
  type Context,
  type Step
} from "./protocol.ts"
import { at, readLedger, readSettings, settingsText } from "./world.ts"

/** Deletes what an unfinished transaction may have left beside its targets. */
function* removeTemporaries(context: Context): Generator<Call, void> {
  const { disk, journal } = context
  const places = journal.rows.map((row) => ({ directory: row.directory, name: temporaryOf(row) }))
  const ours = [at.consent, at.ledger].map((directory) => ({ directory, name: "temporary" }))
  for (const { directory, name } of [...places, ...ours])
    if (disk.read(directory, name) !== undefined) yield { do: "unlink", directory, name }
  yield* syncForeign(context)
  // Also when nothing was deleted: what an earlier recovery renamed there must stay renamed.
  for (const { directory } of ours) yield sync(directory)
}

/** Takes our entry out of settings that somebody edited since, and puts back the one the old generation had. */
const withOldEntry = (row: Row, current: string): string | undefined | "leave" => {
  const settings = row.kind === "settings" ? readSettings(current) : undefined
  return settings === undefined
    ? "leave"
    : settingsText(settings.own, readSettings(row.before ?? "|")?.wired ?? "")
}

function* putBack(row: Row, data: string | undefined): Generator<Call, void> {
  const { directory, name } = row
  if (data !== undefined) return yield* replace({ directory, name, data, temporary: temporaryOf(row) })
  yield { do: "unlink", directory, name }
  yield sync(directory)
}

/** The table of "Undo" for one file; the first row that fits decides. */
function* undoRow(context: Context, row: Row): Generator<Call, void> {
  const { disk, journal } = context
  const current = disk.read(row.directory, row.name) ?? null
  if (current === row.before) return
  if (current === row.after) return yield* putBack(row, keptBefore(disk, journal, row))
  if (current === null) return
  const data = withOldEntry(row, current)
  if (data !== "leave") return data === current ? undefined : yield* putBack(row, data)
  const kept = keptBefore(disk, journal, row)
  if (kept === undefined) return
  yield* replace({ directory: at.attention, name: row.directory, data: kept, temporary: "temporary" })
}

function* undoForeign(context: Context): Generator<Call, void> {
  for (const row of context.journal.rows.toReversed()) yield* undoRow(context, row)
  for (const name of context.journal.created) {
    const path = `${at.skills}/${name}`
    if (!context.disk.isDirectory(path) || context.disk.names(path).length > 0) continue
    yield { do: "removeDirectory", directory: at.skills, name }
  }
}

function* withdrawConsent({ disk, journal }: Context): Generator<Call, void> {
  const replaced = journal.consentAdd.flatMap((one) =>
    one.replaced === null ? [] : [[one.generation, one.replaced] as const]
  )
  yield* editConsent(disk, (consent) => ({
    ...withoutKeys(
      consent,
      journal.consentAdd.map((one) => one.generation)
    ),
    ...Object.fromEntries(replaced)
  }))
}

/** Undo, in the order that takes wiring away before what it points at. `syncForeign` is there for rows that needed nothing. */
export const undoing: ReadonlyArray<Step> = [
  { name: "removeTemporaries", run: removeTemporaries },
  { name: "undoForeign", run: undoForeign },
  { name: "syncForeign", run: syncForeign },
  { name: "withdrawConsent", run: withdrawConsent },
  { name: "discardBundles", run: ({ disk, journal }) => discard(disk, journal.store) },
  ...closing
]

function* syncAgain(context: Context): Generator<Call, void> {
  yield sync(at.ledger)
  yield* syncForeign(context)
}

/** What is left of a committed transaction. */
export const finishing: ReadonlyArray<Step> = [
  { name: "syncAgain", run: syncAgain },
  { name: "removeTemporaries", run: removeTemporaries },
  ...cleaning
]

/** Everything that a next command does first, as lists of steps. */
export interface Recovery {
  readonly undoing: ReadonlyArray<Step>
  readonly finishing: ReadonlyArray<Step>
}

export const recovery: Recovery = { undoing, finishing }

const empty: Journal = {
  tx: "",
  rev: 0,
  to: { active: null, kept: [] },
  rows: [],
  created: [],
  consentAdd: [],
  consentDrop: [],
  store: [],
  retire: []
}

const readJournal = (text: string): Journal | undefined => {
  try {
    return JSON.parse(text) as Journal
  } catch {
    return undefined
  }
}

/** Sweeps what dead commands staged. */
const sweep: Step = {
  name: "sweep",
  run: function* ({ disk }) {
    for (const name of disk.names(at.staging)) yield { do: "unlink", directory: at.staging, name }
    yield sync(at.staging)
  }
}

/** The steps of recovery on a disk by its decision table; none for a ledger that cannot be read. */
export const recoverySteps = (disk: ModelDisk, { undoing, finishing }: Recovery) => {
  const text = disk.read(at.transaction, "journal")
  const journal = text === undefined ? undefined : readJournal(text)
  const ledger = readLedger(disk.read(at.ledger, "file"))
  const decision = decideRecovery({
    journal: text === undefined ? "absent" : journal === undefined ? "unreadable" : "present",
    ledger: ledger === undefined ? "unreadable" : "readable",
    committed: ledger !== undefined && ledger.lastTx === journal?.tx
  })
  const steps =
    decision === "finish" ? finishing : decision === "undo" ? undoing : decision === "blocked" ? [] : closing
  return { journal: journal ?? empty, steps: [sweep, ...steps] }
}

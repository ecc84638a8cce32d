import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { newRecord } from "../../domain/consent/newRecord.ts"
import type { ConsentRecord } from "../../domain/consent/record.ts"
import type { Generation } from "../../domain/ledger/entry.ts"
import { planInstall } from "../../domain/install/planInstall.ts"
import type { Receipt } from "../../domain/install/receipt.ts"
import { changedSince } from "../../domain/install/yes.ts"
import { scopeKey } from "../../domain/paths.ts"
import { withDirectories, type ProjectPlan } from "../../domain/project/edits.ts"
import type { FileEdits } from "../../domain/transaction/change.ts"
import { StateChanged } from "../../domain/transaction/errors.ts"
import { Policies } from "../../services/Policies.ts"
import { Transaction, type Committed, type OpenTransaction } from "../../services/Transaction.ts"
import { planWirings, putInto, targetsOf, wiredList, type WiringPlan } from "../wiring/plan.ts"
import { checkoutWarnings } from "../project/vendor.ts"
import type { Consented } from "./stages.ts"
import { planFileOf, projectPlan } from "./target.ts"

const recordOf = (consented: Consented, tx: string, at: string): ConsentRecord | undefined =>
  consented.yes._tag === "Standing"
    ? undefined
    : newRecord(
        { scope: scopeKey(consented.scope), ...consented.disclosure, granted: consented.yes },
        { tx, at }
      )

const pinnedTo = ({ ref, resolved }: Consented["resolved"]): Pick<Generation, "resolved" | "ref"> => ({
  ...(resolved === undefined ? {} : { resolved }),
  ...(ref === undefined ? {} : { ref })
})

interface Done {
  readonly generation: number
  readonly committed: Committed
  readonly wirings: WiringPlan
  readonly project: ProjectPlan
  readonly warnings: ReadonlyArray<string>
}

const receiptOf = (
  consented: Consented,
  { generation, committed, wirings, project, warnings }: Done
): Receipt => {
  const previousVersion = consented.disclosure.baseline?.entry.version
  return {
    status: consented.status === "unchanged" ? "installed" : consented.status,
    id: consented.disclosure.id,
    version: consented.disclosure.version,
    ...(previousVersion === undefined ? {} : { previousVersion }),
    scope: consented.scope.kind,
    contentHash: consented.contentHash,
    generation,
    wired: wiredList(wirings, true),
    warnings: [
      ...(consented.resolved.notes ?? []),
      ...consented.notes,
      ...wirings.warnings,
      ...project.warnings,
      ...warnings,
      ...committed.warnings
    ]
  }
}

/** The edits of settings files, on their bytes as they are now that nobody else of us can change them. */
const wiringPlan = (consented: Consented, { ledger }: OpenTransaction) => {
  const { disclosure, entries, scope, targets } = consented
  const wished = targetsOf(ledger, disclosure.id, targets)
  return planWirings(scope, ledger, {
    id: disclosure.id,
    targets: wished,
    entries,
    ...planFileOf(consented)
  })
}

const nothingElse: FileEdits = { files: [], dirsCreated: [] }

/** Everything that is edited outside H, on what stands there now. */
const editsNow = Effect.fnUntraced(function* (consented: Consented, transaction: OpenTransaction) {
  const wirings = yield* wiringPlan(consented, transaction)
  const project = yield* projectPlan(consented, transaction.ledger.entries.get(consented.disclosure.id))
  const rest = consented.takeover === undefined ? nothingElse : yield* consented.takeover.rest
  const files = [...wirings.planned.map((one) => one.file), ...rest.files]
  return { wirings, project: withDirectories(project, rest), files }
})

/** Re-checks under the lock, plans, and commits. */
export const activate = Effect.fn("install.activate")(function* (consented: Consented) {
  const transactions = yield* Transaction
  const { generations: keep } = yield* (yield* Policies).read
  const { baseline, digest, id, version } = consented.disclosure
  const tx = consented.staging.tx
  const transaction = yield* transactions.begin({ scope: consented.scope, wait: consented.wait, tx })
  const key = { scope: scopeKey(consented.scope), id, digest }
  const what = changedSince({ baseline, key, yes: consented.yes }, transaction)
  if (what !== undefined) return yield* new StateChanged({ id, what })
  const installedAt = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  const { files, project, wirings } = yield* editsNow(consented, transaction)
  const change = planInstall(transaction, {
    op: consented.op,
    id,
    generation: {
      version,
      source: consented.resolved.canonical,
      ...pinnedTo(consented.resolved),
      integrity: consented.artifact ?? consented.contentHash,
      contentHash: consented.contentHash,
      manifestHash: consented.manifestHash,
      consentDigest: digest,
      files: consented.files.map((file) => file.path),
      installedAt,
      tx
    },
    record: recordOf(consented, tx, installedAt),
    staging: consented.staging.folder,
    wire: consented.targets,
    files,
    project,
    keep
  })
  // Commit point: inside, the ledger's rename; before it everything is undone, after it nothing.
  const committed = yield* transaction.commit(change)
  const generation = change.ledger.entries.get(id)?.generation ?? 1
  const warnings = yield* checkoutWarnings(consented.scope, project, putInto(wirings))
  return receiptOf(consented, { generation, committed, wirings, project, warnings })
}, Effect.scoped)

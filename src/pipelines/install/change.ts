import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { newRecord } from "../../domain/consent/newRecord.ts"
import type { ConsentRecord } from "../../domain/consent/record.ts"
import { planInstall } from "../../domain/install/planInstall.ts"
import type { Generation } from "../../domain/ledger/entry.ts"
import { scopeKey } from "../../domain/paths.ts"
import { withDirectories } from "../../domain/project/edits.ts"
import type { FileEdits } from "../../domain/transaction/change.ts"
import { Policies } from "../../services/Policies.ts"
import type { OpenTransaction } from "../../services/Transaction.ts"
import type { StagedBundle } from "../projection/bundle.ts"
import { inStep } from "../projection/inStep.ts"
import { planWirings, targetsOf } from "../wiring/plan.ts"
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

/** Whether it brings something that a host can be given. */
const isForHosts = ({ manifest }: Consented): boolean =>
  manifest.role === "feature" &&
  [manifest.skills, manifest.agents, manifest.hooks ?? [], Object.keys(manifest.mcpServers ?? {})].some(
    (list) => list.length > 0
  )

const stagedOf = ({ contentHash, disclosure, files, staging }: Consented): StagedBundle => ({
  id: disclosure.id,
  contentHash,
  files,
  read: staging.read
})

const nothingElse: FileEdits = { files: [], dirsCreated: [] }

/** Everything that is edited outside H, on what stands there now. */
const editsNow = Effect.fnUntraced(function* (consented: Consented, transaction: OpenTransaction) {
  const wirings = yield* wiringPlan(consented, transaction)
  const project = yield* projectPlan(consented, transaction.ledger.entries.get(consented.disclosure.id))
  const rest = consented.takeover === undefined ? nothingElse : yield* consented.takeover.rest
  const files = [...wirings.planned.map((one) => one.file), ...rest.files]
  return { wirings, project: withDirectories(project, rest), files }
})

const generationOf = (consented: Consented, at: { readonly installedAt: string; readonly tx: string }) => ({
  version: consented.disclosure.version,
  source: consented.resolved.canonical,
  ...pinnedTo(consented.resolved),
  integrity: consented.artifact ?? consented.contentHash,
  contentHash: consented.contentHash,
  manifestHash: consented.manifestHash,
  consentDigest: consented.disclosure.digest,
  files: consented.files.map((file) => file.path),
  ...at
})

/** Plans the change of a begun transaction: what is recorded, edited, and given to the runtimes that are kept in step. */
export const changeOf = Effect.fn("install.change")(function* (
  consented: Consented,
  transaction: OpenTransaction
) {
  const { generations: keep } = yield* (yield* Policies).read
  const { scope } = consented
  const { tx } = consented.staging
  const installedAt = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  const { files, project, wirings } = yield* editsNow(consented, transaction)
  const planned = planInstall(transaction, {
    op: consented.op,
    id: consented.disclosure.id,
    generation: generationOf(consented, { installedAt, tx }),
    record: recordOf(consented, tx, installedAt),
    staging: consented.staging.folder,
    wire: consented.targets,
    files,
    project,
    keep
  })
  const staged = stagedOf(consented)
  const { change, told, warnings: inHosts } = yield* inStep(transaction, planned, { scope, staged })
  const isUnseen = transaction.ledger.runtimes.size === 0 && isForHosts(consented)
  return { change, told: isUnseen ? { projected: [] } : told, inHosts, project, wirings }
})

import * as Effect from "effect/Effect"
import { planWiring, wiredOf, type PlanFile, type PlannedWiring } from "../../domain/foreign/planWiring.ts"
import type { Wired } from "../../domain/install/receipt.ts"
import { planUnwiring } from "../../domain/foreign/planUnwiring.ts"
import { filesOf } from "../../domain/ledger/wirings.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { WireEntry } from "../../domain/settings/entry.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { ForeignFiles } from "../../services/ForeignFiles.ts"
import { wiredElsewhere } from "./elsewhere.ts"

/** What shall stand where for one capability. */
export interface WiringRequest {
  readonly id: string
  /** Resolved paths that its entries shall stand in; every other file it has entries in loses them. */
  readonly targets: ReadonlyArray<string>
  readonly entries: ReadonlyArray<WireEntry>
  /** How the edit of one file is planned; `planWiring` when left out. */
  readonly planFile?: PlanFile
}

/** Planned edits, ascending by path, with what deserves a look. */
export interface WiringPlan {
  readonly planned: ReadonlyArray<PlannedWiring>
  readonly warnings: ReadonlyArray<string>
}

/** The folder of a chosen file may have been removed with all that was in it. */
const isFolderGone = ({ file }: PlannedWiring): boolean => file.row.directory === ""

const goneWarning = ({ file }: PlannedWiring): string =>
  `\`${file.row.path}\`: its folder is gone, so nothing is put there`

const warningsOf = (planned: PlannedWiring): ReadonlyArray<string> =>
  planned.left.map(
    ({ entry, reason }) =>
      `\`${planned.file.row.path}\`: the ${entry.kind} \`${entry.place}\` was not taken out (${reason})`
  )

/** Files that a capability's entries shall stand in: those chosen for it, none while it is switched off. */
export const targetsOf = (
  ledger: LedgerState,
  id: string,
  chosen: ReadonlyArray<string>
): ReadonlyArray<string> => (ledger.entries.get(id)?.disabled === true ? [] : chosen)

/** Plans the edits of all files that a capability has, had, or shall have entries in, on their bytes as they are now. */
export const planWirings = Effect.fn("wiring.plan")(function* (
  scope: LedgerScope,
  ledger: LedgerState,
  request: WiringRequest
) {
  const foreign = yield* ForeignFiles
  const { planFile = planWiring } = request
  const files = [...new Set([...filesOf(ledger, request.id), ...request.targets])].toSorted()
  const elsewhere = files.length === 0 ? () => [] : yield* wiredElsewhere(scope)
  const planned = yield* Effect.forEach(files, (path) =>
    Effect.gen(function* () {
      const target = yield* foreign.read(path)
      const isWished = request.targets.includes(path) && target.directory !== ""
      const entries = isWished ? request.entries : []
      return yield* Effect.fromResult(
        planFile(target, ledger.files.get(path)?.wiring, {
          owner: request.id,
          entries,
          elsewhere: elsewhere(path)
        })
      )
    })
  )
  const gone = planned.filter((one) => isFolderGone(one) && request.targets.includes(one.file.row.path))
  return {
    planned,
    warnings: [...gone.map(goneWarning), ...planned.flatMap(warningsOf)]
  } satisfies WiringPlan
})

/** Plans the edits after which nothing of several capabilities stands in any file, on the bytes as they are now. */
export const planUnwirings = Effect.fn("wiring.planUnwirings")(function* (
  scope: LedgerScope,
  ledger: LedgerState,
  owners: ReadonlyArray<string>
) {
  const foreign = yield* ForeignFiles
  const files = [...new Set(owners.flatMap((owner) => filesOf(ledger, owner)))].toSorted()
  const elsewhere = files.length === 0 ? () => [] : yield* wiredElsewhere(scope)
  const planned = yield* Effect.forEach(files, (path) =>
    Effect.map(foreign.read(path), (target) =>
      planUnwiring(target, ledger.files.get(path)?.wiring, { owners, elsewhere: elsewhere(path) })
    )
  )
  return { planned, warnings: planned.flatMap(warningsOf) } satisfies WiringPlan
})

/** Entries of planned edits as lists show them; `done` once they are carried out. */
export const wiredList = (plan: WiringPlan, done: boolean): ReadonlyArray<Wired> =>
  plan.planned.flatMap((one) => wiredOf(one, done))

/** Paths of the files that planned edits put entries into. */
export const putInto = (plan: WiringPlan): ReadonlyArray<string> =>
  plan.planned.flatMap(({ file: { row }, outcomes }) =>
    outcomes.length > 0 && row.before !== row.after ? [row.path] : []
  )

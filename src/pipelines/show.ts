import * as Effect from "effect/Effect"
import { disclose } from "../domain/disclosure/disclose.ts"
import { memberText } from "../domain/json/value.ts"
import type { LedgerState } from "../domain/ledger/state.ts"
import type { Details } from "../domain/overlay/details.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { GsdHome } from "../services/GsdHome.ts"
import { Transaction } from "../services/Transaction.ts"
import { lookClosely } from "./overlays/closely.ts"
import { entryIn, findEntry } from "./overlays/find.ts"
import { resolveEgress } from "./overlays/egress.ts"
import { projectedNow } from "./projection/inStep.ts"
import { settled } from "./overlays/settled.ts"

const detailsIn = Effect.fnUntraced(function* (scope: LedgerScope, ledger: LedgerState, id: string) {
  const { paths } = yield* GsdHome
  const entry = yield* entryIn(ledger, scope, id)
  const { raw, record, row } = yield* lookClosely(scope, { ledger, id, entry })
  return {
    ...row,
    title: memberText(raw, "title"),
    description: memberText(raw, "description"),
    contentHash: entry.contentHash,
    consentDigest: entry.consentDigest,
    installedAt: entry.installedAt,
    ...(entry.resolved === undefined ? {} : { resolved: entry.resolved }),
    ...(entry.pin === undefined ? {} : { pin: entry.pin }),
    path: paths.bundle(entry.contentHash),
    files: entry.files,
    ...projectedNow(ledger, [id]),
    disclosure: raw === undefined ? [] : disclose(raw, { egress: yield* resolveEgress(raw) }),
    ...(record === undefined ? {} : { consent: record }),
    generation: entry.generation,
    generations: entry.generations.map(({ generation, version, contentHash, installedAt }) => ({
      generation,
      version,
      contentHash,
      installedAt
    }))
  } satisfies Details
})

/** Everything known of one installed capability. */
export const show = Effect.fn("show")(function* (scope: LedgerScope, id: string) {
  const transactions = yield* Transaction
  yield* transactions.recover
  return yield* settled(scope, {
    look: (ledger) => detailsIn(scope, ledger, id),
    isWhole: (details) => details.status === "active"
  })
})

/** Absolute path of the active bytes of one installed capability. */
export const path = Effect.fn("path")(function* (scope: LedgerScope, id: string) {
  const { paths } = yield* GsdHome
  const entry = yield* findEntry(scope, id)
  return { id, path: paths.bundle(entry.contentHash) }
})

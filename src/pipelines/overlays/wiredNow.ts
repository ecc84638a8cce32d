import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { shownKind } from "../../domain/foreign/planWiring.ts"
import type { Wired } from "../../domain/install/receipt.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { ownOf, withElsewhere } from "../../domain/settings/elsewhere.ts"
import { inspect, type Inspected } from "../../domain/settings/inspect.ts"
import { ForeignFiles } from "../../services/ForeignFiles.ts"
import { wiredElsewhere, type WiredElsewhere } from "../wiring/elsewhere.ts"

const nowhere = (): WiredElsewhere => () => []

const wiredOf = (file: string, { entry, state, pointer }: Inspected): Wired => ({
  file,
  pointer,
  kind: shownKind(entry.kind),
  state
})

/**
 * What stands in the settings files now of everything that was wired, by owner: also entries that were taken out and
 * came back. A file that cannot be read or parsed counts as one without them.
 */
export const wiredNow = Effect.fn("overlays.wiredNow")(function* (scope: LedgerScope, ledger: LedgerState) {
  const foreign = yield* ForeignFiles
  const hasRemoved = [...ledger.files.values()].some(({ removed }) => removed.length > 0)
  // Only what was taken out could be taken for what another scope put in.
  const elsewhere = hasRemoved ? yield* Effect.orElseSucceed(wiredElsewhere(scope), nowhere) : nowhere()
  const byOwner = new Map<string, ReadonlyArray<Wired>>()
  for (const [file, record] of ledger.files) {
    const target = yield* Effect.orElseSucceed(foreign.read(file), () => undefined)
    const document = { file, bytes: target?.bytes, strict: false }
    const found = Result.map(
      inspect(document, withElsewhere(record.wiring, elsewhere(file)), record.removed),
      ownOf
    )
    const missing = (record.wiring?.entries ?? []).map((entry): Inspected => ({
      entry,
      state: "missing",
      pointer: ""
    }))
    for (const one of Result.getOrElse(found, () => missing)) {
      const { owner } = one.entry
      byOwner.set(owner, [...(byOwner.get(owner) ?? []), wiredOf(file, one)])
    }
  }
  return byOwner
})

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Wired } from "../../domain/install/receipt.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { inspect, type Inspected } from "../../domain/settings/inspect.ts"
import { ForeignFiles } from "../../services/ForeignFiles.ts"

const kinds = { hook: "hook", server: "mcp" } as const

const wiredOf = (file: string, { entry, state, pointer }: Inspected): Wired => ({
  file,
  pointer,
  kind: kinds[entry.kind],
  state
})

/**
 * What stands in the settings files now of everything that was wired, by owner: also entries that were taken out and
 * came back. A file that cannot be read or parsed counts as one without them.
 */
export const wiredNow = Effect.fn("overlays.wiredNow")(function* (ledger: LedgerState) {
  const foreign = yield* ForeignFiles
  const byOwner = new Map<string, ReadonlyArray<Wired>>()
  for (const [file, record] of ledger.files) {
    const target = yield* Effect.orElseSucceed(foreign.read(file), () => undefined)
    const document = { file, bytes: target?.bytes, strict: false }
    const found = inspect(document, record.wiring, record.removed)
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

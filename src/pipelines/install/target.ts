import * as Effect from "effect/Effect"
import { editsOf } from "../../domain/foreign/shownEdit.ts"
import { Ledger } from "../../services/Ledger.ts"
import { ForeignFiles } from "../../services/ForeignFiles.ts"
import { wireEntries } from "../wiring/entries.ts"
import { planWirings, targetsOf, wiredList } from "../wiring/plan.ts"
import type { Decided, Judged } from "./stages.ts"

/** Of a manifest with errors no path is followed: it may lead out of the bundle. */
const nothing = { targets: [], entries: [], wiring: [], edits: [] }

/** Finds the settings files and shows what would stand in them; what cannot be edited is refused before anybody is asked. */
export const previewWiring = Effect.fn("install.previewWiring")(function* (judged: Judged, id: string) {
  if (judged.problems.some((one) => one.severity === "error")) return nothing
  const foreign = yield* ForeignFiles
  const ledgers = yield* Ledger
  const ledger = yield* ledgers.read(judged.scope)
  const typed = yield* Effect.forEach(judged.wire ?? [], (file) => foreign.resolve(file, judged.scope))
  const targets = [...new Set([...(ledger.entries.get(id)?.wire ?? []), ...typed])].toSorted()
  const { raw, contentHash, staging } = judged
  const entries = targets.length === 0 ? [] : yield* wireEntries({ raw, contentHash, read: staging.read })
  const plan = yield* planWirings(ledger, { id, targets: targetsOf(ledger, id, targets), entries })
  return { targets, entries, wiring: wiredList(plan, false), edits: editsOf(plan.planned) }
})

/** Adds the settings files that the install would edit. */
export const target = Effect.fn("install.target")(function* (decided: Decided) {
  return { ...decided, ...(yield* previewWiring(decided, decided.disclosure.id)) }
})

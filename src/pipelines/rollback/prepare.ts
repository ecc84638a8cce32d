import * as Effect from "effect/Effect"
import { editsOf } from "../../domain/foreign/shownEdit.ts"
import { rollbackTarget } from "../../domain/install/planRollback.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { findIn } from "../overlays/find.ts"
import { planWirings, wiredList } from "../wiring/plan.ts"
import { judgeKept } from "./judgeKept.ts"
import { keptWiring } from "./keptPlans.ts"

/**
 * Finds the kept generation to go back to, judges it by today's rules, and plans what would stand in settings files.
 * `ready` is undefined when that generation is the active one.
 */
export const prepare = Effect.fn("rollback.prepare")(function* (
  scope: LedgerScope,
  id: string,
  to: number | undefined
) {
  const { entry, ledger } = yield* findIn(scope, id)
  const target = yield* Effect.fromResult(rollbackTarget(id, entry, to))
  if (target.generation === entry.generation) return { entry, target, ready: undefined }
  const kept = yield* judgeKept(scope, id, target)
  const wiring = yield* keptWiring(kept, entry)
  const plan = yield* planWirings(scope, ledger, wiring)
  const preview = { wired: wiredList(plan, false), edits: editsOf(plan.planned), warnings: plan.warnings }
  return { entry, target, ready: { kept, wiring, preview } }
})

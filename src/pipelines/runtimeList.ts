import * as Effect from "effect/Effect"
import type { LedgerScope } from "../domain/paths.ts"
import { runtimesOf } from "../domain/runtime/choose.ts"
import { runtimeRow } from "../domain/runtime/row.ts"
import { RuntimeHomes } from "../services/RuntimeHomes.ts"
import { loadRegistry } from "./loadRegistry.ts"
import { scopeHere } from "./project/here.ts"

/**
 * Every runtime that is acted on here, the project's among them, with its home in the scope, ascending by id. A home that is
 * refused fails nothing: its row says why there is none.
 */
export const runtimeList = Effect.fn("runtimeList")(function* (scope: LedgerScope) {
  const homes = yield* RuntimeHomes
  const registry = yield* loadRegistry({ includeInstalled: true, scope: yield* scopeHere })
  return yield* Effect.forEach(runtimesOf(registry), (runtime) =>
    homes.find({ runtime, scope, part: "config" }).pipe(
      Effect.catchTag("RuntimeHomeRefused", ({ message }) =>
        Effect.succeed({ path: null, exists: null, reason: message, others: [] })
      ),
      Effect.map((home) => runtimeRow(runtime, home))
    )
  )
})

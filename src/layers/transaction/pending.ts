import * as Effect from "effect/Effect"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { whenMissing } from "../disk/missing.ts"

/** Names of transactions that wait for recovery; empty when none was interrupted. */
export const pendingTransactions = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const entries = yield* whenMissing(durable.entries(paths.transactions), [])
  return entries.filter((entry) => entry.kind === "directory").map((entry) => entry.name)
})

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Lock } from "../../services/Lock.ts"
import { removeStaging } from "./staging.ts"

const liveSuffix = ".live"

const sweepOne = Effect.fnUntraced(function* (tx: string) {
  const lock = yield* Lock
  const { paths } = yield* GsdHome
  yield* lock.acquire(paths.stagingLock(tx), { wait: Duration.zero })
  yield* removeStaging(tx)
}, Effect.scoped)

/** Deletes the stagings whose command is dead: their live lock can be taken. What cannot be swept is left. */
export const sweepStagings = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const entries = yield* durable.entries(paths.stagings)
  const names = entries
    .filter((entry) => entry.kind === "directory" || entry.name.endsWith(liveSuffix))
    .map((entry) => (entry.name.endsWith(liveSuffix) ? entry.name.slice(0, -liveSuffix.length) : entry.name))
  yield* Effect.forEach(new Set(names), (tx) => Effect.ignore(sweepOne(tx)), { discard: true })
}).pipe(Effect.withSpan("Store.sweep"))

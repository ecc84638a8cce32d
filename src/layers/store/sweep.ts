import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Lock } from "../../services/Lock.ts"
import { whenMissing } from "../disk/missing.ts"
import { removeStaging } from "./staging.ts"

const liveSuffix = ".live"

const sweepOne = Effect.fnUntraced(function* (tx: string) {
  const lock = yield* Lock
  const { paths } = yield* GsdHome
  yield* lock.acquire(paths.stagingLock(tx), { wait: Duration.zero })
  yield* removeStaging(tx)
}, Effect.scoped)

const stagingNames = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const entries = yield* whenMissing(durable.entries(paths.stagings), [])
  const names = entries
    .filter((entry) => entry.kind === "directory" || entry.name.endsWith(liveSuffix))
    .map((entry) => (entry.name.endsWith(liveSuffix) ? entry.name.slice(0, -liveSuffix.length) : entry.name))
  // A file `.live` is nobody's: the staging of that name would be the folder of all.
  return new Set(names.filter((name) => name !== ""))
})

/** Deletes the stagings whose command is dead: their live lock can be taken. What cannot be swept is left. */
export const sweepStagings = Effect.gen(function* () {
  yield* Effect.forEach(yield* stagingNames, (tx) => Effect.ignore(sweepOne(tx)), { discard: true })
}).pipe(Effect.withSpan("Store.sweep"))

const isDead = Effect.fnUntraced(function* (tx: string) {
  const lock = yield* Lock
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const path = paths.stagingLock(tx)
  // A folder outlives its lock file only when its command is dead; asking for the lock would make the file.
  if (Option.isNone(yield* durable.identify(path)))
    return Option.isSome(yield* durable.identify(paths.staging(tx)))
  return yield* Effect.isSuccess(Effect.scoped(lock.acquire(path, { wait: Duration.zero })))
})

/** Names of the stagings that a sweep would delete, ascending. */
export const deadStagings = Effect.gen(function* () {
  const names = yield* stagingNames
  return yield* Effect.filter([...names].toSorted(), isDead)
})

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { failed, type Brought } from "../../domain/project/syncReport.ts"

/** What a row of a report says of why it failed. */
type Row = Pick<Brought, "error">

/** Who is refused by the set may only lack one that comes later; who is required, one that goes later. */
const mayYetFit = ({ error }: Row): boolean =>
  error?._tag === "ManifestInvalid" || error?._tag === "StillRequired"

/**
 * Does one after the other, each told by a row; those that only miss another one are tried again as long as some of them
 * succeed.
 */
export const inTurnTold = Effect.fn("sync.inTurnTold")(function* <I, A extends Row, E extends Error, R>(
  items: ReadonlyArray<readonly [string, I]>,
  once: (item: readonly [string, I]) => Effect.Effect<A, E, R>,
  failed: (id: string, error: E) => A
) {
  const results = new Map<string, A>()
  let pending = items.toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (;;) {
    for (const item of pending) {
      const result = yield* Effect.result(once(item))
      results.set(item[0], Result.isSuccess(result) ? result.success : failed(item[0], result.failure))
    }
    const before = pending.length
    pending = pending.filter(([id]) => {
      const result = results.get(id)
      return result !== undefined && mayYetFit(result)
    })
    if (pending.length === 0 || pending.length === before) return [...results.values()]
  }
})

/** The same with the rows of a lockfile's or an export's report. */
export const inTurn = <I, E extends Error, R>(
  items: ReadonlyArray<readonly [string, I]>,
  once: (item: readonly [string, I]) => Effect.Effect<Brought, E, R>
) => inTurnTold(items, once, failed)

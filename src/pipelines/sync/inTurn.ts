import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { failed, type Brought } from "../../domain/project/syncReport.ts"

/** Who is refused by the set may only lack one that comes later; who is required, one that goes later. */
const mayYetFit = ({ error }: Brought): boolean =>
  error?._tag === "ManifestInvalid" || error?._tag === "StillRequired"

/** Does one after the other; those that only miss another one are tried again as long as some of them succeed. */
export const inTurn = Effect.fnUntraced(function* <I, E extends Error, R>(
  items: ReadonlyArray<readonly [string, I]>,
  once: (item: readonly [string, I]) => Effect.Effect<Brought, E, R>
) {
  const results = new Map<string, Brought>()
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

import * as Effect from "effect/Effect"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"

/** Lets go of files of the same kind in `H/cache` beside one, the oldest first, that are more than are kept. */
export const dropOthers = Effect.fnUntraced(function* (name: string, kind: RegExp) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const names = (yield* durable.entries(paths.cache))
    .map((one) => one.name)
    .filter((one) => kind.test(one) && one !== name)
  const looks = yield* durable.identifyAll(names.map((one) => `${paths.cache}/${one}`))
  const age = (at: number): bigint => looks[at]?.mtimeNs ?? 0n
  const oldest = names.map((_, at) => at).toSorted((a, b) => (age(a) < age(b) ? -1 : 1))
  for (const at of oldest.slice(0, Math.max(0, names.length + 1 - limits.keptFiles)))
    yield* Effect.ignore(durable.unlink(`${paths.cache}/${names[at] ?? ""}`))
})

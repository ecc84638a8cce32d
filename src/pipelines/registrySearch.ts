import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { limits } from "../domain/limits.ts"
import type { SearchReport } from "../domain/registryIndex/reports.ts"
import { inRank, searchIn, wordsOf } from "../domain/registryIndex/search.ts"
import { Registries } from "../services/Registries.ts"
import { RegistryIndex } from "../services/RegistryIndex.ts"

/** What is looked for, and where. */
export interface RegistrySearchRequested {
  /** All of them have to be found; none finds everything. */
  readonly words: ReadonlyArray<string>
  /** This registry alone; all that were added when undefined. */
  readonly registry: string | undefined
}

const searchOne = Effect.fnUntraced(function* (registry: string, words: ReadonlyArray<string>) {
  const index = yield* RegistryIndex
  const { root } = yield* index.root(registry)
  return searchIn(registry, root.capabilities, words)
})

/** Searches every registry at once; one that cannot be looked into is told beside what the others have. */
const searchAll = Effect.fnUntraced(function* (words: ReadonlyArray<string>) {
  const registries = yield* Registries
  const names = [...(yield* registries.read).keys()]
  const results = yield* Effect.forEach(
    names,
    (name) => Effect.map(Effect.result(searchOne(name, words)), (result) => ({ name, result })),
    { concurrency: limits.sourceConcurrency }
  )
  return {
    found: inRank(results.flatMap(({ result }) => (Result.isSuccess(result) ? result.success : []))),
    silent: results.flatMap(({ name, result }) =>
      Result.isSuccess(result)
        ? []
        : [{ registry: name, error: result.failure._tag, message: result.failure.message }]
    )
  } satisfies SearchReport
})

/** Finds capabilities whose id, title or description holds every word, the nearest first. */
export const registrySearch = Effect.fn("registrySearch")(function* (requested: RegistrySearchRequested) {
  const words = wordsOf(requested.words)
  if (requested.registry === undefined) return yield* searchAll(words)
  const found = inRank(yield* searchOne(requested.registry, words))
  return { found, silent: [] } satisfies SearchReport
})

import type { RootEntry } from "./root.ts"

/** A capability that a search found. */
export interface SearchHit {
  readonly id: string
  readonly registry: string
  readonly latest?: string
  readonly title?: string
  readonly description?: string
  readonly tier?: string
}

/** Where a word was found: the whole id, in the id, the title or the description; undefined when nowhere. */
const rankOfWord = (id: string, places: ReadonlyArray<string>, word: string): number | undefined => {
  if (word === id) return 0
  const at = places.findIndex((place) => place.includes(word))
  return at === -1 ? undefined : at + 1
}

/** Sum over the words; the lower, the nearer. Undefined when one was found nowhere. */
const rankOf = (
  id: string,
  { description = "", title = "" }: RootEntry,
  words: ReadonlyArray<string>
): number | undefined => {
  const places = [id, title.toLowerCase(), description.toLowerCase()]
  let sum = 0
  for (const word of words) {
    const rank = rankOfWord(id, places, word)
    if (rank === undefined) return undefined
    sum += rank
  }
  return sum
}

/** Lower-case words of what was typed. */
export const wordsOf = (typed: ReadonlyArray<string>): ReadonlyArray<string> =>
  typed.flatMap((text) => text.toLowerCase().split(/\s+/u)).filter((word) => word !== "")

/** Entries of one registry that hold every word in id, title or description; the nearest first, then by id. */
export const searchIn = (
  registry: string,
  capabilities: ReadonlyMap<string, RootEntry>,
  words: ReadonlyArray<string>
): ReadonlyArray<SearchHit & { readonly rank: number }> =>
  [...capabilities].flatMap(([id, entry]) => {
    const rank = rankOf(id, entry, words)
    const { path: _path, sha512: _sha512, ...told } = entry
    return rank === undefined ? [] : [{ id, registry, ...told, rank }]
  })

/** Hits of all registries in the order in which they are told. */
export const inRank = (
  hits: ReadonlyArray<SearchHit & { readonly rank: number }>
): ReadonlyArray<SearchHit> =>
  hits
    .toSorted(
      (a, b) => a.rank - b.rank || (a.id < b.id ? -1 : a.id > b.id ? 1 : a.registry < b.registry ? -1 : 1)
    )
    .map(({ rank: _rank, ...hit }) => hit)

import { loopPoints } from "../capability/loopContract.ts"
import type { Need, Offer } from "./SetRule.ts"

const keyOf = ({ kind, name }: Pick<Offer, "kind" | "name">): string => `${kind} ${name}`

/** How many offers of the members there are, by name and rank. */
export interface Support {
  readonly add: (offers: ReadonlyArray<Offer>) => void
  /** Takes offers away; gives the needs that may have lost their last one, by what they are listed under. */
  readonly remove: (offers: ReadonlyArray<Offer>) => ReadonlyArray<string>
  /** Is there an offer besides the `own` ones of the member that needs it? */
  readonly meets: (need: Need, own: number) => boolean
}

/** What a need is listed under in `Support.remove`. */
export const placeOf = (need: Need): string => `${need.rank} ${keyOf(need)}`

const upTo = (counts: ReadonlyArray<number> | undefined, rank: number): number =>
  (counts ?? []).slice(0, rank + 1).reduce((sum, count) => sum + count, 0)

/** How many of a member's own offers would meet a need. */
export const ownOf = (offers: ReadonlyArray<Offer>): ((need: Need) => number) => {
  const ranks = new Map<string, Array<number>>()
  for (const offer of offers) ranks.set(keyOf(offer), [...(ranks.get(keyOf(offer)) ?? []), offer.rank])
  return (need) => (ranks.get(keyOf(need)) ?? []).filter((rank) => rank <= need.rank).length
}

/** Nothing offered yet. */
export const noSupport = (): Support => {
  const offered = new Map<string, Array<number>>()
  const change = (offer: Offer, by: number): ReadonlyArray<number> => {
    const counts = offered.get(keyOf(offer)) ?? []
    counts[offer.rank] = (counts[offer.rank] ?? 0) + by
    offered.set(keyOf(offer), counts)
    return counts
  }
  return {
    add: (offers) => {
      for (const offer of offers) change(offer, 1)
    },
    remove: (offers) =>
      offers.flatMap((offer) => {
        const counts = change(offer, -1)
        // One offer left can be that of the one who needs it; with two, everybody has another one.
        return loopPoints.flatMap((_, rank) =>
          rank >= offer.rank && upTo(counts, rank) <= 1 ? [placeOf({ ...offer, pointer: "", rank })] : []
        )
      }),
    meets: (need, own) => upTo(offered.get(keyOf(need)), need.rank) > own
  }
}

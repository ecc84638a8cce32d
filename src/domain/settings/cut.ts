import * as Result from "effect/Result"
import { limits } from "../limits.ts"
import { cutBlocks, rangeOf, scattered, type Scattered } from "./cutBlocks.ts"
import type { OwnContainer, WiredEntry } from "./FileWiring.ts"
import { readTree } from "./readTree.ts"
import { cutRanges } from "./splice.ts"
import { claimSpots, isOpen, spotsOf, takenBy, type Spot } from "./spots.ts"
import { endsLine } from "./style.ts"
import { membersOf, nodesOn, pointerAt, type SlotPath, type Tree, type TreeNode } from "./tree.ts"

/** A text, and the containers in it that are ours. */
export interface Loose {
  readonly text: string
  readonly containers: ReadonlyArray<OwnContainer>
}

type Range = readonly [from: number, to: number, instead?: string]

const holds = (pattern: RegExp, text: string, range: Range): boolean =>
  pattern.test(text.slice(range[0], range[1]))

/** A container whose one slot is all there is in it, comments included. */
const holdsOnly = (text: string, node: TreeNode): boolean => {
  const slot = node.slots[0]
  if (slot === undefined || node.slots.length > 1 || slot.gap > node.start + 1) return false
  const end = slot.comma < 0 ? slot.value.end : slot.comma + 1
  return node.tail === end && !holds(/[^\s,]/u, text, [slot.value.end, end])
}

/** From where to cut before a slot, so that no `//` comment swallows what follows, and no blanks pile up on a line. */
const cutFrom = (text: string, holder: TreeNode, index: number): Range => {
  const slot = holder.slots[index]
  const next = holder.slots[index + 1]
  if (slot === undefined) return [0, 0]
  const plain = slot.comma >= 0 && !holds(/[^\s]/u, text, [slot.value.end, slot.comma])
  const end = plain ? slot.comma + 1 : slot.value.end
  const leads = index === 0 && next?.gap === end && plain
  if (leads && !holds(/[\r\n]/u, text, [slot.gap, slot.start])) return [slot.start, next.start]
  return [slot.gapLine && !endsLine(text, end) ? slot.start : slot.gap, end]
}

/** What to cut so that a slot goes with the one comma that is its own. */
const slotRanges = (text: string, holder: TreeNode, index: number): ReadonlyArray<Range> => {
  const slot = holder.slots[index]
  const previous = holder.slots[index - 1]
  if (slot === undefined) return []
  const range = cutFrom(text, holder, index)
  if (slot.comma >= range[1]) return [range, [slot.comma, slot.comma + 1]]
  return slot.comma < 0 && previous !== undefined ? [range, [previous.comma, previous.comma + 1]] : [range]
}

const rootRange = (tree: Tree, own: OwnContainer): Range => {
  const end = tree.root?.end ?? 0
  if (!tree.commented) return [0, tree.text.length, own.replaced]
  return [endsLine(tree.text, end) ? tree.gap : (tree.root?.start ?? 0), end]
}

/** The item of a hook whose only command is cut goes as a whole. */
const wholeItem = (tree: Tree, spot: Spot): SlotPath => {
  const nodes = nodesOn(tree, spot.path)
  const item = nodes[spot.item.length]
  const alone = nodes.at(-2)?.slots.length === 1 && membersOf(item, "hooks").length === 1
  return spot.path.length > spot.item.length && !alone ? spot.path : spot.item
}

const plainKey = /^"(?:[^"\\]|\\.)*"\s*:\s*$/u

/** A container of ours goes when it is empty, unless someone wrote a comment before it. */
const mayGo = (tree: Tree, parent: TreeNode | undefined, index: number): boolean => {
  const slot = parent?.slots[index]
  return slot?.key === undefined || plainKey.test(tree.text.slice(slot.start, slot.value.start))
}

/** Cuts one slot, and every container of ours that is empty after it. */
export const cutPath = (tree: Tree, path: SlotPath, containers: ReadonlyArray<OwnContainer>): Loose => {
  const nodes = nodesOn(tree, path)
  let level = path.length
  let kept = containers
  for (;;) {
    const holder = nodes[level - 1]
    if (holder === undefined || level === 0) return { text: tree.text, containers: kept }
    const index = path[level - 1] ?? 0
    if (!holdsOnly(tree.text, holder)) {
      return { text: cutRanges(tree.text, slotRanges(tree.text, holder, index)), containers: kept }
    }
    const pointer = pointerAt(tree, path.slice(0, level - 1))
    const own = kept.find((container) => container.pointer === pointer)
    kept = kept.filter((container) => container !== own)
    level--
    if (own?.created !== true || !mayGo(tree, nodes[level - 1], path[level - 1] ?? 0)) {
      const inside: Range = [holder.start + 1, holder.end - 1, own?.replaced ?? ""]
      return { text: cutRanges(tree.text, [inside]), containers: kept }
    }
    if (level === 0) return { text: cutRanges(tree.text, [rootRange(tree, own)]), containers: kept }
  }
}

const cutSpot = (loose: Loose, spot: Spot): Loose =>
  Result.match(readTree(loose.text, { strict: false, maxDepth: limits.jsonDepth }), {
    onFailure: () => loose,
    onSuccess: (tree) => cutPath(tree, wholeItem(tree, spot), loose.containers)
  })

/** Entries that go, and those that stay in the same text. */
export interface Parting {
  readonly going: ReadonlyArray<WiredEntry>
  readonly staying: ReadonlyArray<WiredEntry>
}

const isBelow = (path: SlotPath, above: SlotPath): boolean =>
  above.length <= path.length && above.every((index, level) => index === path[level])

/** Kinds of which copies that someone made go too: they run, or could not stand beside the original. */
const isCopied = (spot: Spot): boolean => spot.kind !== "item" && isOpen(spot)

/** Copies of one removal that are cut: each costs a reading, and a crafted file could hold many thousands. */
const mostCopies = 10

/** A text without some entries. */
export interface Cut extends Loose {
  readonly missing: ReadonlyArray<{ readonly entry: WiredEntry; readonly reason: "missing" | "changed" }>
}

/** Spots to cut: each place once, none that stays, and nothing by itself of what goes as a whole. */
const targetsOf = (going: ReadonlyArray<Spot>, staying: ReadonlyArray<Spot>): ReadonlyArray<Spot> =>
  going.filter(
    (spot, index) =>
      !staying.some((kept) => isBelow(spot.path, kept.path)) &&
      !going.some((other, at) => at < index && isBelow(spot.path, other.path))
  )

const missingOf = (
  lost: ReadonlyArray<WiredEntry>,
  { reasons }: Scattered,
  isTaken: (entry: WiredEntry) => boolean
): Cut["missing"] =>
  lost.flatMap((entry) => {
    const reason = reasons.has(entry) ? reasons.get(entry) : isTaken(entry) ? "changed" : "missing"
    return reason === undefined ? [] : [{ entry, reason }]
  })

/**
 * Cuts entries out of a text by their markers, each with its own comma, wherever they were moved; copies that someone
 * made of a hook go too, as their script goes. A container goes only when it is empty and ours; blanks it held are put
 * back. Never cuts what a staying entry claims.
 */
export const cutEntries = (tree: Tree, parting: Parting, containers: ReadonlyArray<OwnContainer>): Cut => {
  const all = [...parting.staying, ...parting.going]
  const spots = spotsOf(tree, all)
  const claims = claimSpots(spots, all)
  const spotsFor = (entries: ReadonlyArray<WiredEntry>): ReadonlySet<Spot> =>
    new Set(entries.flatMap((entry) => claims.get(entry) ?? []))
  const keep = spotsFor(parting.staying)
  const claimed = spotsFor(parting.going)
  const kept = new Set(parting.staying.map((entry) => entry.marker))
  const markers = new Set(parting.going.map((entry) => entry.marker))
  const copies = spots
    .filter((spot) => isCopied(spot) && !keep.has(spot) && !claimed.has(spot))
    .filter(({ marker }) => markers.has(marker) && !kept.has(marker))
  const extra = new Set(copies.slice(0, mostCopies))
  const going = spots.filter((spot) => !keep.has(spot) && (claimed.has(spot) || extra.has(spot)))
  const found = new Set([...keep, ...claimed])
  const targets = targetsOf(going, [...keep])
  const whole: Loose = { text: tree.text, containers }
  const lost = parting.going.filter((entry) => !claims.has(entry))
  const staying = parting.staying.filter((entry) => !claims.has(entry))
  const others = [...keep, ...targets].map(rangeOf)
  const { plain, text } = tree
  const stay = scattered(text, { entries: staying, others, plain })
  const apart = scattered(text, { entries: lost, others: [...others, ...stay.ranges], plain })
  const ranges = [...targets.map(rangeOf), ...apart.ranges].toSorted(([left], [right]) => left - right)
  return {
    ...(tree.plain === undefined
      ? targets.reduceRight(cutSpot, whole)
      : cutBlocks(whole, ranges, tree.plain)),
    missing: missingOf(lost, apart, (entry) => takenBy(spots, found, entry) !== undefined)
  }
}

import * as Arr from "effect/Array"
import * as Result from "effect/Result"
import { canonicalJson } from "../json/canonical.ts"
import type { JsonValue } from "../json/value.ts"
import { ownerWord, type Block } from "./block.ts"
import { serverMarker, valueMarker } from "./entry.ts"
import type { WiredEntry } from "./FileWiring.ts"
import { readTree } from "./readTree.ts"
import {
  keysOfPointer,
  lastMember,
  membersOf,
  valueOf,
  type SlotPath,
  type Tree,
  type TreeNode
} from "./tree.ts"

/** A place of a document where a marker stands. */
export interface Spot {
  readonly kind: WiredEntry["kind"]
  /** As `WiredEntry.place`. */
  readonly place: string
  readonly marker: string
  /** Canonical JSON of the item or value there. */
  readonly element: string
  /** Slot of the hook's command object, or of the value. */
  readonly path: SlotPath
  /** Slot of the item that holds the command object. */
  readonly item: SlotPath
  /** Somebody shows it in a code fence or a string: it is ours only when it is recorded and stands nowhere else. */
  readonly sheltered?: true
}

/** The item or value of an entry; null when the record is damaged. Its depth is judged where it stands in the file. */
export const elementValue = (entry: WiredEntry): JsonValue =>
  Result.match(readTree(entry.element, { strict: true, maxDepth: entry.element.length }), {
    onFailure: () => null,
    onSuccess: (tree) => (tree.root === undefined ? null : valueOf(tree.root))
  })

const commandOf = (node: TreeNode): string | undefined => {
  const command = lastMember(node, "command")
  return typeof command?.scalar === "string" ? command.scalar : undefined
}

interface Item {
  readonly event: string
  readonly node: TreeNode
  readonly path: SlotPath
}

/** Items of every event, wherever `hooks` stands. */
const eventItems = (tree: Tree): ReadonlyArray<Item> =>
  membersOf(tree.root, "hooks").flatMap(([hooksAt, hooks]) =>
    hooks.value.kind === "object"
      ? [...hooks.value.slots.entries()].flatMap(([eventAt, event]) =>
          event.value.kind === "array"
            ? event.value.slots.map(({ value }, index) => ({
                event: event.key ?? "",
                node: value,
                path: [hooksAt, eventAt, index]
              }))
            : []
        )
      : []
  )

/** Command objects of an item: the item itself where someone wrote it without `hooks`, else those of its `hooks`. */
const commandsIn = (item: Item): ReadonlyArray<readonly [command: string, path: SlotPath]> => {
  const bare = commandOf(item.node)
  if (bare !== undefined) return [[bare, item.path]]
  return membersOf(item.node, "hooks").flatMap(([at, list]) =>
    list.value.kind === "array"
      ? list.value.slots.flatMap((slot, index) => {
          const command = commandOf(slot.value)
          return command === undefined ? [] : [[command, [...item.path, at, index]] as const]
        })
      : []
  )
}

/** Where hooks stand whose command is wanted, in the order of the text. */
export const hookSpots = (tree: Tree, isWanted: (command: string) => boolean): ReadonlyArray<Spot> =>
  eventItems(tree).flatMap((item) =>
    commandsIn(item)
      .filter(([command]) => isWanted(command))
      .map(([marker, path]) => ({
        kind: "hook",
        place: item.event,
        marker,
        element: canonicalJson(valueOf(item.node)),
        path,
        item: item.path
      }))
  )

const serverSpots = (tree: Tree, names: ReadonlySet<string>): ReadonlyArray<Spot> =>
  membersOf(tree.root, "mcpServers").flatMap(([at, servers]) =>
    [...servers.value.slots.entries()].flatMap(([index, { key, value }]) => {
      if (key === undefined || !names.has(key)) return []
      const found = valueOf(value)
      const path = [at, index]
      const element = canonicalJson(found)
      return [{ kind: "server", place: key, marker: serverMarker(key, found), element, path, item: path }]
    })
  )

type Found = readonly [path: SlotPath, node: TreeNode]

/** What stands under keys: several values where one of them stands more than once. */
const nodesUnder = (tree: Tree, keys: ReadonlyArray<string>): ReadonlyArray<Found> =>
  keys.reduce<ReadonlyArray<Found>>(
    (above, key) =>
      above.flatMap(([path, node]) =>
        membersOf(node, key).map(([index, { value }]): Found => [[...path, index], value])
      ),
    tree.root === undefined ? [] : [[[], tree.root]]
  )

/** Items of the array at `place` that equal a wanted one. */
const itemSpots = (tree: Tree, place: string, entries: ReadonlyArray<WiredEntry>): ReadonlyArray<Spot> => {
  const markers = new Map(entries.map((entry) => [canonicalJson(elementValue(entry)), entry.marker]))
  return nodesUnder(tree, keysOfPointer(place)).flatMap(([above, node]) =>
    node.kind !== "array"
      ? []
      : [...node.slots.entries()].flatMap(([index, { value }]): ReadonlyArray<Spot> => {
          const element = canonicalJson(valueOf(value))
          const marker = markers.get(element)
          const path = [...above, index]
          return marker === undefined ? [] : [{ kind: "item", place, marker, element, path, item: path }]
        })
  )
}

const memberSpots = (tree: Tree, place: string): ReadonlyArray<Spot> =>
  nodesUnder(tree, keysOfPointer(place)).map(([path, node]) => {
    const found = valueOf(node)
    const element = canonicalJson(found)
    return { kind: "member", place, marker: valueMarker(place, found), element, path, item: path }
  })

/** Blocks of the owners of entries; those in a shelter only where they are as a recorded one. */
const blockSpots = (
  blocks: ReadonlyArray<Block>,
  entries: ReadonlyArray<WiredEntry>
): ReadonlyArray<Spot> => {
  const words = entries.map(({ place }) => ownerWord(place))
  return blocks.flatMap((block): ReadonlyArray<Spot> => {
    const own = entries.filter((_, index) => words[index] === block.word)
    const [first] = own
    if (first === undefined) return []
    const element = JSON.stringify(block.text ?? null)
    const known = own.find((entry) => entry.element === element)
    const path = [block.start, block.end]
    const spot: Spot = {
      kind: "block",
      place: first.place,
      marker: known?.marker ?? "",
      element,
      path,
      item: path
    }
    if (!block.sheltered) return [spot]
    return known === undefined ? [] : [{ ...spot, sheltered: true }]
  })
}

/** Order of the text; what holds another comes before it. */
const byPath = (left: Spot, right: Spot): number => {
  const at = left.path.findIndex((index, level) => index !== right.path[level])
  return at < 0 ? left.path.length - right.path.length : (left.path[at] ?? 0) - (right.path[at] ?? -1)
}

/** Where the markers of entries stand, and what has the name of one, in the order of the text. */
export const spotsOf = (tree: Tree, entries: ReadonlyArray<WiredEntry>): ReadonlyArray<Spot> => {
  const ofKind = (kind: WiredEntry["kind"]) => entries.filter((entry) => entry.kind === kind)
  if (tree.plain !== undefined) return blockSpots(tree.plain.blocks, ofKind("block"))
  const commands = new Set(ofKind("hook").map((entry) => entry.marker))
  const items = Object.entries(Arr.groupBy(ofKind("item"), ({ place }) => place))
  const members = new Set(ofKind("member").map(({ place }) => place))
  const spots = [
    ...hookSpots(tree, (command) => commands.has(command)),
    ...serverSpots(tree, new Set(ofKind("server").map((entry) => entry.place))),
    ...items.flatMap(([place, some]) => itemSpots(tree, place, some)),
    ...[...members].flatMap((place) => memberSpots(tree, place))
  ]
  return spots.toSorted(byPath)
}

const markOf = ({ kind, marker }: WiredEntry | Spot): string => `${kind} ${marker}`

/** Tells whether it stands where it counts, and is not only shown. */
export const isOpen = ({ sheltered }: Spot): boolean => sheltered === undefined

/** What two entries have in common exactly when they are the same edit. */
const editOf = ({ element, kind, place }: WiredEntry): string => JSON.stringify([kind, place, element])

/** What somebody only shows comes last, and the last of it first: blocks are put at the end. */
const shownLast = (spots: ReadonlyArray<Spot>): ReadonlyArray<Spot> => [
  ...spots.filter(isOpen),
  ...spots.filter((spot) => !isOpen(spot)).toReversed()
]

/**
 * Which spot is whose: an equal item of the same event first, then one of the same event with that command, then one of
 * any event. Equal entries of several owners share a spot. Entries without a spot are missing.
 */
export const claimSpots = (
  spots: ReadonlyArray<Spot>,
  entries: ReadonlyArray<WiredEntry>
): ReadonlyMap<WiredEntry, Spot> => {
  const claims = new Map<WiredEntry, Spot>()
  const taken = new Set<Spot>()
  const byMark = Arr.groupBy(shownLast(spots), markOf)
  const byEdit = new Map<string, Spot>()
  const elements = new Map(entries.map((entry) => [entry, canonicalJson(elementValue(entry))]))
  const passes: ReadonlyArray<(entry: WiredEntry, spot: Spot) => boolean> = [
    (entry, spot) => spot.place === entry.place && spot.element === elements.get(entry),
    (entry, spot) => spot.place === entry.place,
    () => true
  ]
  for (const fits of passes) {
    for (const entry of entries) {
      if (claims.has(entry)) continue
      const free = byMark[markOf(entry)]?.find((spot) => !taken.has(spot) && fits(entry, spot))
      const spot = byEdit.get(editOf(entry)) ?? free
      if (spot === undefined) continue
      claims.set(entry, spot)
      byEdit.set(editOf(entry), spot)
      taken.add(spot)
    }
  }
  return claims
}

/** What stands under the name of an entry and is claimed by none; undefined for what has no name, in an array. */
export const takenBy = (
  spots: ReadonlyArray<Spot>,
  claimed: ReadonlySet<Spot>,
  { kind, place }: WiredEntry
): Spot | undefined =>
  kind === "hook" || kind === "item"
    ? undefined
    : spots.find((spot) => spot.kind === kind && spot.place === place && isOpen(spot) && !claimed.has(spot))

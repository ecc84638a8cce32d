import * as Result from "effect/Result"
import { sameJson } from "../json/canonical.ts"
import type { JsonValue } from "../json/value.ts"
import { appendRoot, appendTo, type Holder, type Item } from "./append.ts"
import { placeIn, readEdited, type Reading } from "./document.ts"
import {
  SettingsContainerWrong,
  SettingsEntryUnfit,
  SettingsKeyDuplicate,
  type SettingsProblem
} from "./errors.ts"
import type { OwnContainer, WiredEntry } from "./FileWiring.ts"
import { putBlock } from "./putBlock.ts"
import { elementValue } from "./spots.ts"
import { applySplices } from "./splice.ts"
import { keysOfPointer, membersOf, pointerOfKeys, valueOf } from "./tree.ts"

/** An entry was put in, or its name is taken: by an equal value, or by another one. */
export type Put =
  | { readonly _tag: "Placed"; readonly reading: Reading; readonly entry: WiredEntry }
  | { readonly _tag: "AlreadyThere"; readonly pointer: string }
  | { readonly _tag: "Collides"; readonly pointer: string }

interface Reached extends Holder {
  /** Keys from the root to the holder. */
  readonly keys: ReadonlyArray<string>
  /** Keys of containers that have to be made. */
  readonly missing: ReadonlyArray<string>
}

/** What holds an entry, and under which name; none in an array. */
interface Seat {
  readonly keys: ReadonlyArray<string>
  readonly name: string | undefined
}

const seatOf = ({ kind, place }: WiredEntry): Seat => {
  if (kind === "hook") return { keys: ["hooks", place], name: undefined }
  if (kind === "server") return { keys: ["mcpServers"], name: place }
  const keys = keysOfPointer(place)
  return kind === "item" ? { keys, name: undefined } : { keys: keys.slice(0, -1), name: keys.at(-1) }
}

const duplicate = (reading: Reading, keys: ReadonlyArray<string>, at: number): SettingsProblem =>
  new SettingsKeyDuplicate({ ...placeIn(reading, at), key: keys.at(-1) ?? "", pointer: pointerOfKeys(keys) })

const checkKind = (
  reading: Reading,
  reached: Reached,
  expected: "object" | "array"
): Result.Result<Reached, SettingsProblem> =>
  reached.node.kind === expected
    ? Result.succeed(reached)
    : Result.fail(
        new SettingsContainerWrong({
          ...placeIn(reading, reached.node.start),
          pointer: pointerOfKeys(reached.keys),
          expected
        })
      )

/** One key further down; stays where the key is missing. */
const descend = (reading: Reading, from: Reached, key: string): Result.Result<Reached, SettingsProblem> =>
  Result.flatMap(checkKind(reading, from, "object"), (): Result.Result<Reached, SettingsProblem> => {
    const keys = [...from.keys, key]
    const [found, second] = membersOf(from.node, key)
    if (second !== undefined) return Result.fail(duplicate(reading, keys, second[1].start))
    return found === undefined
      ? Result.succeed({ ...from, missing: [key] })
      : Result.succeed({ node: found[1].value, start: found[1].start, keys, missing: [] })
  })

const reach = (
  reading: Reading,
  root: Holder,
  { keys, name }: Seat
): Result.Result<Reached, SettingsProblem> => {
  const start: Result.Result<Reached, SettingsProblem> = Result.succeed({ ...root, keys: [], missing: [] })
  const reached = keys.reduce(
    (current, key) =>
      Result.flatMap(current, (from) =>
        from.missing.length > 0
          ? Result.succeed({ ...from, missing: [...from.missing, key] })
          : descend(reading, from, key)
      ),
    start
  )
  const leaf = name === undefined ? "array" : "object"
  return Result.flatMap(reached, (at) =>
    at.missing.length > 0 ? Result.succeed(at) : checkKind(reading, at, leaf)
  )
}

const holding = (item: Item): JsonValue =>
  item.key === undefined ? [item.value] : { [item.key]: item.value }

/** The item to append at the first container that exists: the entry itself, inside of the containers that are missing. */
const itemFor = (entry: WiredEntry, missing: ReadonlyArray<string>): Item =>
  missing.reduceRight<Item>((inner, key) => ({ key, value: holding(inner) }), {
    key: seatOf(entry).name,
    value: elementValue(entry)
  })

const created = (keys: ReadonlyArray<string>, missing: ReadonlyArray<string>): ReadonlyArray<OwnContainer> =>
  missing.map((_, index) => ({
    pointer: pointerOfKeys([...keys, ...missing.slice(0, index + 1)]),
    created: true,
    replaced: ""
  }))

const finish = (reading: Reading, entry: WiredEntry): Result.Result<Put, SettingsProblem> =>
  Result.map(readEdited(reading, applySplices(reading.tree.text, entry.splices)), (edited) => ({
    _tag: "Placed",
    reading: edited,
    entry
  }))

/** Makes the whole document. */
const putRoot = (reading: Reading, entry: WiredEntry) => {
  const { keys } = seatOf(entry)
  const { splices, replaced } = appendRoot(reading.tree, holding(itemFor(entry, keys)))
  const root = { pointer: "", created: true, replaced: replaced ?? "" }
  return finish(reading, { ...entry, loose: false, splices, made: [root, ...created([], keys)] })
}

const putAt = (reading: Reading, reached: Reached, entry: WiredEntry) => {
  const { splices, replaced } = appendTo(reading.tree, reached, itemFor(entry, reached.missing))
  const pointer = pointerOfKeys(reached.keys)
  const filled = replaced === undefined ? [] : [{ pointer, created: false, replaced }]
  const made = [...filled, ...created(reached.keys, reached.missing)]
  return finish(reading, { ...entry, loose: false, splices, made })
}

const putNamed = (
  reading: Reading,
  reached: Reached & { readonly name: string },
  entry: WiredEntry
): Result.Result<Put, SettingsProblem> => {
  const keys = [...reached.keys, reached.name]
  const [found, second] = reached.missing.length > 0 ? [] : membersOf(reached.node, reached.name)
  if (second !== undefined) return Result.fail(duplicate(reading, keys, second[1].start))
  if (found === undefined) return putAt(reading, reached, entry)
  const same = sameJson(valueOf(found[1].value), elementValue(entry))
  return Result.succeed({ _tag: same ? "AlreadyThere" : "Collides", pointer: pointerOfKeys(keys) })
}

const unfit = (reading: Reading, { kind }: WiredEntry): SettingsProblem =>
  new SettingsEntryUnfit({
    file: reading.document.file,
    kind,
    reason: kind === "block" ? "it is no TOML or Markdown document" : "it is no JSON document"
  })

/**
 * Puts one entry into a document: into an array always, into an object where its name is free, a block at the end. The
 * entry comes back with its splices.
 */
export const putEntry = (reading: Reading, entry: WiredEntry): Result.Result<Put, SettingsProblem> => {
  const { plain, root } = reading.tree
  if ((plain === undefined) === (entry.kind === "block")) return Result.fail(unfit(reading, entry))
  if (plain !== undefined)
    return Result.map(putBlock(reading, plain, entry), (placed): Put => ({ _tag: "Placed", ...placed }))
  if (root === undefined) return putRoot(reading, entry)
  const seat = seatOf(entry)
  return Result.flatMap(reach(reading, { node: root, start: root.start }, seat), (reached) =>
    seat.name === undefined
      ? putAt(reading, reached, entry)
      : putNamed(reading, { ...reached, name: seat.name }, entry)
  )
}

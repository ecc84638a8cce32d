import * as Result from "effect/Result"
import { sameJson } from "../json/canonical.ts"
import type { JsonValue } from "../json/value.ts"
import { appendRoot, appendTo, type Item } from "../settings/append.ts"
import { cutPath } from "../settings/cut.ts"
import { encodeText, placeIn, readEdited, type Reading, type SettingsDocument } from "../settings/document.ts"
import { SettingsContainerWrong, type SettingsProblem } from "../settings/errors.ts"
import type { OwnContainer } from "../settings/FileWiring.ts"
import { printValue } from "../settings/print.ts"
import { applySplices, type Splice } from "../settings/splice.ts"
import { indentAt, indentStep, isSpaced, lineEndAt } from "../settings/style.ts"
import { membersOf, nodesOn, pointerAt, valueOf, type SlotPath, type TreeNode } from "../settings/tree.ts"
import { readConfig } from "./document.ts"
import { ConfigPlaceTaken } from "./errors.ts"
import { roomFor, spotOf } from "./spot.ts"

/** One key and the value that it shall have. */
export interface KeyValue {
  readonly key: string
  readonly value: JsonValue
}

/** Why a file is not edited; it is as it was. */
export type ConfigEditError = SettingsProblem | ConfigPlaceTaken

type Edited = Result.Result<Reading, ConfigEditError>

const nested = (name: string, value: JsonValue): Required<Pick<Item, "value">> & { readonly key: string } => {
  const parts = name.split(".")
  const inner = parts.slice(1).reduceRight<JsonValue>((below, part) => ({ [part]: below }), value)
  return { key: parts[0] ?? "", value: inner }
}

const written = (reading: Reading, splices: ReadonlyArray<Splice>): Edited =>
  readEdited(reading, applySplices(reading.tree.text, splices))

const putRoot = (reading: Reading, { key, value }: KeyValue): Edited => {
  const item = nested(key, value)
  return written(reading, appendRoot(reading.tree, { [item.key]: item.value }).splices)
}

/** In the place of a value that stands; nothing is touched when it is the same. */
const replace = (reading: Reading, node: TreeNode, { key, value }: KeyValue): Edited => {
  const { text } = reading.tree
  if (node.kind === "object") return Result.fail(new ConfigPlaceTaken({ file: reading.document.file, key }))
  if (sameJson(valueOf(node), value)) return Result.succeed(reading)
  const inserted = printValue(value, {
    multi: node.kind === "array" && /[\r\n]/u.test(text.slice(node.start, node.end)),
    indent: indentAt(text, node.start),
    step: indentStep(reading.tree),
    lineEnd: lineEndAt(text, node.end),
    spaced: isSpaced(reading.tree)
  })
  return written(reading, [{ at: node.start, removed: text.slice(node.start, node.end), inserted }])
}

const startOf = (holder: TreeNode | undefined, path: SlotPath, node: TreeNode): number =>
  holder?.slots[path.at(-1) ?? -1]?.start ?? node.start

const append = (reading: Reading, root: TreeNode, { key, value }: KeyValue): Edited => {
  const { path, rest } = roomFor(root, key)
  const nodes = nodesOn(reading.tree, path)
  const node = nodes.at(-1) ?? root
  const item = nested(rest, value)
  const [taken] = membersOf(node, item.key)
  if (taken !== undefined)
    return Result.fail(
      new SettingsContainerWrong({
        ...placeIn(reading, taken[1].start),
        pointer: pointerAt(reading.tree, [...path, taken[0]]),
        expected: "object"
      })
    )
  const holder = { node, start: startOf(nodes.at(-2), path, node) }
  return written(reading, appendTo(reading.tree, holder, item).splices)
}

const setOne = (reading: Reading, wanted: KeyValue): Edited => {
  const { root } = reading.tree
  if (root === undefined) return putRoot(reading, wanted)
  const spot = spotOf(root, wanted.key)
  const node = spot === undefined ? undefined : nodesOn(reading.tree, spot).at(-1)
  return node === undefined ? append(reading, root, wanted) : replace(reading, node, wanted)
}

/** Bytes after an edit; the very ones that stood there when the edit had nothing to do. */
const bytesAfter = (document: SettingsDocument, before: string, reading: Reading): Uint8Array =>
  document.bytes !== undefined && reading.tree.text === before ? document.bytes : encodeText(reading.source)

/**
 * Sets keys in a configuration file, every other byte as it was: a key is edited where it stands, nested or as one dotted
 * name, and a new one is nested into the objects that are there. All of them or none.
 */
export const setKeys = (
  document: SettingsDocument,
  wanted: ReadonlyArray<KeyValue>
): Result.Result<Uint8Array, ConfigEditError> =>
  Result.flatMap(readConfig(document), (first) => {
    const begun: Edited = Result.succeed(first)
    const last = wanted.reduce((edited, one) => Result.flatMap(edited, (at) => setOne(at, one)), begun)
    return Result.map(last, (reading) => bytesAfter(document, first.tree.text, reading))
  })

/** Objects above a place, which go with the last that is in them; the document itself stays. */
const emptied = (reading: Reading, spot: SlotPath): ReadonlyArray<OwnContainer> =>
  spot.slice(1).map((_, level) => ({
    pointer: pointerAt(reading.tree, spot.slice(0, level + 1)),
    created: true,
    replaced: ""
  }))

/** One key may stand in several ways; more are left to a person. */
const mostWays = 32

/**
 * Takes a key out of a configuration file wherever it stands in it, with objects that are empty then; every other byte as
 * it was. Undefined when there is no file. Comments stay.
 */
export const unsetKey = (
  document: SettingsDocument,
  key: string
): Result.Result<Uint8Array | undefined, ConfigEditError> =>
  Result.flatMap(readConfig(document), (first) => {
    let reading = first
    for (let ways = 0; ways < mostWays; ways++) {
      const spot = spotOf(reading.tree.root, key)
      if (spot === undefined) break
      const { text } = cutPath(reading.tree, spot, emptied(reading, spot))
      const edited = readEdited(reading, text)
      if (Result.isFailure(edited)) return Result.fail(edited.failure)
      reading = edited.success
    }
    const bytes = document.bytes === undefined ? undefined : bytesAfter(document, first.tree.text, reading)
    return Result.succeed(bytes)
  })

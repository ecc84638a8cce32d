import * as Result from "effect/Result"
import { plainPath } from "../disclosure/reach.ts"
import { canonicalJson } from "../json/canonical.ts"
import { isJsonObject, type JsonValue } from "../json/value.ts"
import { readDocument, type SettingsDocument } from "../settings/document.ts"
import { elementOf, placeOf, serverMarker, type WireEntry } from "../settings/entry.ts"
import type { SettingsProblem } from "../settings/errors.ts"
import { noWiring, type FileWiring, type OwnContainer, type WiredEntry } from "../settings/FileWiring.ts"
import { entriesOf } from "../settings/manifestEntries.ts"
import { shellWord } from "../settings/scriptCommand.ts"
import { lastMember, membersOf, pointerOfKeys, valueOf, type Tree, type TreeNode } from "../settings/tree.ts"
import { publicMark } from "./places.ts"

/** An entry in a settings file that carries the mark of a capability. */
export interface Marked {
  readonly kind: "hook" | "server"
  /** Event of a hook, name of a server. */
  readonly place: string
  readonly value: JsonValue
}

const isMarked = (node: TreeNode, id: string): boolean => lastMember(node, publicMark)?.scalar === id

const hooksIn = (tree: Tree, id: string): ReadonlyArray<Marked> =>
  membersOf(tree.root, "hooks")
    .flatMap(([, hooks]) => hooks.value.slots)
    .flatMap(({ key = "", value }) =>
      value.slots
        .filter((slot) => isMarked(slot.value, id))
        .map((slot): Marked => ({ kind: "hook", place: key, value: valueOf(slot.value) }))
    )

const serversIn = (tree: Tree, id: string): ReadonlyArray<Marked> =>
  membersOf(tree.root, "mcpServers")
    .flatMap(([, servers]) => servers.value.slots)
    .filter((slot) => isMarked(slot.value, id))
    .map(({ key = "", value }): Marked => ({ kind: "server", place: key, value: valueOf(value) }))

/** Entries of a settings file that carry a capability's mark, hooks first, each in the order of the text. */
export const markedIn = (
  document: SettingsDocument,
  id: string
): Result.Result<ReadonlyArray<Marked>, SettingsProblem> =>
  Result.map(readDocument({ ...document, strict: false }), ({ tree }) => [
    ...hooksIn(tree, id),
    ...serversIn(tree, id)
  ])

/** How the public system starts a script. Source: lifecycle facts 2.6. */
const commandOf = (path: string): string =>
  /\.(?:js|cjs|mjs)$/u.test(path) ? `node ${shellWord(path)}` : shellWord(path)

const marking = (value: JsonValue, id: string): JsonValue =>
  isJsonObject(value) ? { ...value, [publicMark]: id } : { value, [publicMark]: id }

const markedAs = (entry: WireEntry, id: string): Marked => ({
  kind: entry.kind,
  place: placeOf(entry, id),
  value: marking(elementOf(entry), id)
})

/** Whose entries, and where its files lie: each spelling of the folder's path that may have been written. */
export interface PublicBundle {
  readonly id: string
  readonly manifest: JsonValue
  readonly folders: ReadonlyArray<string>
}

/** What the public system wrote into a settings file for a bundle, once per spelling of its folder. */
export const writtenFor = ({ folders, id, manifest }: PublicBundle): ReadonlyArray<ReadonlyArray<Marked>> =>
  folders.map((folder) =>
    entriesOf(manifest, {
      scriptCommand: (script) => commandOf(`${folder}/${plainPath(script)}`),
      serverProgram: (program) => program
    }).map((entry) => markedAs(entry, id))
  )

const textOf = ({ kind, place, value }: Marked): string => canonicalJson([kind, place, value])

const textsOf = (marked: ReadonlyArray<Marked>): string =>
  [...new Set(marked.map(textOf))].toSorted().join("\n")

/** What stands of a capability in a settings file: all that was written, other than that, or nothing. */
export type Standing = "whole" | "changed" | "none"

/** Compares what carries a capability's mark with what was written for its bundle, wherever in the file it stands now. */
export const standingOf = (found: ReadonlyArray<Marked>, bundle: PublicBundle): Standing => {
  if (found.length === 0) return "none"
  const text = textsOf(found)
  return writtenFor(bundle).some((written) => textsOf(written) === text) ? "whole" : "changed"
}

/** Owner of entries that the public system put in; no id of a capability begins so. */
const ownerOf = (id: string): string => `\u0001${id}`

const commandIn = (value: JsonValue): string => {
  const hooks = isJsonObject(value) ? value["hooks"] : undefined
  const first: JsonValue | undefined = Array.isArray(hooks) ? hooks[0] : undefined
  const command = isJsonObject(first) ? first["command"] : undefined
  return typeof command === "string" ? command : ""
}

const wiredAs = (id: string, { kind, place, value }: Marked): WiredEntry => ({
  owner: ownerOf(id),
  kind,
  place,
  marker: kind === "hook" ? commandIn(value) : serverMarker(place, value),
  element: JSON.stringify(value),
  pointer: "",
  loose: true,
  splices: [],
  made: []
})

const made = (keys: ReadonlyArray<string>): OwnContainer => ({
  pointer: pointerOfKeys(keys),
  created: true,
  replaced: ""
})

/** Containers that hold nothing else afterwards go with the entries, as the public system takes them away. */
const containersOf = ({ kind, place }: Marked): ReadonlyArray<OwnContainer> =>
  kind === "hook" ? [made(["hooks", place]), made(["hooks"])] : [made(["mcpServers"])]

/** What is recorded of a file, together with what the public system put there, as if that were ours. */
export const withMarked = (
  old: FileWiring | undefined,
  id: string,
  marked: ReadonlyArray<Marked>
): { readonly wiring: FileWiring; readonly owner: string } => {
  const own = old ?? noWiring
  const entries = marked.map((one) => wiredAs(id, one))
  const containers = marked.flatMap(containersOf)
  return {
    owner: ownerOf(id),
    wiring: { ...own, entries: [...own.entries, ...entries], containers: [...own.containers, ...containers] }
  }
}

import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { markedIn, standingOf } from "../../../src/domain/adopt/marked.ts"
import { planTakeover } from "../../../src/domain/adopt/planTakeover.ts"
import type { Target } from "../../../src/domain/foreign/target.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { cutOurs } from "../../../src/domain/settings/cutOurs.ts"
import type { SettingsDocument } from "../../../src/domain/settings/document.ts"
import type { DocumentEntry, WireEntry } from "../../../src/domain/settings/entry.ts"
import type { FileWiring } from "../../../src/domain/settings/FileWiring.ts"
import { unwire } from "../../../src/domain/settings/unwire.ts"
import { wire } from "../../../src/domain/settings/wire.ts"
import { gateEntries } from "../../support/publicSystem.ts"
import { choices, documentFrom, foreignIn, leniency, owners, textOf, valueIn } from "../settings/documents.ts"

const runs = Number(process.env["GSD_SETTINGS_RUNS"] ?? "150")
const options = { timeout: 600_000, arbitrary: { runs } }

const id = "acme-gate"
const { PreToolUse, SessionStart, acme } = gateEntries("/home/ada")
const manifest: JsonValue = {
  hooks: [
    { event: "PreToolUse", script: "hooks/gate.sh", matcher: "Bash" },
    { event: "SessionStart", script: "hooks/start.cjs" }
  ],
  mcpServers: { acme: { command: "acme-server", args: ["--quiet"] } }
}
const bundle = { id, manifest, folders: [`/home/ada/.gsd/capabilities/${id}`] }

const ours: ReadonlyArray<WireEntry> = [
  { kind: "hook", event: "PreToolUse", matcher: "Bash", command: "'/store/gate.sh'" },
  { kind: "hook", event: "SessionStart", command: "node '/store/start.cjs'" },
  { kind: "server", name: "acme", config: { command: "acme-server", args: ["--quiet"] } }
]

const theirs: ReadonlyArray<DocumentEntry> = [
  { kind: "item", keys: ["hooks", "PreToolUse"], value: PreToolUse },
  { kind: "item", keys: ["hooks", "SessionStart"], value: SessionStart },
  { kind: "member", keys: ["mcpServers"], name: "acme", value: acme }
]

const token = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|\S/gu

/** Everything that is not blank, comments included. */
const inkOf = (text: string): string => (text.match(token) ?? []).join(" ")

const targetOf = (document: SettingsDocument): Target => ({
  path: document.file,
  bytes: document.bytes,
  mode: 0o600,
  uid: 1000,
  gid: 1000,
  directory: "1:1"
})

interface Started {
  readonly original: SettingsDocument
  readonly public: SettingsDocument
  readonly wiring: FileWiring | undefined
}

/** A person's file with what the public system put in, in which another capability of ours may be wired already. */
const startedFrom = (numbers: ReadonlyArray<number>, isShared: boolean): Started | undefined => {
  const original = { ...documentFrom(numbers), strict: false }
  if (original.bytes === undefined || leniency(textOf(original.bytes)) > 3) return undefined
  const wired = wire(original, undefined, { owner: "public", entries: theirs })
  if (Result.isFailure(wired)) return undefined
  const document = { ...original, bytes: wired.success.bytes }
  const other = owners[1]
  const shared =
    isShared && other !== undefined ? Result.getOrUndefined(wire(document, undefined, other)) : undefined
  return shared === undefined
    ? { original, public: document, wiring: undefined }
    : { original, public: { ...document, bytes: shared.bytes }, wiring: shared.wiring }
}

/** No empty container that the public system may have made, or the person: nobody could say whose it is. */
const isPlain = (text: string): boolean => !/\{\s*\}|\[\s*\]/u.test(text)

describe("planTakeover", () => {
  it.prop(
    "puts ours in the place of the public entries, and gives the person's own back when ours go",
    { start: choices(0, 150), walk: choices(1, 4) },
    ({ start, walk: [first = 0, second = 0] }) => {
      const started = startedFrom(start, first % 2 === 1)
      if (started === undefined) return
      const plan = planTakeover(bundle)(targetOf(started.public), started.wiring, {
        owner: id,
        entries: ours
      })
      const { file, outcomes } = Result.getOrThrow(plan)
      assert.deepStrictEqual(
        outcomes.map(({ state }) => state),
        ["added", "added", "added"]
      )
      const document = { ...started.public, bytes: file.after }
      assert.notInclude(textOf(file.after), "_gsdCapability")
      const wiring = file.row.wiring?.now
      assert.isDefined(wiring)
      if (wiring === undefined) return
      // In any order, and all of them: ours, and the other capability's.
      const leaving = second % 2 === 0 ? [id, "b-cap"] : ["b-cap", id]
      const end = leaving.reduce<{ bytes: Uint8Array | undefined; wiring: FileWiring | undefined }>(
        (last, owner) =>
          last.wiring === undefined
            ? last
            : unwire({ ...document, bytes: last.bytes }, last.wiring, { owner }),
        { bytes: document.bytes, wiring }
      )
      const before = textOf(started.original.bytes)
      const after = textOf(end.bytes)
      assert.strictEqual(foreignIn(after), foreignIn(before) === "" ? "{}" : foreignIn(before))
      if (isPlain(before) && valueIn(before) !== undefined) assert.strictEqual(inkOf(after), inkOf(before))
    },
    options
  )

  it.prop(
    "is undone to the public entries when somebody wrote the file meanwhile",
    { start: choices(0, 150) },
    ({ start }) => {
      const started = startedFrom(start, false)
      if (started === undefined) return
      const plan = planTakeover(bundle)(targetOf(started.public), undefined, { owner: id, entries: ours })
      const { file } = Result.getOrThrow(plan)
      const text = `${textOf(file.after)}\n `
      const edited = { ...started.public, bytes: new TextEncoder().encode(text) }
      const { now, old } = file.row.wiring ?? {}
      const undone = Result.getOrThrow(cutOurs(edited, { old, now }))
      const found = Result.getOrThrow(markedIn({ ...edited, bytes: undone.bytes }, id))
      assert.strictEqual(standingOf(found, bundle), "whole")
      assert.notInclude(textOf(undone.bytes), "/store/")
    },
    options
  )
})

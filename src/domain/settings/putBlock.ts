import * as Result from "effect/Result"
import { blockLines, holdsFrame, type Plain } from "./block.ts"
import { readEdited, type Reading } from "./document.ts"
import { SettingsEntryUnfit, SettingsNameTaken, type SettingsProblem } from "./errors.ts"
import type { OwnContainer, WiredEntry } from "./FileWiring.ts"
import type { BlockFormat } from "./format.ts"
import { leavesFenceOpen } from "./shelter.ts"
import { elementValue } from "./spots.ts"
import { applySplices, type Splice } from "./splice.ts"
import { lineEndAt } from "./style.ts"
import { conflictIn, parseToml, type TomlTable } from "./toml.ts"

/** A document with a block at its end, and the entry with its splices. */
export interface PlacedBlock {
  readonly reading: Reading
  readonly entry: WiredEntry
}

type Placed = Result.Result<PlacedBlock, SettingsProblem>

/** The line end of a document that had none behind its last line, and goes again with the last block. */
const ownLineEnd: OwnContainer = { pointer: "", created: true, replaced: "" }

/** A clause for a text that would not be found again, or would reach beyond its end. */
const unfitness = (format: BlockFormat, text: string): string | undefined => {
  if (/\p{Surrogate}/u.test(text)) return "its text holds half of a character"
  if (holdsFrame(format, text)) return "its text holds a line that begins or ends a block"
  return format === "markdown" && leavesFenceOpen(text) ? "its text does not close a code fence" : undefined
}

/** A carriage return alone ends no line of TOML. */
const lineEndOf = (text: string, format: BlockFormat): string => {
  const lineEnd = lineEndAt(text, text.length)
  return format === "toml" && lineEnd === "\r" ? "\n" : lineEnd
}

const spliceFor = (text: string, format: BlockFormat, lines: ReadonlyArray<string>): Splice => {
  const lineEnd = lineEndOf(text, format)
  const gap = text === "" || /[\r\n]$/u.test(text) ? "" : lineEnd
  return { at: text.length, removed: "", inserted: `${gap}${lines.join(lineEnd)}${lineEnd}` }
}

const finish = (reading: Reading, format: BlockFormat, entry: WiredEntry): Placed => {
  const { text } = reading.tree
  const value = elementValue(entry)
  const lines = blockLines(format, entry.place, typeof value === "string" ? value : "")
  const splice = spliceFor(text, format, lines)
  const made = splice.inserted.startsWith(lines[0] ?? "") ? [] : [ownLineEnd]
  return Result.map(readEdited(reading, applySplices(text, [splice])), (edited) => ({
    reading: edited,
    entry: { ...entry, loose: false, splices: [splice], made }
  }))
}

const nameIn = (line: string): string => {
  const [, head] = /^\s*\[{1,2}\s*([^\]]+?)\s*\]/u.exec(line) ?? []
  return head ?? line.split("=", 1)[0]?.trim() ?? ""
}

/** Name that makes a document unreadable when the block is put behind it; the fault lies on one of the block's lines. */
const nameAt = (reading: Reading, lines: ReadonlyArray<string>, line: number): string => {
  const breaks = reading.tree.text.match(/\r\n|\n|\r/gu)?.length ?? 0
  const before = breaks + (reading.tree.text === "" || /[\r\n]$/u.test(reading.tree.text) ? 0 : 1)
  return nameIn(lines[line - before - 2] ?? "")
}

interface TomlBlock {
  readonly text: string
  readonly before: TomlTable
  readonly added: TomlTable
}

const checked = (reading: Reading, { added, before, text }: TomlBlock, entry: WiredEntry): Placed => {
  const { file } = reading.document
  const placed = Result.mapError(finish(reading, "toml", entry), (problem) =>
    problem._tag === "SettingsSyntaxInvalid"
      ? new SettingsNameTaken({ file, name: nameAt(reading, text.split("\n"), problem.line) })
      : problem
  )
  return Result.flatMap(placed, (one): Placed => {
    const { plain } = one.reading.tree
    const name = plain?.format === "toml" ? conflictIn(before, added, plain.value) : undefined
    return name === undefined ? Result.succeed(one) : Result.fail(new SettingsNameTaken({ file, name }))
  })
}

/**
 * Puts a block at the end of a document. TOML must read as before and with all that the block says: `SettingsNameTaken`
 * otherwise. A text that is no TOML itself, or would not be found again, is `SettingsEntryUnfit`.
 */
export const putBlock = (reading: Reading, plain: Plain, entry: WiredEntry): Placed => {
  const value = elementValue(entry)
  const text = typeof value === "string" ? value : ""
  const { file } = reading.document
  const unfit = (reason: string): Placed =>
    Result.fail(new SettingsEntryUnfit({ file, kind: "block", reason }))
  const reason = unfitness(plain.format, text)
  if (reason !== undefined) return unfit(reason)
  if (plain.format === "markdown") return finish(reading, "markdown", entry)
  return Result.match(parseToml(text), {
    onFailure: ({ found, line }) => unfit(`its text is no TOML (${found}, on its line ${line})`),
    onSuccess: (added) => checked(reading, { text, before: plain.value, added }, entry)
  })
}

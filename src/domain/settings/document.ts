import * as Result from "effect/Result"
import { sha512Hex } from "../hash.ts"
import { decodeText } from "../json/decodeText.ts"
import { positionAt, type SourceText } from "../json/position.ts"
import { limits } from "../limits.ts"
import {
  SettingsEncodingRefused,
  SettingsSyntaxInvalid,
  SettingsTooDeep,
  SettingsTooLarge,
  type SettingsProblem
} from "./errors.ts"
import { blocksIn, type Plain } from "./block.ts"
import { blockFormatOf, type BlockFormat } from "./format.ts"
import { readTree, type TreeFault } from "./readTree.ts"
import { parseToml, type TomlFault } from "./toml.ts"
import type { Tree } from "./tree.ts"

/** A settings file of a host as it lies on the disk: TOML or Markdown by the end of its name, JSON otherwise. */
export interface SettingsDocument {
  /** Resolved path; for messages only. */
  readonly file: string
  /** Undefined when there is no file. */
  readonly bytes: Uint8Array | undefined
  /** The host reads strict JSON: comments and trailing commas are refused by `wire`. */
  readonly strict: boolean
}

/** A document that was read: its text without byte order mark, and where everything stands in it. */
export interface Reading {
  readonly document: SettingsDocument
  readonly source: SourceText
  readonly tree: Tree
}

const byteOrderMark = new Uint8Array([0xef, 0xbb, 0xbf])

/** Place of a UTF-16 offset of the text, as errors carry it. */
export const placeIn = (reading: Pick<Reading, "document" | "source">, at: number) => ({
  file: reading.document.file,
  ...positionAt(reading.source, at)
})

const problemOf = (reading: Pick<Reading, "document" | "source">, fault: TreeFault): SettingsProblem =>
  fault.kind === "depth"
    ? new SettingsTooDeep({ ...placeIn(reading, fault.at), maxDepth: limits.jsonDepth })
    : new SettingsSyntaxInvalid({
        ...placeIn(reading, fault.at),
        found: fault.found,
        strict: reading.document.strict
      })

const readJson = (document: SettingsDocument, source: SourceText): Result.Result<Reading, SettingsProblem> =>
  Result.mapBoth(readTree(source.text, { strict: document.strict, maxDepth: limits.jsonDepth }), {
    onSuccess: (tree) => ({ document, source, tree }),
    onFailure: (fault) => problemOf({ document, source }, fault)
  })

/** Offset of a line and column, which count from 1. */
const offsetAt = (text: string, { column, line }: TomlFault): number => {
  const ends = [...text.matchAll(/\r?\n/gu)]
  const before = ends[line - 2]
  return (before === undefined ? 0 : before.index + before[0].length) + column - 1
}

const readPlain = (source: SourceText, format: BlockFormat): Result.Result<Plain, TomlFault> =>
  format === "markdown"
    ? Result.succeed({ format, blocks: blocksIn(source.text, format) })
    : Result.map(parseToml(source.text), (value) => ({
        format,
        value,
        blocks: blocksIn(source.text, format)
      }))

/** Reads a text that belongs to `document`; the mark that `source` says was taken off stays off. */
export const readText = (
  document: SettingsDocument,
  source: SourceText
): Result.Result<Reading, SettingsProblem> => {
  const format = blockFormatOf(document.file)
  return format === undefined
    ? readJson(document, source)
    : Result.mapBoth(readPlain(source, format), {
        onSuccess: (plain) => ({
          document,
          source,
          tree: { text: source.text, root: undefined, gap: 0, commented: false, plain }
        }),
        onFailure: (fault) =>
          new SettingsSyntaxInvalid({
            ...placeIn({ document, source }, offsetAt(source.text, fault)),
            found: fault.found,
            strict: false,
            language: "TOML"
          })
      })
}
/** Bytes of a text, with the mark that was taken off. */
export const encodeText = (source: SourceText): Uint8Array => {
  const body = new TextEncoder().encode(source.text)
  if (source.skippedBytes === 0) return body
  const bytes = new Uint8Array(byteOrderMark.length + body.length)
  bytes.set(byteOrderMark)
  bytes.set(body, byteOrderMark.length)
  return bytes
}

/** Reads a document; no file counts as an empty one. Never throws. */
export const readDocument = (document: SettingsDocument): Result.Result<Reading, SettingsProblem> => {
  const bytes = document.bytes ?? new Uint8Array()
  if (bytes.length > limits.settingsBytes) {
    const sizes = { bytes: bytes.length, maxBytes: limits.settingsBytes }
    return Result.fail(new SettingsTooLarge({ file: document.file, ...sizes }))
  }
  const decoded = Result.mapError(
    decodeText(bytes),
    ({ encoding, offset }) => new SettingsEncodingRefused({ file: document.file, encoding, offset })
  )
  return Result.flatMap(decoded, (source) => readText(document, source))
}

/** Reads what an edit made of a text, which must keep to the limits that the text itself kept to. */
export const readEdited = (reading: Reading, text: string): Result.Result<Reading, SettingsProblem> => {
  const source = { text, skippedBytes: reading.source.skippedBytes }
  const bytes = encodeText(source).length
  if (bytes <= limits.settingsBytes) return readText(reading.document, source)
  const file = reading.document.file
  return Result.fail(new SettingsTooLarge({ file, bytes, maxBytes: limits.settingsBytes }))
}

/** Digest by which a file is known again; empty when there is no file. */
export const imageOf = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? "" : sha512Hex(bytes)

import * as Result from "effect/Result"
import { pointerOf, quote } from "../capability/raw.ts"
import { decodeText } from "../json/decodeText.ts"
import { duplicateKeys } from "../json/duplicates.ts"
import { readJson } from "../json/intake.ts"
import type { JsonProblem } from "../json/JsonProblem.ts"
import { plainJson } from "../json/plainJson.ts"
import { limits } from "../limits.ts"
import { isDeeper } from "./depth.ts"
import type { Finding } from "./finding.ts"
import { familyShape } from "./shapes.ts"
import { error, verdictOn, type FamilyText, type ManifestJudged } from "./verdict.ts"

export type { FamilyText, ManifestJudged } from "./verdict.ts"

const json = { maxBytes: limits.manifestBytes, maxDepth: limits.familyJsonDepth }

const noJson = (about: { readonly message: string; readonly hint: string }): Finding =>
  error("manifest.json", "", about)

const unread = ({ hints, message }: JsonProblem): Finding =>
  noJson({ message, hint: hints[0] ?? "Write one JSON object" })

const marked = noJson({
  message: "The file starts with a byte order mark",
  hint: "Save it as UTF-8 without a byte order mark"
})

const tooDeep = noJson({
  message: `Objects and arrays nest deeper than ${limits.familyJsonDepth} levels`,
  hint: "Flatten the document"
})

/** Faults of a text that JSON.parse may read all the same: a key that stands twice, half of a surrogate pair, a number that no double holds. */
const mayBeRead = ({ _tag }: JsonProblem): boolean =>
  _tag === "JsonKeyDuplicate" || _tag === "JsonSurrogateLone" || _tag === "JsonSyntaxInvalid"

/** Reads a text as JSON.parse does, and tells of keys that stand twice. */
const leniently = (text: string, problem: JsonProblem): Result.Result<FamilyText, Finding> => {
  const parsed = Result.try(() => JSON.parse(text) as unknown)
  if (Result.isFailure(parsed)) return Result.fail(unread(problem))
  if (isDeeper(text, json.maxDepth)) return Result.fail(tooDeep)
  return Result.succeed({
    value: parsed.success,
    findings: duplicateKeys(text).map(({ path }) => ({
      code: "manifest.duplicate-key",
      severity: "warning",
      pointer: pointerOf(...path),
      message: `The key ${quote(String(path.at(-1) ?? ""))} stands twice, and the last one counts`,
      hint: "Take one of the two out"
    }))
  })
}

/**
 * Reads the bytes of a manifest. A byte order mark, comments and trailing commas are refused; what JSON.parse reads is read.
 * Source: family facts 1.
 */
export const familyText = (bytes: Uint8Array): Result.Result<FamilyText, Finding> => {
  const value = plainJson(bytes, json)
  if (value !== undefined) return Result.succeed({ value, findings: [] })
  const read = readJson(bytes, json)
  if (Result.isSuccess(read)) {
    const isPlain = read.success.notes.length === 0
    return isPlain ? Result.succeed({ value: read.success.value, findings: [] }) : Result.fail(marked)
  }
  const problem = read.failure
  const text = mayBeRead(problem) ? Result.getOrUndefined(decodeText(bytes)) : undefined
  if (text === undefined) return Result.fail(unread(problem))
  return text.skippedBytes > 0 ? Result.fail(marked) : leniently(text.text, problem)
}

/** Judges the value of a manifest: its shape, then the rules across its fields; files are not looked at. Total. */
export const judgeFamilyManifest = (text: FamilyText): ManifestJudged => verdictOn(text, familyShape)

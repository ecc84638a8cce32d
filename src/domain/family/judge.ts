import * as Result from "effect/Result"
import { isRawObject, own, pointerOf, quote } from "../capability/raw.ts"
import { decodeText } from "../json/decodeText.ts"
import { duplicateKeys } from "../json/duplicates.ts"
import { readJson } from "../json/intake.ts"
import { limits } from "../limits.ts"
import type { FamilyReport, Finding } from "./finding.ts"
import { findingsOf } from "./Rule.ts"
import { familyRules } from "./rules.ts"
import type { FamilyManifest } from "./schema.ts"
import { familyShape } from "./shapes.ts"

const error = (code: string, pointer: string, about: { message: string; hint: string }): Finding => ({
  code,
  severity: "error",
  pointer,
  ...about
})

/** A manifest's text as a value; duplicate keys are told, and the last one counts. */
export interface FamilyText {
  readonly value: unknown
  readonly findings: ReadonlyArray<Finding>
}

/** Reads a text whose only fault may be keys that stand twice. */
const leniently = (text: string): Result.Result<FamilyText, undefined> => {
  const parsed = Result.try(() => JSON.parse(text) as unknown)
  const duplicates = duplicateKeys(text)
  if (Result.isFailure(parsed) || duplicates.length === 0) return Result.fail(undefined)
  return Result.succeed({
    value: parsed.success,
    findings: duplicates.map(({ path }) => ({
      code: "manifest.duplicate-key",
      severity: "warning",
      pointer: pointerOf(...path),
      message: `The key ${quote(String(path.at(-1) ?? ""))} stands twice, and the last one counts`,
      hint: "Take one of the two out"
    }))
  })
}

/** Reads the bytes of a manifest. A byte order mark, comments and trailing commas are refused. Source: family facts 1. */
export const familyText = (bytes: Uint8Array): Result.Result<FamilyText, Finding> => {
  const json = { maxBytes: limits.manifestBytes, maxDepth: limits.jsonDepth }
  const read = readJson(bytes, json)
  if (Result.isSuccess(read)) {
    const [note] = read.success.notes
    if (note === undefined) return Result.succeed({ value: read.success.value, findings: [] })
    return Result.fail(
      error("manifest.json", "", {
        message: "The file starts with a byte order mark",
        hint: "Save it as UTF-8 without a byte order mark"
      })
    )
  }
  const problem = read.failure
  const text = problem._tag === "JsonKeyDuplicate" ? decodeText(bytes) : undefined
  const lenient =
    text === undefined || Result.isFailure(text) ? Result.fail(undefined) : leniently(text.success.text)
  return Result.mapError(lenient, () =>
    error("manifest.json", "", {
      message: problem.message,
      hint: problem.hints[0] ?? "Write one JSON object"
    })
  )
}

/** Drops findings at or below the place of an earlier error: one root cause, no followers. Warnings hide nothing. */
const rootCauses = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const broken = new Set<string>()
  return findings.filter(({ pointer, severity }) => {
    const parts = pointer.split("/")
    const follows = parts.some((_, at) => broken.has(parts.slice(0, at + 1).join("/")))
    if (severity === "error" && !follows) broken.add(pointer)
    return !follows
  })
}

/** What the value of a manifest alone says about it. */
export interface ManifestJudged extends Omit<FamilyReport, "path"> {
  /** There whenever the shape is right, rules aside. */
  readonly manifest: FamilyManifest | undefined
}

const named = (root: unknown) => {
  const [name, kind] = [own(root, "name"), own(root, "kind")]
  return {
    name: typeof name === "string" ? name : null,
    kind: typeof kind === "string" ? kind : null
  }
}

const unsupported = (schema: number): Finding =>
  error("schema.unsupported", "/schema", {
    message: `Schema ${schema} is not understood; this product understands 1`,
    hint: "Upgrade gsd, or write schema 1"
  })

/** Invalid when any finding is an error; warnings never change the result. */
export const resultOf = (findings: ReadonlyArray<Finding>): "valid" | "invalid" =>
  findings.some(({ severity }) => severity === "error") ? "invalid" : "valid"

/**
 * Judges the value of a manifest: its shape, then the rules across its fields; files are not looked at. A schema number
 * that is not 1 is unsupported, and nothing else is looked at. Total. Source: seed 001, result classes; family facts 1.
 */
export const judgeFamilyManifest = ({ findings: known, value }: FamilyText): ManifestJudged => {
  const about = named(value)
  if (!isRawObject(value)) {
    const finding = error("manifest.shape", "", {
      message: "A manifest is one JSON object",
      hint: "Start the file with `{`"
    })
    return { ...about, result: "invalid", findings: [...known, finding], manifest: undefined }
  }
  const schema = own(value, "schema")
  if (typeof schema === "number" && schema !== 1)
    return { ...about, result: "unsupported", findings: [...known, unsupported(schema)], manifest: undefined }
  if (typeof schema !== "number") {
    const finding = error("schema", "/schema", {
      message: "`schema` must be a number",
      hint: 'Write `"schema": 1`'
    })
    return { ...about, result: "invalid", findings: [...known, finding], manifest: undefined }
  }
  const shape = familyShape(value)
  const wrong = Result.isFailure(shape) ? shape.failure : []
  const told = familyRules.flatMap((rule) => findingsOf(rule, rule.judge(value)))
  const findings = [...known, ...rootCauses([...wrong, ...told])]
  return {
    ...about,
    result: resultOf(findings),
    findings,
    manifest: Result.getOrUndefined(shape)
  }
}

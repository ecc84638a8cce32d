import * as Result from "effect/Result"
import { isRawObject, own, type RawObject } from "../capability/raw.ts"
import { isBelow, rootCauses } from "../capability/rootCauses.ts"
import type { FamilyReport, Finding } from "./finding.ts"
import { findingsOf } from "./Rule.ts"
import { familyRules } from "./rules.ts"
import type { FamilyManifest } from "./schema.ts"

/** An error at a place. */
export const error = (code: string, pointer: string, about: { message: string; hint: string }): Finding => ({
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

/** Looks at a manifest's shape: the manifest, or what is wrong with it. */
export type ShapeOf = (value: RawObject) => Result.Result<FamilyManifest, ReadonlyArray<Finding>>

/**
 * Judges the value of a manifest: its shape, then the rules across its fields; files are not looked at. A schema number
 * that is not 1 is unsupported, and nothing else is looked at. Total. Source: seed 001, result classes; family facts 1.
 */
export const verdictOn = ({ findings: known, value }: FamilyText, shapeOf: ShapeOf): ManifestJudged => {
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
  const shape = shapeOf(value)
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

/** Adds what a member's files say; a path with a finding of its own is not judged twice. */
export const withFileFindings = <A extends Pick<FamilyReport, "findings">>(
  judged: A,
  more: ReadonlyArray<Finding>
): A & Pick<FamilyReport, "findings" | "result"> => {
  const errors = judged.findings.filter(({ pointer, severity }) => severity === "error" && pointer !== "")
  const known = new Set(errors.map(({ pointer }) => pointer))
  const findings = [...judged.findings, ...more.filter(({ pointer }) => !isBelow(known, pointer))]
  return { ...judged, findings, result: resultOf(findings) }
}

/** Files are looked at only when the manifest is understood. */
export const looksAtFiles = (judged: ManifestJudged): boolean =>
  judged.result !== "unsupported" && !judged.findings.some(({ code }) => code === "schema")

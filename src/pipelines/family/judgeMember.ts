import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { FamilyFileUnreadable } from "../../domain/family/errors.ts"
import type { FamilyReport, Finding } from "../../domain/family/finding.ts"
import { isPattern } from "../../domain/family/pattern.ts"
import { familyText, judgeFamilyManifest, type ManifestJudged } from "../../domain/family/judge.ts"
import { isStub, judgeFamilyFiles, memberFile, namedFiles } from "../../domain/family/judgeFiles.ts"
import type { FamilyManifest } from "../../domain/family/schema.ts"
import { looksAtFiles, withFileFindings } from "../../domain/family/verdict.ts"
import { isRawObject } from "../../domain/capability/raw.ts"
import { FamilyFiles } from "../../services/FamilyFiles.ts"

/** A member as it stands in its folder. */
export interface JudgedMember {
  readonly report: FamilyReport
  /** There when its shape is right, whatever the rules say. */
  readonly manifest: FamilyManifest | undefined
}

const broken = (path: string, about: Pick<Finding, "code" | "message" | "hint">): JudgedMember => ({
  report: {
    path,
    result: "invalid",
    name: null,
    kind: null,
    findings: [{ ...about, severity: "error", pointer: "" }]
  },
  manifest: undefined
})

const unreadable = (error: FamilyFileUnreadable): Finding => ({
  code: "files.unreadable",
  severity: "error",
  pointer: "",
  message: error.message,
  hint: error.hints[0] ?? ""
})

/** What the files of a member say, and what keeps them from being looked at. */
const fileFindings = Effect.fnUntraced(function* (folder: string, value: unknown) {
  const files = yield* FamilyFiles
  if (!isRawObject(value) || isStub(value)) return []
  const standing = yield* files.look(
    folder,
    namedFiles(value).map(({ path }) => path)
  )
  const packageJson = yield* files.bytes(memberFile(folder, "package.json"))
  const skill = packageJson === undefined ? yield* files.bytes(memberFile(folder, "SKILL.md")) : undefined
  return judgeFamilyFiles(value, { standing, packageJson, skill })
})

const withFiles = Effect.fnUntraced(function* (folder: string, value: unknown, judged: ManifestJudged) {
  if (!looksAtFiles(judged)) return judged
  const found = yield* Effect.result(fileFindings(folder, value))
  return withFileFindings(judged, Result.isSuccess(found) ? found.success : [unreadable(found.failure)])
})

/** What is said where no manifest is; a pattern is left as it is typed when it names nothing. */
const missing = Effect.fnUntraced(function* (path: string) {
  const files = yield* FamilyFiles
  const here = yield* Effect.orElseSucceed(files.look(path, ["."]), () => new Map())
  const isUnmatched = isPattern(path) && here.get(".")?._tag === "Absent"
  return {
    code: "manifest.missing",
    message: isUnmatched ? "The pattern matches no folder" : "The folder holds no `capability.json`",
    hint: isUnmatched
      ? "Name folders of members, or a pattern of them from where you are"
      : "Name the folder of a member"
  } as const
})

/** Judges the member in a folder: its manifest, and the files that this names. Never fails: what keeps it from being judged is a finding. */
export const judgeMember = Effect.fn("judgeMember")(function* (path: string) {
  const files = yield* FamilyFiles
  const bytes = yield* Effect.result(files.bytes(memberFile(path, "capability.json")))
  if (Result.isFailure(bytes))
    return { report: { ...broken(path, unreadable(bytes.failure)).report }, manifest: undefined }
  if (bytes.success === undefined) return broken(path, yield* missing(path))
  const text = familyText(bytes.success)
  if (Result.isFailure(text)) return broken(path, text.failure)
  const { value } = text.success
  const { findings, kind, manifest, name, result } = yield* withFiles(
    path,
    value,
    judgeFamilyManifest(text.success)
  )
  return { report: { path, result, name, kind, findings }, manifest } satisfies JudgedMember
})

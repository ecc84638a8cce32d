import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Problem } from "../../domain/capability/Problem.ts"
import { encodingNote, readManifest } from "../../domain/install/manifestBytes.ts"
import { member, type JsonValue } from "../../domain/json/value.ts"
import type { ReportedProblem } from "../../domain/registry/report.ts"
import { ManifestFiles, type FoundManifest, type ManifestFilesError } from "../../services/ManifestFiles.ts"

/** A manifest as its author has it: what can be judged of it, and what is known to be wrong already. */
export interface Looked extends Pick<FoundManifest, "files" | "head"> {
  /** As given. */
  readonly path: string
  readonly folder: string
  readonly id: string
  /** Undefined when there is nothing to judge: then `problems` says why. */
  readonly raw: JsonValue | undefined
  readonly problems: ReadonlyArray<Problem>
  /** Adds the place in the text to a problem. */
  readonly placed: (problem: Problem) => ReportedProblem
}

const textOf = (raw: JsonValue): string => {
  const id = member(raw, "id")
  return typeof id === "string" ? id : ""
}

const ruleOf = (failure: ManifestFilesError): string => {
  switch (failure._tag) {
    case "BundleRefused":
      return `bundle.${failure.rule}`
    case "DiskFailure":
    case "FileTooLarge":
      return "manifest.unreadable"
    case "ManifestMissing":
    case "SourceMissing":
      return "manifest.missing"
  }
}

/** Unlike an install, a judgement takes no archive. */
const hintOf = (failure: ManifestFilesError): string =>
  failure._tag === "SourceMissing"
    ? "Give the folder that holds `capability.json`, or that file"
    : (failure.hints[0] ?? "")

interface About extends Pick<ReportedProblem, "message" | "hint"> {
  readonly at?: { readonly line: number; readonly column: number } | undefined
}

const broken = (path: string, rule: string, { at, ...about }: About) =>
  ({
    path,
    folder: "",
    id: "",
    raw: undefined,
    problems: [{ rule, severity: "error", pointer: "", ...about }],
    placed: (problem) => ({ ...problem, ...at })
  }) satisfies Looked

/** Looks at the manifest that a path names; what keeps it from being read is a problem of it, no failure. */
export const look = Effect.fn("manifests.look")(function* (path: string) {
  const manifests = yield* ManifestFiles
  const found = yield* Effect.result(manifests.read(path))
  if (Result.isFailure(found)) {
    const { failure } = found
    return broken(path, ruleOf(failure), { message: failure.message, hint: hintOf(failure) })
  }
  const { bytes, files, folder, head } = found.success
  const read = readManifest(bytes)
  if (Result.isFailure(read)) {
    const { at, hint, reason } = read.failure
    return broken(path, "manifest.json", { message: reason, hint, at })
  }
  const { locate, notes, value } = read.success
  const id = textOf(value)
  return {
    path,
    folder: folder ?? id,
    id,
    raw: value,
    ...(files === undefined ? {} : { files }),
    ...(head === undefined ? {} : { head }),
    problems: notes.map(encodingNote),
    placed: (problem) => {
      const at = Option.getOrUndefined(locate(problem.pointer))
      return at === undefined ? problem : { ...problem, line: at.line, column: at.column }
    }
  } satisfies Looked
})

/** Most problems of one manifest whose place in the text is looked up: each costs a pass over it. */
const mostPlaced = 200

/** Problems with their places in the text. */
export const reported = (
  { placed }: Looked,
  problems: ReadonlyArray<Problem>
): ReadonlyArray<ReportedProblem> =>
  problems.map((problem, index) => (index < mostPlaced ? placed(problem) : problem))

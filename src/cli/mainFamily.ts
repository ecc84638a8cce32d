import type { FamilyReport } from "../domain/family/finding.ts"
import { exitCode } from "../domain/hinted.ts"
import { quickFolders, quickMember } from "../layers/family/quickMembers.ts"
import type { FastValidate } from "./fastPath.ts"
import { viewOf } from "./mainView.ts"
import { finalCode, writeError, writeOut } from "./mainWrite.ts"
import { familyAnnotations, renderFamilyReports, wantsAnnotations } from "./render/familyReports.ts"
import { jsonText } from "./render/json.ts"

/** The same as `tellFamilyReports`, which a test compares, without all that a longer run needs. */
const tell = ({ json, strict }: FastValidate, reports: ReadonlyArray<FamilyReport>): void => {
  if (wantsAnnotations(process.env["CI"])) familyAnnotations(reports).forEach(writeError)
  writeOut(json ? jsonText(reports) : renderFamilyReports(reports, viewOf(1)))
  const isRefused = strict && reports.some(({ result }) => result !== "valid")
  process.exit(finalCode(isRefused ? exitCode.refused : exitCode.ok))
}

/** Reports of members that are such as most are, each once. */
const quickReports = (folders: ReadonlyArray<string>): ReadonlyMap<string, FamilyReport> => {
  const reports = new Map<string, FamilyReport>()
  for (const folder of new Set(folders)) {
    const report = quickMember(folder)
    if (report !== undefined) reports.set(folder, report)
  }
  return reports
}

/**
 * Answers `family validate` as its command does, without effect/cli: members that are such as most are without Schema and
 * Effect, too. All others are judged by the pipeline, which is loaded for them.
 */
export const runValidate = async (wanted: FastValidate, argv: ReadonlyArray<string>): Promise<void> => {
  const expanded = wanted.patterns.map(quickFolders)
  const folders = expanded.flatMap((some) => some ?? [])
  const known = quickReports(folders)
  const isAll = !expanded.includes(undefined) && folders.every((folder) => known.has(folder))
  if (isAll)
    return tell(
      wanted,
      folders.flatMap((folder) => known.get(folder) ?? [])
    )
  const { runValidateWhole } = await import("./mainFamilyWhole.ts")
  runValidateWhole({ wanted, known }, argv)
}

import * as Result from "effect/Result"
import { plainJson } from "../json/plainJson.ts"
import { limits } from "../limits.ts"
import type { FamilyReport } from "./finding.ts"
import { isFamilyManifest } from "./guard.ts"
import { isStub, judgeFamilyFiles, namedFiles, type MemberFiles } from "./judgeFiles.ts"
import { verdictOn, withFileFindings } from "./verdict.ts"

/** What stands at paths of a member, and its files of versions. */
export type MemberFilesOf = (paths: ReadonlyArray<string>) => MemberFiles

const json = { maxBytes: limits.manifestBytes, maxDepth: limits.jsonDepth }

/**
 * Report on a member whose manifest is plain JSON of the right shape, without Schema, which takes longer to load than all
 * else; undefined for every other. Where it gives a report, it is the one of `judgeMember`.
 */
export const quickReport = (
  path: string,
  bytes: Uint8Array,
  filesOf: MemberFilesOf
): FamilyReport | undefined => {
  const value = plainJson(bytes, json)
  if (!isFamilyManifest(value)) return undefined
  const judged = verdictOn({ value, findings: [] }, () => Result.succeed(value))
  const more = isStub(value) ? [] : judgeFamilyFiles(value, filesOf(namedFiles(value).map((one) => one.path)))
  const { findings, kind, name, result } = withFileFindings(judged, more)
  return { path, result, name, kind, findings }
}

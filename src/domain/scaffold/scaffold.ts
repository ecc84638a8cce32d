import * as Result from "effect/Result"
import { judgeOverlay } from "../capability/judgeOverlay.ts"
import type { Problem } from "../capability/Problem.ts"
import { judgePath, pathRules } from "../content/path.ts"
import type { JsonObject } from "../json/value.ts"
import { ScaffoldRefused } from "./errors.ts"
import { featureFiles, featureManifest } from "./feature.ts"
import { reviewerFiles, reviewerManifest } from "./reviewer.ts"
import type { ScaffoldFile, ScaffoldRole } from "./ScaffoldFile.ts"

/** What a new capability shall be. */
export interface ScaffoldRequest {
  readonly id: string
  readonly role: ScaffoldRole
  /** Where the JSON Schema is, relative to the manifest; none when it is not beside it. */
  readonly schema: string | undefined
}

const kinds = {
  feature: { manifest: featureManifest, files: featureFiles },
  reviewer: { manifest: reviewerManifest, files: reviewerFiles }
}

/** A folder is named after the id, and so is a file of the bundle. */
const unportable = (id: string): ReadonlyArray<Problem> => {
  const problem = judgePath(id)
  if (problem === undefined) return []
  const message = `A folder cannot be named after it everywhere: it ${pathRules[problem.rule]}`
  return [
    { rule: `bundle.${problem.rule}`, severity: "error", pointer: "/id", message, hint: "Choose another id" }
  ]
}

const textOf = (manifest: JsonObject): string => `${JSON.stringify(manifest, null, 2)}\n`

/**
 * The files of a new capability, the manifest first; it is valid as it stands. Refused with the validator's own words
 * when the id is none that can be installed.
 */
export const scaffold = (
  request: ScaffoldRequest
): Result.Result<ReadonlyArray<ScaffoldFile>, ScaffoldRefused> => {
  const { files, manifest } = kinds[request.role]
  const written = {
    ...(request.schema === undefined ? {} : { $schema: request.schema }),
    ...manifest(request.id)
  }
  const { problems } = judgeOverlay(request.id, written)
  // What else is named after the id is wrong for the same reason.
  const ofId = problems.filter(({ pointer }) => pointer === "/id")
  const ofManifest = ofId.length === 0 ? problems : ofId
  const [problem, ...more] = ofManifest.length === 0 ? unportable(request.id) : ofManifest
  if (problem !== undefined)
    return Result.fail(new ScaffoldRefused({ id: request.id, problems: [problem, ...more] }))
  return Result.succeed([
    { path: "capability.json", text: textOf(written), executable: false },
    ...files(request.id)
  ])
}

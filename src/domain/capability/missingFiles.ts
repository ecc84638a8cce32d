import * as Option from "effect/Option"
import { declaredFiles } from "./declaredFiles.ts"
import { judgeFiles } from "./judgeFiles.ts"
import type { Problem } from "./Problem.ts"
import type { Manifest } from "./schema/manifest.ts"

/** Problems with the files that a manifest names; none when it does not decode, or when its folder is not at hand. */
export const missingFiles = (
  manifest: Option.Option<Manifest>,
  files: ReadonlyArray<string> | undefined
): ReadonlyArray<Problem> =>
  files === undefined || Option.isNone(manifest) ? [] : judgeFiles(declaredFiles(manifest.value), files)

import * as Result from "effect/Result"
import { decodeValue } from "../json/decode.ts"
import type { JsonValue } from "../json/value.ts"
import { ProjectPolicy } from "../policy/policy.ts"
import type { Registry } from "../registry/Registry.ts"
import { ConfigFileSpoilt, ConfigValueRefused } from "./errors.ts"
import type { Assignment } from "./flags.ts"
import { judgesOf } from "./judge.ts"
import { readConfigObject } from "./document.ts"
import { allowedOf } from "./value.ts"
import type { ConfigOrigin } from "./resolve.ts"

/** Refuses a value that whoever reads its key would not use. */
export const judgeAssignments = (
  registry: Pick<Registry, "members">,
  assignments: ReadonlyArray<Assignment>
): Result.Result<ReadonlyArray<Assignment>, ConfigValueRefused> => {
  const judges = judgesOf(registry)
  for (const { known, value } of assignments) {
    const { entry, key } = known
    const problem = judges.get(key)?.(value)
    if (problem !== undefined)
      return Result.fail(
        new ConfigValueRefused({ key, value: textOf(value), problem, allowed: allowedOf(entry) })
      )
  }
  return Result.succeed(assignments)
}

const textOf = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value))

/** Refuses an edit after which the file could not be read any more as the policy that a project's file is as well. */
export const judgeEdited = (
  origin: ConfigOrigin,
  file: string,
  bytes: Uint8Array
): Result.Result<Uint8Array, ConfigFileSpoilt> => {
  const read = readConfigObject(file, bytes)
  const policy =
    origin === "project" ? Result.flatMap(read, (object) => decodeValue(ProjectPolicy, object)) : read
  return Result.mapBoth(policy, {
    onSuccess: () => bytes,
    onFailure: (problem) => new ConfigFileSpoilt({ file, problem })
  })
}

import * as Result from "effect/Result"
import { readObject } from "../json/decode.ts"
import { isJsonObject, type JsonObject } from "../json/value.ts"
import { limits } from "../limits.ts"
import { placeIn, readDocument, type Reading, type SettingsDocument } from "../settings/document.ts"
import { SettingsContainerWrong, SettingsKeyDuplicate, type SettingsProblem } from "../settings/errors.ts"
import { pointerOfKeys, valueOf, type TreeNode } from "../settings/tree.ts"

interface Twice {
  readonly keys: ReadonlyArray<string>
  readonly at: number
}

/** The first key that stands twice in one object. Recursive; depth is at most `limits.jsonDepth`. */
const twiceIn = (node: TreeNode | undefined, keys: ReadonlyArray<string>): Twice | undefined => {
  const seen = new Set<string>()
  for (const [index, { key, start, value }] of (node?.slots ?? []).entries()) {
    const below = [...keys, key ?? String(index)]
    if (key !== undefined && seen.has(key)) return { keys: below, at: start }
    seen.add(key ?? "")
    const found = value.slots.length === 0 ? undefined : twiceIn(value, below)
    if (found !== undefined) return found
  }
  return undefined
}

const judge = (reading: Reading): Result.Result<Reading, SettingsProblem> => {
  const { root } = reading.tree
  if (root !== undefined && root.kind !== "object")
    return Result.fail(
      new SettingsContainerWrong({ ...placeIn(reading, root.start), pointer: "", expected: "object" })
    )
  const twice = twiceIn(root, [])
  if (twice === undefined) return Result.succeed(reading)
  return Result.fail(
    new SettingsKeyDuplicate({
      ...placeIn(reading, twice.at),
      key: twice.keys.at(-1) ?? "",
      pointer: pointerOfKeys(twice.keys)
    })
  )
}

/**
 * Reads a configuration file as it stands: JSON, where comments and trailing commas are allowed, and a key that stands
 * twice in one object is refused, since readers disagree on which one counts. No file counts as an empty one.
 */
export const readConfig = (document: SettingsDocument): Result.Result<Reading, SettingsProblem> =>
  Result.flatMap(readDocument({ ...document, strict: false }), judge)

/** What a reading holds, `{}` where there is nothing yet. */
export const objectOf = ({ tree }: Pick<Reading, "tree">): JsonObject => {
  const value = tree.root === undefined ? {} : valueOf(tree.root)
  return isJsonObject(value) ? value : {}
}

/** What a strict reader met first may be a comment, which is none of the matter: then the place that is. */
const sayingWhere =
  (problem: SettingsProblem) =>
  (strict: string): string => {
    if (problem._tag !== "SettingsSyntaxInvalid") return strict
    const { column, found, line, offset } = problem
    const where = `at line ${line}, column ${column} (byte ${offset})`
    return strict.includes(where) ? strict : `Not valid JSON ${where}: ${found}`
  }

/**
 * The object that a configuration file holds; the failure is a sentence. Our own and strict files are read the quick way.
 * An empty file is a broken one: whoever wrote it was cut off.
 */
export const readConfigObject = (file: string, bytes: Uint8Array): Result.Result<JsonObject, string> => {
  const strict = readObject(bytes, limits.settingsBytes)
  if (Result.isSuccess(strict)) return strict
  const lenient = readConfig({ file, bytes, strict: false })
  if (Result.isFailure(lenient)) return Result.mapError(strict, sayingWhere(lenient.failure))
  return lenient.success.tree.root === undefined ? strict : Result.succeed(objectOf(lenient.success))
}

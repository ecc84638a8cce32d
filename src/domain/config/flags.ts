import * as Result from "effect/Result"
import type { JsonValue } from "../json/value.ts"
import { ConfigFlagMalformed, type ConfigFlagError } from "./errors.ts"
import { knownKey, type FederatedKeys, type KnownKey } from "./key.ts"
import type { ConfigLayer } from "./resolve.ts"
import { parseValue } from "./value.ts"

/** One `KEY=VALUE`, its value typed. */
export interface Assignment {
  readonly known: KnownKey
  readonly value: JsonValue
}

/** Reads `KEY=VALUE`; the value begins behind the first equals sign and may be empty. */
export const parseAssignment = (
  given: string,
  keys: FederatedKeys
): Result.Result<Assignment, ConfigFlagError> => {
  const equals = given.indexOf("=")
  if (equals < 1)
    return Result.fail(
      new ConfigFlagMalformed({ given, problem: equals === 0 ? "names no key" : "holds no equals sign" })
    )
  return Result.flatMap(knownKey(keys, given.slice(0, equals)), (known) =>
    Result.map(parseValue(known, given.slice(equals + 1)), (value) => ({ known, value }))
  )
}

/** Reads several; a key that is given twice is refused, since nobody can tell which is meant. */
export const parseAssignments = (
  given: ReadonlyArray<string>,
  keys: FederatedKeys
): Result.Result<ReadonlyArray<Assignment>, ConfigFlagError> => {
  const read = new Map<string, Assignment>()
  for (const one of given) {
    const assignment = parseAssignment(one, keys)
    if (Result.isFailure(assignment)) return Result.fail(assignment.failure)
    const { key } = assignment.success.known
    if (read.has(key))
      return Result.fail(new ConfigFlagMalformed({ given: one, problem: "gives its key a second time" }))
    read.set(key, assignment.success)
  }
  return Result.succeed([...read.values()])
}

/**
 * The layer that repeated `--set KEY=VALUE` make, the strongest of all; empty without any. `keys` are the federated
 * ones: values are typed by them. Fails with what is wrong with the first that is.
 */
export const flagLayer = (
  given: ReadonlyArray<string>,
  keys: FederatedKeys
): Result.Result<ConfigLayer, ConfigFlagError> =>
  Result.map(parseAssignments(given, keys), (assignments) => ({
    origin: "flag",
    file: "",
    document: Object.fromEntries(assignments.map(({ known, value }) => [known.key, value]))
  }))

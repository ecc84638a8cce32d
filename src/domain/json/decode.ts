import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { limits } from "../limits.ts"
import { canonicalValue } from "./canonicalText.ts"
import { readJson } from "./intake.ts"
import { isJsonObject, type JsonObject } from "./value.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const place = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }>): string =>
  path.map((part) => `/${String(typeof part === "object" ? part.key : part)}`).join("")

/** First fault of a decode as one line: pointer and what was expected; values are never quoted. */
export const firstIssue = (error: Schema.SchemaError): string => {
  const issue = format(error.issue).issues[0]
  return issue === undefined ? "it does not decode" : `${place(issue.path ?? []) || "/"}: ${issue.message}`
}

const asObject = (value: unknown): Result.Result<JsonObject, string> =>
  isJsonObject(value) ? Result.succeed(value) : Result.fail("it holds no JSON object")

const strictly = (bytes: Uint8Array, maxBytes: number): Result.Result<JsonObject, string> =>
  Result.flatMap(
    Result.mapError(readJson(bytes, { maxBytes, maxDepth: limits.jsonDepth }), (problem) => problem.message),
    ({ value }) => asObject(value)
  )

/** Reads one of our own small JSON files as an object; the failure is a sentence. */
export const readObject = (bytes: Uint8Array, maxBytes: number): Result.Result<JsonObject, string> => {
  const value = bytes.length > maxBytes ? undefined : canonicalValue(bytes, limits.jsonDepth)
  return value === undefined ? strictly(bytes, maxBytes) : asObject(value)
}

/** Decodes a value with a schema; the failure is a sentence with the pointer of the first fault. */
export const decodeValue = <A>(
  schema: Schema.ConstraintDecoder<A>,
  value: unknown
): Result.Result<A, string> => Result.mapError(Schema.decodeUnknownResult(schema)(value), firstIssue)

import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { JsonValue } from "../../json/value.ts"

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/**
 * JSON of another program, undefined when it is none. Unlike a manifest, what is read here decides nothing but what a
 * reviewer said, so that duplicate keys and half characters do not matter; nesting is not walked.
 */
export const parsed = (text: string): JsonValue | undefined =>
  Option.getOrUndefined(decode(text)) as JsonValue | undefined

import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

const place = { offset: Schema.Int, line: Schema.Int, column: Schema.Int }

const where = (at: { readonly offset: number; readonly line: number; readonly column: number }): string =>
  `at line ${at.line}, column ${at.column} (byte ${at.offset})`

/** Document is larger than the limit. Exit 4. Source: decisions "Numbers". */
export class JsonTooLarge extends Schema.TaggedError<JsonTooLarge>()("JsonTooLarge", {
  bytes: Schema.Int,
  maxBytes: Schema.Int
}) {
  override readonly [Runtime.errorExitCode] = 4
  override get message() {
    return `The document is ${this.bytes} bytes long, more than the ${this.maxBytes} bytes allowed`
  }
  get hints(): ReadonlyArray<string> {
    return ["Move long texts into files of the bundle and name those files instead"]
  }
}

/** Document is not UTF-8. `encoding` is what it looks like instead, `offset` the first offending byte. Exit 4. Source: cases U25. */
export class JsonEncodingRefused extends Schema.TaggedError<JsonEncodingRefused>()("JsonEncodingRefused", {
  encoding: Schema.Literals(["UTF-16LE", "UTF-16BE", "invalid UTF-8"]),
  offset: Schema.Int
}) {
  override readonly [Runtime.errorExitCode] = 4
  override get message() {
    return this.encoding === "invalid UTF-8"
      ? `The document is not valid UTF-8: byte ${this.offset} starts no character`
      : `The document is encoded as ${this.encoding}, only UTF-8 is read`
  }
  get hints(): ReadonlyArray<string> {
    return ["Save the file as UTF-8 and try again"]
  }
}

/** Document is not strict JSON. `found` says what stands there. Exit 4. */
export class JsonSyntaxInvalid extends Schema.TaggedError<JsonSyntaxInvalid>()("JsonSyntaxInvalid", {
  found: Schema.String,
  ...place
}) {
  override readonly [Runtime.errorExitCode] = 4
  override get message() {
    return `Not valid JSON ${where(this)}: ${this.found}`
  }
  get hints(): ReadonlyArray<string> {
    return ["Correct that place; comments, trailing commas, single quotes and NaN are not JSON"]
  }
}

/** Objects and arrays nest deeper than the limit; the place is the first bracket too many. Exit 4. Source: decisions "Numbers". */
export class JsonTooDeep extends Schema.TaggedError<JsonTooDeep>()("JsonTooDeep", {
  maxDepth: Schema.Int,
  ...place
}) {
  override readonly [Runtime.errorExitCode] = 4
  override get message() {
    return `Objects and arrays nest deeper than ${this.maxDepth} levels ${where(this)}`
  }
  get hints(): ReadonlyArray<string> {
    return ["Flatten the document"]
  }
}

/** One object names the same key twice; the place is the second one. Exit 4. Source: cases U27. */
export class JsonKeyDuplicate extends Schema.TaggedError<JsonKeyDuplicate>()("JsonKeyDuplicate", {
  key: Schema.String,
  ...place
}) {
  override readonly [Runtime.errorExitCode] = 4
  override get message() {
    return `The key ${JSON.stringify(this.key)} stands twice in one object, again ${where(this)}`
  }
  get hints(): ReadonlyArray<string> {
    return ["Keep one of the two; readers disagree on which one counts"]
  }
}

/** A string or key holds half of a surrogate pair, which no UTF-8 text can carry; the place is its escape. Exit 4. */
export class JsonSurrogateLone extends Schema.TaggedError<JsonSurrogateLone>()("JsonSurrogateLone", place) {
  override readonly [Runtime.errorExitCode] = 4
  override get message() {
    return `A string holds half of a surrogate pair ${where(this)}`
  }
  get hints(): ReadonlyArray<string> {
    return ["Write the whole character, or both halves of its escape"]
  }
}

/** Reasons why bytes are not read as JSON. Nothing was written by then. */
export type JsonProblem =
  JsonTooLarge | JsonEncodingRefused | JsonSyntaxInvalid | JsonTooDeep | JsonKeyDuplicate | JsonSurrogateLone

import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

const place = { file: Schema.String, offset: Schema.Int, line: Schema.Int, column: Schema.Int }

const where = (at: { readonly offset: number; readonly line: number; readonly column: number }): string =>
  `at line ${at.line}, column ${at.column} (byte ${at.offset})`

/** Settings file larger than `limits.settingsBytes`, now or after the edit. Untouched. Exit 4. */
export class SettingsTooLarge
  extends Schema.TaggedError<SettingsTooLarge>()("SettingsTooLarge", {
    file: Schema.String,
    bytes: Schema.Int,
    maxBytes: Schema.Int
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.file}\` takes ${this.bytes} bytes, more than the ${this.maxBytes} that are edited`
  }
  get hints() {
    return ["Name the settings file of the host; this one is far too large to be it"]
  }
}

/** Settings file that is not UTF-8, which would not survive decoding and encoding. Untouched. Exit 4. */
export class SettingsEncodingRefused
  extends Schema.TaggedError<SettingsEncodingRefused>()("SettingsEncodingRefused", {
    file: Schema.String,
    encoding: Schema.Literals(["UTF-16LE", "UTF-16BE", "invalid UTF-8"]),
    offset: Schema.Int
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return this.encoding === "invalid UTF-8"
      ? `\`${this.file}\` is not valid UTF-8: byte ${this.offset} starts no character`
      : `\`${this.file}\` is encoded as ${this.encoding}, only UTF-8 is edited`
  }
  get hints() {
    return ["Save the file as UTF-8 and try again"]
  }
}

/** Settings file that its host could not read. `found` never quotes the file. Untouched. Exit 4. Source: cases U01. */
export class SettingsSyntaxInvalid
  extends Schema.TaggedError<SettingsSyntaxInvalid>()("SettingsSyntaxInvalid", {
    ...place,
    found: Schema.String,
    strict: Schema.Boolean,
    /** Absent for JSON. */
    language: Schema.optionalKey(Schema.Literal("TOML"))
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.file}\` cannot be read as ${this.language ?? "JSON"} ${where(this)}: ${this.found}`
  }
  get hints() {
    if (this.language !== undefined) return ["Correct that place"]
    return this.strict
      ? ["Correct that place; this host reads strict JSON, without comments and trailing commas"]
      : ["Correct that place; comments and trailing commas are allowed, other extensions are not"]
  }
}

/** Settings file nested deeper than `limits.jsonDepth`, now or after the edit; the place is the bracket too many. Untouched. Exit 4. */
export class SettingsTooDeep
  extends Schema.TaggedError<SettingsTooDeep>()("SettingsTooDeep", { ...place, maxDepth: Schema.Int })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.file}\` nests deeper than ${this.maxDepth} levels ${where(this)}`
  }
  get hints() {
    return ["Flatten the file"]
  }
}

/** A key that the edit has to go through stands twice; the place is the second one. Untouched. Exit 4. */
export class SettingsKeyDuplicate
  extends Schema.TaggedError<SettingsKeyDuplicate>()("SettingsKeyDuplicate", {
    ...place,
    key: Schema.String,
    pointer: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.file}\` has the key ${JSON.stringify(this.key)} twice in one object, again ${where(this)}`
  }
  get hints() {
    return ["Keep one of the two; readers disagree on which one counts"]
  }
}

/** A container that the edit has to go through holds something else. Untouched. Exit 4. */
export class SettingsContainerWrong
  extends Schema.TaggedError<SettingsContainerWrong>()("SettingsContainerWrong", {
    ...place,
    /** RFC 6901; empty for the whole document. */
    pointer: Schema.String,
    expected: Schema.Literals(["object", "array"])
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const what = this.pointer === "" ? "the document" : `\`${this.pointer}\``
    return `\`${this.file}\`: ${what} is no ${this.expected}, ${where(this)}`
  }
  get hints() {
    return ["Correct that place as the host documents it, or name another file"]
  }
}

/** Entries whose name somebody else's have in the file already, with another value. Untouched. Exit 4. */
export class SettingsCollision
  extends Schema.TaggedError<SettingsCollision>()("SettingsCollision", {
    file: Schema.String,
    /** Names of the servers, or places of the entries, in the order of the request; never empty. */
    names: Schema.Array(Schema.String),
    pointers: Schema.Array(Schema.String),
    /** Not all of them are servers. */
    mixed: Schema.optionalKey(Schema.Literal(true))
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const quoted = (texts: ReadonlyArray<string>): string => texts.map((text) => `\`${text}\``).join(", ")
    return this.mixed === undefined
      ? `\`${this.file}\` has another MCP server named ${quoted(this.names)}`
      : `\`${this.file}\` holds something else at ${quoted(this.pointers)}`
  }
  get hints() {
    return this.mixed === undefined
      ? ["Rename or remove that server, or install without `--wire` for this file"]
      : ["Take it out of the file, or leave it: nothing is put over it"]
  }
}

/** Entry that cannot stand in a file of this format. Untouched. Exit 4. */
export class SettingsEntryUnfit
  extends Schema.TaggedError<SettingsEntryUnfit>()("SettingsEntryUnfit", {
    file: Schema.String,
    kind: Schema.String,
    /** A clause without a period. */
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.file}\` takes no such ${this.kind}: ${this.reason}`
  }
  get hints() {
    return ["Name another file"]
  }
}

/** What a block would define, a TOML document has already, or it would fall into a table of it. Untouched. Exit 4. */
export class SettingsNameTaken
  extends Schema.TaggedError<SettingsNameTaken>()("SettingsNameTaken", {
    file: Schema.String,
    /** Dotted, as the document or the block writes it. */
    name: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.file}\` has \`${this.name}\` already, which cannot be defined again`
  }
  get hints() {
    return ["Take it out of the file, or set there what is missing"]
  }
}

/** Reasons why a settings file is not edited. Nothing was changed. */
export type SettingsProblem =
  | SettingsTooLarge
  | SettingsEncodingRefused
  | SettingsSyntaxInvalid
  | SettingsTooDeep
  | SettingsKeyDuplicate
  | SettingsContainerWrong
  | SettingsCollision
  | SettingsEntryUnfit
  | SettingsNameTaken

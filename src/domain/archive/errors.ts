import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** Why bytes are no archive that can be read. */
export const BreakRule = Schema.Literals([
  "not-gzip",
  "gzip-header",
  "truncated",
  "corrupt",
  "second-member",
  "trailing",
  "not-tar",
  "header",
  "changed"
])
export type BreakRule = typeof BreakRule.Type

/** What is wrong with an archive's bytes, to be told with its name. */
export interface ArchiveFault {
  readonly rule: BreakRule
  /** A clause, to follow `because`. */
  readonly reason: string
}

/** The bytes are no whole gzip-compressed tar archive, or changed while they were read. Nothing was installed. Exit 4. */
export class ArchiveBroken
  extends Schema.TaggedError<ArchiveBroken>()("ArchiveBroken", {
    archive: Schema.String,
    rule: BreakRule,
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The archive \`${visible(this.archive)}\` cannot be read: ${this.reason}`
  }
  get hints() {
    return [
      "Fetch the archive again, or make it again with `tar -czf ID.tgz -C FOLDER .`",
      "`gzip -t` tells whether it arrived whole"
    ]
  }
}

/** An archive passed a bound while it was read, and was read no further. Nothing was installed. Exit 4. */
export class ArchiveTooLarge
  extends Schema.TaggedError<ArchiveTooLarge>()("ArchiveTooLarge", {
    archive: Schema.String,
    /** The bound's name. */
    limit: Schema.Literals(["archive", "ratio", "size", "entries", "header", "names"]),
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The archive \`${visible(this.archive)}\` ${this.reason}`
  }
  get hints() {
    return ["Take generated and large files out of the archive; if it is not yours, do not trust it"]
  }
}

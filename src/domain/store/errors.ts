import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** The store holds no such bundle. Exit 4. */
export class BundleMissing
  extends Schema.TaggedError<BundleMissing>()("BundleMissing", {
    contentHash: Schema.String,
    path: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The bundle \`${this.path}\` is gone`
  }
  get hints() {
    return [
      "Run `gsd capability update ID` to fetch it again",
      "`gsd capability rollback ID` goes back to a kept generation"
    ]
  }
}

/** Bytes in the store, or in a fetched artifact, do not hash to what was recorded or declared. Never retried. Exit 4. */
export class IntegrityMismatch
  extends Schema.TaggedError<IntegrityMismatch>()("IntegrityMismatch", {
    subject: Schema.String,
    expected: Schema.String,
    actual: Schema.String,
    files: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const files =
      this.files.length === 0
        ? ""
        : ` (${this.files
            .slice(0, 5)
            .map((one) => `\`${one}\``)
            .join(", ")}${this.files.length > 5 ? `, ${this.files.length - 5} more` : ""})`
    return `Integrity of \`${this.subject}\` does not match: expected \`${this.expected}\`, found \`${this.actual}\`${files}`
  }
  get hints() {
    return [
      "The bytes changed after they were recorded; nothing of them was run",
      "Run `gsd capability update ID` to fetch them again"
    ]
  }
}

/** Something in a source cannot be part of a bundle. Nothing was installed. Exit 4. */
export class BundleRefused
  extends Schema.TaggedError<BundleRefused>()("BundleRefused", {
    path: Schema.String,
    rule: Schema.String,
    reason: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` cannot be part of a bundle: ${this.reason}`
  }
  get hints() {
    return [this.hint]
  }
}

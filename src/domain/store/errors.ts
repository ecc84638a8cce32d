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
    /** Where the bytes are: what was stored, or what was just fetched. */
    origin: Schema.Literals(["store", "source"]),
    expected: Schema.String,
    /** What was found in place of the expected hash; absent when single files tell. */
    actual: Schema.optionalKey(Schema.String),
    files: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const start = `Integrity of \`${this.subject}\` does not match`
    const names = this.files.slice(0, 5).map((one) => `\`${one}\``)
    const files = [...names, ...(this.files.length > 5 ? [`${this.files.length - 5} more`] : [])].join(", ")
    if (this.actual === undefined) return `${start} what was recorded: ${files}`
    const found = `${start}: expected \`${this.expected}\`, found \`${this.actual}\``
    return files === "" ? found : `${found} (${files})`
  }
  get hints() {
    if (this.origin === "source")
      return [
        "The source holds other bytes than the digest names; nothing was installed",
        "`gsd capability plan SPEC --json` shows the `contentHash` of what it holds; pin that only if you trust it"
      ]
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

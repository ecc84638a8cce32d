import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** A file that the product brings along cannot be read. Exit 1. */
export class ProductFileMissing
  extends Schema.TaggedError<ProductFileMissing>()("ProductFileMissing", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${this.path}\` of gsd itself cannot be read: ${this.problem}`
  }
  get hints() {
    return ["Install gsd again: its package is not complete"]
  }
}

/** A file of a capability cannot be used. Exit 1. */
export class CapabilityFileUnreadable
  extends Schema.TaggedError<CapabilityFileUnreadable>()("CapabilityFileUnreadable", {
    capability: Schema.String,
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    const file = this.path === "" ? "The files" : `\`${this.path}\``
    return `${file} of \`${this.capability}\` cannot be used: ${this.problem}`
  }
  get hints() {
    return [`See what is wrong with it: gsd capability verify ${this.capability}`]
  }
}

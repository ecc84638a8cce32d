import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** A path of a bundle cannot stand on every supported system; nothing was written. Exit 4. */
export class PathNotPortable
  extends Schema.TaggedError<PathNotPortable>()("PathNotPortable", {
    path: Schema.String,
    /** The part of the path that offends. */
    name: Schema.String,
    /** The sentence of the rule, from `pathRules`. */
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const where = this.name === this.path ? "" : ` in \`${visible(this.path)}\``
    return `\`${visible(this.name)}\`${where} ${this.problem}`
  }
  get hints() {
    return ["Rename it in the capability's source; the name has to work on Linux, macOS and Windows"]
  }
}

/** Two paths of a bundle are one on a case-blind system, or a file stands where a folder is needed. Exit 4. */
export class NamesCollide
  extends Schema.TaggedError<NamesCollide>()("NamesCollide", {
    first: Schema.String,
    second: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${visible(this.first)}\` and \`${visible(this.second)}\` cannot stand side by side on every system`
  }
  get hints() {
    return [
      "Rename one of them in the capability's source; names that differ only in case are one name on macOS"
    ]
  }
}

/** The manifest's own `integrity` fits neither the bundle nor its archive; nothing was written. Exit 4. */
export class ManifestIntegrityMismatch
  extends Schema.TaggedError<ManifestIntegrityMismatch>()("ManifestIntegrityMismatch", {
    declared: Schema.String,
    /** Hash of these bytes, as `integrityOf` makes it. */
    actual: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The manifest declares the integrity \`${visible(this.declared)}\`, and these bytes have \`${this.actual}\``
  }
  get hints() {
    return [
      "Fetch the capability again; if it stays so, its author changed files after computing it",
      "As its author, compute the member again or leave it out"
    ]
  }
}

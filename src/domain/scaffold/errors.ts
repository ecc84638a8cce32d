import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { ManifestFault } from "../install/errors.ts"

/** A capability of this id would not be valid; nothing was written. Exit 4. */
export class ScaffoldRefused
  extends Schema.TaggedError<ScaffoldRefused>()("ScaffoldRefused", {
    id: Schema.String,
    problems: Schema.NonEmptyArray(ManifestFault)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `No capability can have the id \`${this.id}\`: ${this.problems[0].message}`
  }
  get hints() {
    return [...this.problems.map(({ hint }) => hint), "Without ID the folder's own name is the id"]
  }
}

/** Something stands where a file of the scaffold would; nothing was written. Exit 4. */
export class ScaffoldBlocked
  extends Schema.TaggedError<ScaffoldBlocked>()("ScaffoldBlocked", {
    folder: Schema.String,
    /** What is there, relative to the folder; never empty. */
    paths: Schema.NonEmptyArray(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const names = this.paths.map((path) => `\`${path}\``).join(", ")
    return `\`${this.folder}\` already has ${names}, and nothing is overwritten`
  }
  get hints() {
    return ["Choose another id or `--directory DIR`, or move what is there away"]
  }
}

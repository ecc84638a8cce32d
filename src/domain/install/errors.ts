import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** The source holds no `capability.json`. Exit 4. */
export class ManifestMissing
  extends Schema.TaggedError<ManifestMissing>()("ManifestMissing", {
    path: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` is missing`
  }
  get hints() {
    return ["Give the folder that holds `capability.json`, not one above or below it"]
  }
}

/** The manifest's bytes are no JSON that may be trusted. Exit 4. */
export class ManifestUnreadable
  extends Schema.TaggedError<ManifestUnreadable>()("ManifestUnreadable", {
    path: Schema.String,
    /** Tag of the JSON problem. */
    problem: Schema.String,
    reason: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\`: ${this.reason}`
  }
  get hints() {
    return [this.hint]
  }
}

/** A fault of a manifest, in an error. */
export const ManifestFault = Schema.Struct({
  rule: Schema.String,
  severity: Schema.Literals(["error", "warning"]),
  pointer: Schema.String,
  message: Schema.String,
  hint: Schema.String
})
export type ManifestFault = typeof ManifestFault.Type

/** The manifest breaks rules; nothing was installed. Exit 4. */
export class ManifestInvalid
  extends Schema.TaggedError<ManifestInvalid>()("ManifestInvalid", {
    path: Schema.String,
    problems: Schema.Array(ManifestFault)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const errors = this.problems.filter((one) => one.severity === "error")
    const first = errors[0]
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ""
    return first === undefined
      ? `\`${this.path}\` is invalid`
      : `\`${this.path}\` is invalid at \`${first.pointer === "" ? "/" : first.pointer}\`: ${first.message}${more}`
  }
  get hints() {
    return this.problems
      .filter((one) => one.severity === "error")
      .slice(0, 10)
      .map((one) => `\`${one.pointer === "" ? "/" : one.pointer}\` (${one.rule}): ${one.hint}`)
  }
}

/** `engines.gsd` does not admit this engine; nothing was installed. Exit 4. */
export class EngineIncompatible
  extends Schema.TaggedError<EngineIncompatible>()("EngineIncompatible", {
    id: Schema.String,
    range: Schema.String,
    version: Schema.String,
    /** Newest version of the capability that its `compatVersions` names for this engine. */
    compatible: Schema.optionalKey(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const named =
      this.compatible === undefined
        ? ""
        : `; its \`compatVersions\` names \`${this.compatible}\` for this one`
    return `\`${this.id}\` needs \`engines.gsd\` \`${this.range}\`, and this gsd implements \`${this.version}\`${named}`
  }
  get hints() {
    return this.compatible === undefined
      ? ["Use a version of the capability made for this gsd, or another gsd"]
      : [`Install version ${this.compatible} from where its author keeps it, or use another gsd`]
  }
}

/** The id is installed from elsewhere. Exit 4. */
export class SourceDiffers
  extends Schema.TaggedError<SourceDiffers>()("SourceDiffers", {
    id: Schema.String,
    installed: Schema.String,
    given: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.id}\` is installed from \`${this.installed}\`, and this is \`${this.given}\``
  }
  get hints() {
    return ["Pass `--replace` if this source shall take its place"]
  }
}

/** The version is lower than the active one, or the bytes are those of an older generation. Exit 4. */
export class DowngradeRefused
  extends Schema.TaggedError<DowngradeRefused>()("DowngradeRefused", {
    id: Schema.String,
    installed: Schema.String,
    given: Schema.String,
    /** The older kept generation whose bytes these are, when they are one's. */
    generation: Schema.optionalKey(Schema.Int)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return this.generation === undefined
      ? `\`${this.id}\` ${this.installed} is installed, and ${this.given} is lower`
      : `\`${this.id}\` ${this.installed} is installed, and these bytes are its older generation ${this.generation}`
  }
  get hints() {
    return ["`gsd capability rollback ID` goes back to a kept generation", "Or pass `--allow-downgrade`"]
  }
}

/** Installed capabilities require it; nothing was removed. Exit 4. */
export class StillRequired
  extends Schema.TaggedError<StillRequired>()("StillRequired", {
    id: Schema.String,
    /** Ids of those that require it, directly or through each other, ascending. */
    dependants: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const names = this.dependants.map((one) => `\`${one}\``).join(", ")
    return `\`${this.id}\` is required by ${names}`
  }
  get hints() {
    return [
      `\`gsd capability remove ${this.id} --cascade\` removes ${this.dependants.length === 1 ? "it" : "them"} as well; with \`--dry-run\` it only says what would go`
    ]
  }
}

/** The capability is pinned, and what was asked for is no exact version; nothing was changed. Exit 4. */
export class Pinned
  extends Schema.TaggedError<Pinned>()("Pinned", {
    id: Schema.String,
    /** Version or commit it is pinned at. */
    pin: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.id}\` is pinned at \`${this.pin}\``
  }
  get hints() {
    return [
      `\`gsd capability unpin ${this.id}\` lets it be updated again`,
      "`gsd capability install SPEC` with an exact version, tag or commit moves the pin there"
    ]
  }
}

/** The source to update from holds another capability now. Exit 4. */
export class IdDiffers
  extends Schema.TaggedError<IdDiffers>()("IdDiffers", {
    expected: Schema.String,
    found: Schema.String,
    source: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.source}\` holds \`${this.found}\`, not \`${this.expected}\``
  }
  get hints() {
    return ["Install it under its own id with `gsd capability install`"]
  }
}

import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** The forms that there are, for whoever typed another one. */
export const sourceForms: ReadonlyArray<string> = [
  "A local folder or `.tgz`: `./path`, `../path` or an absolute path",
  "A git repository: `https://host/repo.git#tag:v1`, `#branch:main` or `#sha:<40 hex digits>`, `ssh://git@host/repo.git`, `git+https://host/repo`, `github:owner/repo`; a folder in it: `#tag:v1&path:sub/folder`",
  "An npm package: `npm:name`, `npm:@scope/name@^1.2`",
  "An archive: `https://host/name.tgz`",
  "A registry that was added: `id@registry`, `id@registry#1.2.0`"
]

/** The source spec is of no known form. The spec is escaped, and without what may be a credential. Exit 2. */
export class SourceUnknown
  extends Schema.TaggedError<SourceUnknown>()("SourceUnknown", {
    spec: Schema.String,
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return `\`${this.spec}\` is no source that can be installed from: ${this.reason}`
  }
  get hints() {
    return sourceForms
  }
}

/** Nothing stands at the source, or it is neither folder nor archive. Exit 6. */
export class SourceMissing
  extends Schema.TaggedError<SourceMissing>()("SourceMissing", {
    path: Schema.String,
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `The source \`${this.path}\` ${this.reason}`
  }
  get hints() {
    return ["Give the folder that holds `capability.json`, or a `.tgz` archive of it"]
  }
}

/** What a source does not offer, such as a ref, a package or a version. Exit 6. */
export class SourceNotFound
  extends Schema.TaggedError<SourceNotFound>()("SourceNotFound", {
    /** Canonical, without credentials. */
    source: Schema.String,
    /** A clause, to follow the source: `has no tag \`v1\``. */
    reason: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `\`${visible(this.source)}\` ${this.reason}`
  }
  get hints() {
    return [this.hint]
  }
}

/** Which rule a source broke; one word per refusal, so that programs can tell them apart. */
export const SourceRule = Schema.Literals([
  "ambiguous-ref",
  "moved-ref",
  "submodule",
  "lfs-pointer",
  "undeclared-dependency",
  "npm-integrity",
  "npm-registry",
  "too-young",
  "yanked",
  "no-version",
  "no-artifact",
  "unsigned"
])
export type SourceRule = typeof SourceRule.Type

/** A source was reached, and what it offers is not taken. Nothing was installed. Exit 4. */
export class SourceRefused
  extends Schema.TaggedError<SourceRefused>()("SourceRefused", {
    source: Schema.String,
    rule: SourceRule,
    /** A clause, to follow the source. */
    reason: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${visible(this.source)}\` ${this.reason}`
  }
  get hints() {
    return [this.hint]
  }
}

/** A source could not be asked: its server, its program or the network failed. Exit 1. */
export class SourceUnreachable
  extends Schema.TaggedError<SourceUnreachable>()("SourceUnreachable", {
    source: Schema.String,
    /** A clause, to follow the source. */
    reason: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${visible(this.source)}\` ${this.reason}`
  }
  get hints() {
    return [this.hint]
  }
}

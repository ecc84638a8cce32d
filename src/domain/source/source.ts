import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** Where a capability comes from. Issue by issue this union grows; each kind has one adapter. */
export type Source =
  /** A folder. */
  | LocalPath<"local">
  /** A file that holds one, packed. */
  | LocalPath<"archive">

interface LocalPath<K extends string> {
  readonly kind: K
  /** As given; made absolute and real by the adapter. */
  readonly path: string
}

/** The source spec is of no known form. Exit 2. */
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
    return [
      "A local folder: `./path/to/capability`, `../capability` or an absolute path",
      "A local archive: the same, with a name that ends in `.tgz` or `.tar.gz`"
    ]
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

const remote = /^(?:[a-z][a-z0-9+.-]*:|git@)/iu
const drive = /^[A-Za-z]:[\\/]/u

const archiveEnding = /[^/\\]\.(?:tgz|tar\.gz)$/iu

/** Tells whether a path is named like an archive that can be installed. */
export const isArchiveName = (path: string): boolean => archiveEnding.test(path)

/**
 * Reads a source spec. A path that ends in `.tgz` or `.tar.gz` means an archive, any other a folder; a folder of such a
 * name is one all the same, which only the resolver can see.
 */
export const parseSource = (spec: string): Result.Result<Source, SourceUnknown> => {
  if (spec.trim() === "") return Result.fail(new SourceUnknown({ spec, reason: "it is empty" }))
  if (spec.startsWith("-")) return Result.fail(new SourceUnknown({ spec, reason: "it reads like an option" }))
  if (/[\0\n\r]/u.test(spec))
    return Result.fail(new SourceUnknown({ spec, reason: "it holds a control character" }))
  if (remote.test(spec) && !drive.test(spec))
    return Result.fail(
      new SourceUnknown({ spec, reason: "only local folders and archives are supported so far" })
    )
  return Result.succeed({ kind: isArchiveName(spec) ? "archive" : "local", path: spec })
}

/** The word under which a policy allows the source: `local`, `npm`, a host or a registry's name. */
export const policyWord = (_source: Source): string => "local"

/** The source as the consent subject names it: without credentials, and for a local folder or archive the word `local`. */
export const consentSource = (_source: Source): string => "local"

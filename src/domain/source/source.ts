import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** Where a capability comes from. Issue by issue this union grows; each kind has one adapter. */
export type Source = {
  readonly kind: "local"
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
    return ["A local folder: `./path/to/capability`, `../capability` or an absolute path"]
  }
}

/** Nothing stands at the source, or it is no folder. Exit 6. */
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
    return ["Give the folder that holds `capability.json`"]
  }
}

const remote = /^(?:[a-z][a-z0-9+.-]*:|git@)/iu
const drive = /^[A-Za-z]:[\\/]/u

/** Reads a source spec. A bare word is a folder of that name only with a path separator in it, or `.`/`..`. */
export const parseSource = (spec: string): Result.Result<Source, SourceUnknown> => {
  if (spec.trim() === "") return Result.fail(new SourceUnknown({ spec, reason: "it is empty" }))
  if (spec.startsWith("-")) return Result.fail(new SourceUnknown({ spec, reason: "it reads like an option" }))
  if (/[\0\n\r]/u.test(spec))
    return Result.fail(new SourceUnknown({ spec, reason: "it holds a control character" }))
  if (remote.test(spec) && !drive.test(spec))
    return Result.fail(new SourceUnknown({ spec, reason: "only local folders are supported so far" }))
  return Result.succeed({ kind: "local", path: spec })
}

/** The word under which a policy allows the source: `local`, `npm`, a host or a registry's name. */
export const policyWord = (_source: Source): string => "local"

/** The source as the consent subject names it: without credentials, and for a local folder the word `local`. */
export const consentSource = (_source: Source): string => "local"

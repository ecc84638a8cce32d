import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** A text or file is no key that can be used. Exit 2. */
export class KeyUnusable
  extends Schema.TaggedError<KeyUnusable>()("KeyUnusable", {
    /** The file, or what the key was given as; never the key. */
    key: Schema.String,
    /** A clause, to follow the key. */
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return `\`${visible(this.key)}\` ${visible(this.reason)}`
  }
  get hints() {
    return [
      "`openssl genpkey -algorithm ed25519 -out key.pem` makes a private key",
      "`openssl pkey -in key.pem -pubout` prints the public one"
    ]
  }
}

/** The policy requires signatures, and the source is of a kind that has none. Nothing was asked. Exit 4. */
export class SignatureRequired
  extends Schema.TaggedError<SignatureRequired>()("SignatureRequired", {
    /** Canonical, without credentials. */
    source: Schema.String,
    kind: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The policy requires signatures, and nobody can sign \`${visible(this.source)}\`: it is of the kind ${this.kind}`
  }
  get hints() {
    return [
      "Install it from a registry that was added with its public key, `ID@REGISTRY`, or from a folder of your own",
      "Or set `signatures` to `optional` in `policy.json`"
    ]
  }
}

/** Which rule stood against an index. */
export const IndexRule = Schema.Literals([
  "directory",
  "name",
  "old-index",
  "old-keys",
  "no-bundles",
  "version-twice",
  "version-changed",
  "yank"
])
export type IndexRule = typeof IndexRule.Type

/** An index is not written: something in the folder, or in what was asked, stands against it. Nothing was changed. Exit 4. */
export class IndexRefused
  extends Schema.TaggedError<IndexRefused>()("IndexRefused", {
    subject: Schema.String,
    rule: IndexRule,
    /** A clause, to follow the subject. */
    reason: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${visible(this.subject)}\` ${this.reason}`
  }
  get hints() {
    return [this.hint]
  }
}

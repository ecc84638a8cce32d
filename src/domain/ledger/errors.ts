import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { elsewhereHints, exitCode, type Hinted } from "../hinted.ts"

/** The ledger cannot be read; it is left as it is, and nothing is written. Exit 4. */
export class LedgerCorrupt
  extends Schema.TaggedError<LedgerCorrupt>()("LedgerCorrupt", {
    path: Schema.String,
    problem: Schema.String,
    /** Folder of a transaction that waits for this ledger, when there is one. */
    pending: Schema.optionalKey(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The ledger \`${this.path}\` cannot be read: ${this.problem}`
  }
  get hints() {
    const pending =
      this.pending === undefined ? [] : [`An unfinished transaction waits in \`${this.pending}\`; keep it`]
    return [
      "The file was left untouched; put a good copy of it back",
      "`gsd doctor --rebuild` reconstructs entries from the store, the audit log and the disk",
      ...pending
    ]
  }
}

/** A newer gsd wrote the ledger; this one only reads what it knows, and writes nothing. Exit 4. */
export class LedgerTooNew
  extends Schema.TaggedError<LedgerTooNew>()("LedgerTooNew", {
    path: Schema.String,
    version: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The ledger \`${this.path}\` has version \`${this.version}\`, newer than this gsd understands`
  }
  get hints() {
    return ["Upgrade gsd and run the command again"]
  }
}

/** No capability of this id is installed in the scope. Exit 6. */
export class NotInstalled
  extends Schema.TaggedError<NotInstalled>()("NotInstalled", {
    id: Schema.String,
    scope: Schema.String,
    similar: Schema.Array(Schema.String),
    /** The other scope that counts here, when it is installed there. */
    elsewhere: Schema.optionalKey(Schema.Literals(["global", "project"]))
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `No capability \`${this.id}\` is installed in ${this.scope} scope`
  }
  get hints() {
    const similar = this.similar.map((id) => `Did you mean \`${id}\`?`)
    return [...elsewhereHints(this), ...similar, "`gsd capability list` shows what is installed"]
  }
}

/** The generation asked for is not kept. Exit 6. */
export class GenerationNotKept
  extends Schema.TaggedError<GenerationNotKept>()("GenerationNotKept", {
    id: Schema.String,
    asked: Schema.optionalKey(Schema.Int),
    active: Schema.Int,
    kept: Schema.Array(Schema.Int)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return this.asked === undefined
      ? `\`${this.id}\` has no generation before the active one (${this.active})`
      : `\`${this.id}\` keeps no generation ${this.asked}`
  }
  get hints() {
    return [
      `Kept generations: ${this.kept.join(", ")}`,
      "Install the version you want from its source with `--allow-downgrade`"
    ]
  }
}

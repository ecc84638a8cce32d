import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** What should be the ledger of the public system cannot be read as one; it is not touched. Exit 4. */
export class PublicLedgerUnusable
  extends Schema.TaggedError<PublicLedgerUnusable>()("PublicLedgerUnusable", {
    path: Schema.String,
    /** A clause, to follow the path. */
    problem: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` is no ledger that can be adopted from: ${visible(this.problem)}`
  }
  get hints() {
    return [this.hint]
  }
}

/** One capability of the public system is not taken over; nothing of it was changed. Exit 4. */
export class AdoptionRefused
  extends Schema.TaggedError<AdoptionRefused>()("AdoptionRefused", {
    id: Schema.String,
    /** A clause, to follow the id. */
    reason: Schema.String,
    hint: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${visible(this.id)}\` is not adopted: ${visible(this.reason)}`
  }
  get hints() {
    return [this.hint]
  }
}

/** The public system's ledger names no capability of this id. Exit 6. */
export class NotRecorded
  extends Schema.TaggedError<NotRecorded>()("NotRecorded", {
    id: Schema.String,
    ledger: Schema.String,
    similar: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `\`${visible(this.id)}\` is not recorded in \`${this.ledger}\``
  }
  get hints() {
    const near = this.similar.map((one) => `Did you mean \`${one}\`?`)
    return [...near, "`gsd capability adopt` without an id lists what is"]
  }
}

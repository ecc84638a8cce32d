import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** The recorded state changed between what was shown and the commit; nothing was changed. Exit 5. */
export class StateChanged
  extends Schema.TaggedError<StateChanged>()("StateChanged", {
    id: Schema.String,
    what: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.busy
  override get message() {
    return `The state of \`${this.id}\` changed while this command ran: ${this.what}`
  }
  get hints() {
    return ["Run the command again; it will show what it finds now"]
  }
}

/** Somebody kept writing a file that was to be edited; everything else was undone. Exit 5. */
export class ConcurrentEdit
  extends Schema.TaggedError<ConcurrentEdit>()("ConcurrentEdit", {
    path: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.busy
  override get message() {
    return `\`${this.path}\` was written by another program while this command edited it`
  }
  get hints() {
    return ["Close the program that writes it, or wait a moment, and run the command again"]
  }
}

/** A ledger, journal or consent store would become larger than is read of one again; nothing was changed. Exit 4. */
export class RecordTooLarge
  extends Schema.TaggedError<RecordTooLarge>()("RecordTooLarge", {
    path: Schema.String,
    bytes: Schema.Int,
    maxBytes: Schema.Int
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${this.path}\` would take ${this.bytes} bytes, more than the ${this.maxBytes} that are read of it`
  }
  get hints() {
    return [
      "Every path of a bundle is recorded: install one with fewer files or shorter paths",
      "`gsd capability remove ID` makes room"
    ]
  }
}

/** An unfinished transaction cannot be recovered before its ledger is readable again. Exit 4. */
export class RecoveryBlocked
  extends Schema.TaggedError<RecoveryBlocked>()("RecoveryBlocked", {
    ledger: Schema.String,
    transaction: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The transaction \`${this.transaction}\` was interrupted, and its ledger \`${this.ledger}\` cannot be read`
  }
  get hints() {
    return [
      "Put a good copy of the ledger back; keep the transaction's folder",
      "`gsd doctor --rebuild` reconstructs a ledger"
    ]
  }
}

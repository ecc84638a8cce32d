import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** A rebuild was asked for of a ledger that can be read; it would only lose what that one knows. Exit 4. */
export class LedgerNotBroken
  extends Schema.TaggedError<LedgerNotBroken>()("LedgerNotBroken", { path: Schema.String })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The ledger \`${this.path}\` can be read, so there is nothing to rebuild`
  }
  get hints() {
    return ["`gsd doctor` says what else is wrong, and `gsd doctor --fix` mends what it can"]
  }
}

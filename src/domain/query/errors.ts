import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** No query of this name. Exit 6. */
export class QueryUnknown
  extends Schema.TaggedError<QueryUnknown>()("QueryUnknown", {
    query: Schema.String,
    nearest: Schema.optionalKey(Schema.String),
    queries: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `There is no query \`${this.query}\``
  }
  get hints() {
    return [
      ...(this.nearest === undefined ? [] : [`Did you mean \`${this.nearest}\`?`]),
      `The queries are ${this.queries.map((name) => `\`${name}\``).join(", ")}`,
      "See `gsd query --list`"
    ]
  }
}

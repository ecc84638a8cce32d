import * as Schema from "effect/Schema"
import { about, Text } from "./primitives.ts"

const SupportedRuntime = Schema.String.check(
  Schema.isPattern(/^(?!(?:constructor|prototype)$)(?:\*|[a-z][a-z0-9-]*)$/u, {
    message: "must be a runtime's kebab-case id, or `*` alone"
  })
)

const UnsupportedRuntime = Schema.String.check(
  Schema.isPattern(/^(?!(?:constructor|prototype)$)[a-z][a-z0-9-]*$/u, {
    message: "must be a runtime's kebab-case id"
  })
)

/** Host runtimes a feature can surface through. Wildcards and keys of `notes` are checked by rules. Source: seed 000, envelope. */
export const RuntimeCompat = Schema.Struct({
  supported: Schema.NonEmptyArray(SupportedRuntime).pipe(about("Ids of runtimes, or `*` alone for all")),
  unsupported: Schema.Array(UnsupportedRuntime).pipe(about("Ids of runtimes it does not work with")),
  notes: Schema.optionalKey(Schema.Record(Schema.String, Text)).pipe(about("Remarks by runtime id or `*`"))
}).annotate({ identifier: "RuntimeCompat", description: "Host runtimes this capability supports" })

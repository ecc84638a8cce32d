import * as Effect from "effect/Effect"
import { canonicalOf } from "../../domain/source/canonical.ts"
import { SourceUnreachable } from "../../domain/source/errors.ts"
import type { Source } from "../../domain/source/source.ts"
import type { Adapter } from "./adapter.ts"

const missing = (source: Source) =>
  Effect.fail(new SourceUnreachable({ source: canonicalOf(source), reason: "has no adapter yet", hint: "" }))

/** Being written. */
export const npmAdapter: Adapter<"npm"> = {
  resolve: missing,
  fetch: ({ resolved }) => missing(resolved.source)
}

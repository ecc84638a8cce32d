import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { RenderedPoint } from "../domain/loop/hook.ts"
import type { Common } from "./common.ts"
import { jsonText } from "./render/json.ts"
import { warningLines } from "./render/view.ts"
import { Screen } from "./Screen.ts"

/** Prints what is in force at a point; as text, its warnings go to stderr beside it. */
export const printRendered = Effect.fnUntraced(function* (
  { json }: Pick<Common, "json">,
  rendered: RenderedPoint
) {
  if (json) return yield* Console.log(jsonText(rendered))
  const { err } = yield* Screen
  // Markdown as it was made: what is hidden in it is escaped already.
  yield* Console.log(rendered.rendered)
  const lines = warningLines(rendered.warnings, yield* err)
  if (lines.length > 0) yield* Console.error(lines.join("\n"))
})

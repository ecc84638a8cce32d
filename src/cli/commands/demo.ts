import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"

/** `gsd demo`. */
export const demo = Command.make(
  "demo",
  {},
  Effect.fnUntraced(function* () {})
).pipe(Command.withDescription("Walk through all of it in a throwaway home"))

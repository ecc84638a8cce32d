import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { globalScope, GsdLive, list } from "gsd-engine"

const program = Effect.gen(function* () {
  const rows = yield* list(globalScope)
  for (const { id, version, status } of rows) yield* Console.log(`${id} ${version} ${status}`)
})

await Effect.runPromise(Effect.provide(program, GsdLive))

import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { consentGateFixed, engineLayer, globalScope, list } from "gsd-engine"

const gate = consentGateFixed({ yes: false })
const engine = Layer.provideMerge(gate, engineLayer({ command: "my-app" }))

const program = Effect.gen(function* () {
  const rows = yield* list(globalScope)
  for (const { id, version, status } of rows) yield* Console.log(`${id} ${version} ${status}`)
})

await Effect.runPromise(Effect.provide(program, engine))

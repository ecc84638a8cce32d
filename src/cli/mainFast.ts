import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { globalScope } from "../domain/paths.ts"
import { engineLayer } from "../layers/live.ts"
import { list } from "../pipelines/list.ts"
import type { Common } from "./common.ts"
import { Engine } from "./Engine.ts"
import { runMain } from "./mainRunner.ts"
import { screen } from "./mainScreen.ts"
import { renderList } from "./render/list.ts"
import { inEngine, print } from "./verb.ts"

/** Without `import()`, which would make the bundle wrap every module in a function of its own. */
const engine = (argv: ReadonlyArray<string>): Layer.Layer<Engine> =>
  Layer.succeed(
    Engine,
    Engine.of({ layer: (request) => engineLayer({ ...request, command: ["gsd", ...argv].join(" ") }) })
  )

/** Answers `capability list` as its command does, without effect/cli. */
export const runList = (common: Common, argv: ReadonlyArray<string>): void => {
  const program = Effect.flatMap(inEngine(common, list(globalScope)), (rows) =>
    print(common, rows, renderList)
  )
  runMain(Effect.provide(program, Layer.merge(screen, engine(argv))), argv)
}

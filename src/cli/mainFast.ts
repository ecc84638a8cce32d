import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { globalScope } from "../domain/paths.ts"
import { list } from "../pipelines/list.ts"
import type { Common } from "./common.ts"
import { engine } from "./mainEngine.ts"
import { runMain } from "./mainRunner.ts"
import { screen } from "./mainScreen.ts"
import { renderList } from "./render/list.ts"
import { inEngine, print } from "./verb.ts"

/** Answers `capability list` as its command does, without effect/cli. */
export const runList = (common: Common, argv: ReadonlyArray<string>): void => {
  const program = Effect.flatMap(inEngine(common, list(globalScope)), (rows) =>
    print(common, rows, renderList)
  )
  runMain(Effect.provide(program, Layer.merge(screen, engine(argv))), argv)
}

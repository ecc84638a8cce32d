import * as Effect from "effect/Effect"
import { globalScope } from "../domain/paths.ts"
import { readerLayer } from "../layers/readers.ts"
import { list } from "../pipelines/list.ts"
import { built } from "./built.ts"
import type { Common } from "./common.ts"
import { runMain } from "./mainRunner.ts"
import { screen } from "./mainScreen.ts"
import { renderList } from "./render/list.ts"
import { print } from "./verb.ts"

const rows = (common: Common, argv: ReadonlyArray<string>) =>
  Effect.provide(list(globalScope), readerLayer({ ...common, ...built, command: ["gsd", ...argv].join(" ") }))

/** Answers `capability list` as its command does, without effect/cli and with readers' layers only. */
export const runList = (common: Common, argv: ReadonlyArray<string>): void => {
  const program = Effect.gen(function* () {
    yield* print(common, yield* rows(common, argv), renderList)
  })
  runMain(Effect.provide(program, screen), argv)
}

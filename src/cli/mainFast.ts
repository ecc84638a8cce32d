import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { globalScope } from "../domain/paths.ts"
import { makeWatch } from "../layers/disk/watching.ts"
import { keepList, watchedMachine } from "../layers/overlay/keepList.ts"
import { listAsked } from "../layers/overlay/quickList.ts"
import { readerLayer } from "../layers/readers.ts"
import { list } from "../pipelines/list.ts"
import { built } from "./built.ts"
import type { Common } from "./common.ts"
import { runMain } from "./mainRunner.ts"
import { screen } from "./mainScreen.ts"
import { jsonText } from "./render/json.ts"
import { renderList } from "./render/list.ts"
import { print } from "./verb.ts"

/** Prints the list, and keeps it for the next time. */
const printed = Effect.fnUntraced(function* (common: Common, argv: ReadonlyArray<string>) {
  const at = yield* Clock.currentTimeMillis
  const command = ["gsd", ...argv].join(" ")
  const watch = makeWatch()
  const { productVersion } = built
  const work = Effect.gen(function* () {
    const rows = yield* list(globalScope)
    yield* print(common, rows, renderList)
    const asked = productVersion === undefined ? undefined : listAsked({ ...common, productVersion })
    if (asked !== undefined) yield* keepList({ asked, watch, at, rows: jsonText(rows) })
  })
  yield* Effect.provide(work, readerLayer({ ...common, ...built, command }, watchedMachine(command, watch)))
})

/** Answers `capability list` as its command does, without effect/cli and with readers' layers only. */
export const runList = (common: Common, argv: ReadonlyArray<string>): void =>
  runMain(Effect.provide(printed(common, argv), screen), argv)

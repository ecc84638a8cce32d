import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { globalScope } from "../domain/paths.ts"
import { gsdApiVersion } from "../domain/version/gsdApiVersion.ts"
import { list } from "../pipelines/list.ts"
import type { Fast } from "./fastPath.ts"
import { engine } from "./mainEngine.ts"
import { runMain } from "./mainRunner.ts"
import { screen } from "./mainScreen.ts"
import { renderList } from "./render/list.ts"
import { renderVersion } from "./render/version.ts"
import { inEngine, print } from "./verb.ts"

/** How the process was called. */
export interface Called {
  readonly argv: ReadonlyArray<string>
  readonly version: string
}

/** Answers a command line of the fast path. */
export const runFast = (fast: Fast, called: Called): void => {
  const program =
    fast._tag === "Version"
      ? print(fast, { version: called.version, gsdApiVersion }, renderVersion)
      : Effect.flatMap(inEngine(fast.common, list(globalScope)), (rows) =>
          print(fast.common, rows, renderList)
        )
  const services = Layer.merge(screen, engine(called.argv))
  runMain(Effect.provide(program, services), called.argv)
}

import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { exitCode } from "../../domain/hinted.ts"
import { DemoHost } from "../DemoHost.ts"
import { Concluded } from "../errors.ts"
import { Json, withoutVersion } from "../globals.ts"
import { print } from "../verb.ts"
import { load } from "./flags.ts"

/** `gsd demo`. Exit 1 when a step did not do what it should. */
export const demo = Command.make(
  "demo",
  {},
  Effect.fnUntraced(function* () {
    yield* withoutVersion
    const json = yield* Json
    const { services } = yield* DemoHost
    const { walk } = yield* load(() => import("../demo/walk.ts"))
    const report = yield* Effect.provide(walk(json), services)
    if (json) yield* print({ json }, report, () => "")
    if (!report.ok) return yield* new Concluded({ code: exitCode.failed })
  })
).pipe(
  Command.withDescription("Walk through all of it in a throwaway home, with real files and processes"),
  Command.withExamples([{ command: "gsd demo", description: "A few seconds; your own home is not touched" }])
)

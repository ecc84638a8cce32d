import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { recallLayer } from "../layers/recall.ts"
import { loopRecall } from "../pipelines/loopRecall.ts"
import { built } from "./built.ts"
import type { FastRender } from "./fastPath.ts"
import { runMain } from "./mainRunner.ts"
import { screen } from "./mainScreen.ts"
import { printRendered } from "./renderedPoint.ts"

/**
 * Answers `loop render` as its command does, from what was kept when it last composed; false when that does not count
 * any more, or anything else is in the way, which the command tells then. Nothing was printed before.
 */
export const runRender = async (
  { common, wanted }: FastRender,
  argv: ReadonlyArray<string>
): Promise<boolean> => {
  const layer = recallLayer({ ...common, ...built, command: ["gsd", ...argv].join(" ") })
  const found = await Effect.runPromiseExit(Effect.provide(loopRecall(wanted), layer))
  if (Exit.isFailure(found) || Option.isNone(found.value)) return false
  runMain(Effect.provide(printRendered(common, found.value.value), screen), argv)
  return true
}

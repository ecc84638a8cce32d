import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { exitCode } from "../domain/hinted.ts"
import type { RenderedPoint } from "../domain/loop/hook.ts"
import { recallLayer } from "../layers/recall.ts"
import { loopRecall } from "../pipelines/loopRecall.ts"
import { built } from "./built.ts"
import type { FastRender } from "./fastPath.ts"
import { finalCode, writeError, writeOut } from "./mainWrite.ts"
import { jsonText } from "./render/json.ts"

const warn = async (warnings: ReadonlyArray<string>): Promise<void> => {
  const { errorView } = await import("./mainView.ts")
  const { warningLines } = await import("./render/view.ts")
  writeError(warningLines(warnings, errorView()).join("\n"))
}

/** The same as `printRendered`, which a test compares, without all that a longer run needs. */
const print = async (json: boolean, rendered: RenderedPoint): Promise<void> => {
  writeOut(json ? jsonText(rendered) : rendered.rendered)
  if (!json && rendered.warnings.length > 0) await warn(rendered.warnings)
  process.exit(finalCode(exitCode.ok))
}

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
  await print(common.json, found.value.value)
  return true
}

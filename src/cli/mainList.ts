import { exitCode } from "../domain/hinted.ts"
import type { Overlay } from "../domain/overlay/overlay.ts"
import { listAsked, quickList } from "../layers/overlay/quickList.ts"
import { built } from "./built.ts"
import type { Common } from "./common.ts"
import { viewOf } from "./mainView.ts"
import { finalCode, writeOut } from "./mainWrite.ts"
import { jsonText } from "./render/json.ts"
import { renderList } from "./render/list.ts"

const kept = (common: Common): ReadonlyArray<Overlay> | undefined => {
  const { productVersion } = built
  const asked = productVersion === undefined ? undefined : listAsked({ ...common, productVersion })
  return asked === undefined ? undefined : quickList(asked)
}

/**
 * Answers `capability list` as its command does, from what was kept when the list was last made; when that does not count
 * any more, by its pipeline, which is loaded for it.
 */
export const runList = async (common: Common, argv: ReadonlyArray<string>): Promise<void> => {
  const rows = kept(common)
  if (rows === undefined) {
    const whole = await import("./mainFast.ts")
    return whole.runList(common, argv)
  }
  writeOut(common.json ? jsonText(rows) : renderList(rows, viewOf(1)))
  process.exit(finalCode(exitCode.ok))
}

import * as Result from "effect/Result"
import { readDocument, type SettingsDocument } from "./document.ts"
import type { SettingsProblem } from "./errors.ts"
import { scriptOf } from "./scriptCommand.ts"
import { hookSpots } from "./spots.ts"
import { pointerAt } from "./tree.ts"

/** A hook that starts one script, whoever wrote it. */
export interface ScriptHook {
  readonly event: string
  readonly command: string
  /** Absolute path. */
  readonly script: string
  /** RFC 6901, of the item that holds it. */
  readonly pointer: string
  /** JSON text of that item. */
  readonly element: string
}

/** Every hook of a settings file whose command is one script by its absolute path, in the order of the text. */
export const scriptHooksIn = (
  document: SettingsDocument
): Result.Result<ReadonlyArray<ScriptHook>, SettingsProblem> =>
  Result.map(readDocument({ ...document, strict: false }), ({ tree }) =>
    hookSpots(tree, (command) => scriptOf(command) !== undefined).map((spot) => ({
      event: spot.place,
      command: spot.marker,
      script: scriptOf(spot.marker) ?? "",
      pointer: pointerAt(tree, spot.item),
      element: spot.element
    }))
  )

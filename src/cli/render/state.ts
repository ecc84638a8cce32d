import type { OverlayState } from "../../domain/overlay/overlayState.ts"
import { visible } from "../../domain/text/escape.ts"
import { wiredLines } from "./wiring.ts"
import { labelled, padded, type View } from "./view.ts"

const column = 9

const word = (is: boolean, view: View): string => (is ? view.paint.green("yes") : view.paint.yellow("no"))

const stateLines = (state: OverlayState, view: View): ReadonlyArray<string> => {
  const { bold } = view.paint
  const fact = (name: string, is: boolean) => `  ${padded(name, column)} ${word(is, view)}`
  const reason = state.reason === undefined ? [] : [state.reason]
  return [
    bold(`${visible(state.id)} ${visible(state.version)}`.trimEnd()),
    fact("installed", state.installed),
    fact("enabled", state.enabled),
    fact("active", state.active),
    ...reason.flatMap((text) => labelled(`  ${padded("because", column)} `, visible(text), view)),
    ...(state.note === undefined ? [] : labelled(`  ${padded("note", column)} `, visible(state.note), view)),
    ...state.wire.flatMap((file) => labelled(`  ${padded("wire", column)} `, visible(file), view)),
    ...wiredLines(state.wired, "  ", view)
  ]
}

/** What decides about each capability. */
export const renderState = (states: ReadonlyArray<OverlayState>, view: View): string =>
  states.length === 0
    ? "No capability is installed."
    : states.map((state) => stateLines(state, view).join("\n")).join("\n\n")

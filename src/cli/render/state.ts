import type { OverlayHook, OverlayState } from "../../domain/overlay/overlayState.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, padded, safe, type View } from "./view.ts"
import { wiredLines } from "./wiring.ts"

const column = 9

const word = (is: boolean, view: View): string => (is ? view.paint.green("yes") : view.paint.yellow("no"))

const hookLines = (hook: OverlayHook, view: View): ReadonlyArray<string> => {
  const { green, yellow } = view.paint
  const when = hook.when === undefined ? "" : `, when \`${visible(hook.when)}\``
  const head = `  ${padded("hook", column)} ${visible(hook.hook)} at ${hook.point}${when}: `
  return hook.active
    ? [`${head}${green("in force")}`]
    : labelled(`${head}${yellow("no")}, `, safe(hook.reason ?? "it is not in force"), view)
}

const stateLines = (state: OverlayState, view: View): ReadonlyArray<string> => {
  const { bold, dim } = view.paint
  const fact = (name: string, is: boolean) => `  ${padded(name, column)} ${word(is, view)}`
  const reason = state.reason === undefined ? [] : [state.reason]
  const aside = state.origin === "first-party" ? ` ${dim("(first-party)")}` : ""
  return [
    `${bold(`${visible(state.id)} ${visible(state.version)}`.trimEnd())}${aside}`,
    fact("installed", state.installed),
    fact("enabled", state.enabled),
    fact("active", state.active),
    ...reason.flatMap((text) => labelled(`  ${padded("because", column)} `, visible(text), view)),
    ...(state.note === undefined ? [] : labelled(`  ${padded("note", column)} `, visible(state.note), view)),
    ...state.wire.flatMap((file) => labelled(`  ${padded("wire", column)} `, visible(file), view)),
    ...wiredLines(state.wired, "  ", view),
    ...state.hooks.flatMap((hook) => hookLines(hook, view))
  ]
}

/** What decides about each capability. */
export const renderState = (states: ReadonlyArray<OverlayState>, view: View): string =>
  states.length === 0
    ? "No capability is installed."
    : states.map((state) => stateLines(state, view).join("\n")).join("\n\n")

import type { BridgeModes, Mode, ModeForm } from "../../domain/family/modes.ts"
import { list } from "./familyLists.ts"
import { labelled, paragraph, safe, type View } from "./view.ts"

const names = (slots: ReadonlyArray<string>): string => slots.map(safe).join("  ")

const formLines = (form: ModeForm, view: View): ReadonlyArray<string> => [
  ...labelled(form.isTemplate ? "    template  " : "    command   ", safe(form.form), view),
  ...(form.required.length === 0 ? [] : labelled("      required  ", names(form.required), view)),
  ...(form.optional.length === 0 ? [] : labelled("      optional  ", names(form.optional), view))
]

const operandTexts = ({ operands }: Mode): ReadonlyArray<string> =>
  operands.map(
    ({ description, required, slot }) => `${slot} (${required ? "required" : "optional"}): ${description}`
  )

const guardrailTexts = ({ guardrails }: Mode): ReadonlyArray<string> =>
  guardrails.map(({ condition, enforcement, source, value }) => {
    const when = condition === null ? "" : ` (condition: ${condition})`
    return `${enforcement}: ${value}${when} [${source}]`
  })

const hookTexts = ({ customHooks, key }: Mode): ReadonlyArray<string> =>
  customHooks.map((hook) => (hook === key ? `${hook} (the mode itself)` : hook))

const kindText = ({ command, kind, role, submode }: Mode): string => {
  if (command === null || role === null) return kind
  const arm = submode === null ? "" : ` ${submode}`
  return `${kind}, ${role} by ${command}${arm}`
}

const modeLines = (mode: Mode, view: View): ReadonlyArray<string> => [
  ...labelled("  ", safe(`${mode.key} (${kindText(mode)})`), view).map(view.paint.bold),
  ...paragraph(safe(mode.purpose), "    ", view),
  ...list("modifies", mode.parents, view),
  ...list("use it for", mode.whenToUse, view),
  ...list("do not use it for", mode.whenNotTo, view),
  ...mode.forms.flatMap((form) => formLines(form, view)),
  ...list("operands", operandTexts(mode), view),
  ...list("guardrails", guardrailTexts(mode), view),
  ...list("hooks", hookTexts(mode), view)
]

const bridgeLines = (bridge: BridgeModes, view: View): ReadonlyArray<string> => {
  const head = safe(`${bridge.name} ${bridge.version} (${bridge.trust})`)
  return [
    ...labelled("", head, view).map(view.paint.bold),
    ...(bridge.hasCatalog ? [] : ["  no catalog: this bridge predates it"]),
    ...bridge.modes.flatMap((mode, at) => [...(at === 0 ? [] : [""]), ...modeLines(mode, view)])
  ]
}

/** What each mode of each bridge is for and how it is called; one blank line between modes, bridges and nothing else. */
export const renderModes = (bridges: ReadonlyArray<BridgeModes>, view: View): string =>
  bridges.length === 0
    ? "No bridge is installed: `gsd family detect` shows where they are looked for"
    : bridges.map((bridge) => bridgeLines(bridge, view).join("\n")).join("\n\n")

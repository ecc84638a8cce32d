import type { Contract } from "../../domain/family/manifest.ts"
import type { Procedure, ProcedureSetting } from "../../domain/family/procedures.ts"
import { list } from "./familyLists.ts"
import { labelled, paragraph, safe, type View } from "./view.ts"

/** Lines to copy, each cut at the edge and never wrapped at words. */
const lines = (title: string, texts: ReadonlyArray<string>, view: View): ReadonlyArray<string> =>
  texts.length === 0 ? [] : [`    ${title}`, ...texts.flatMap((text) => labelled("      ", safe(text), view))]

/** One text, wrapped at words. */
const prose = (title: string, text: string | undefined, view: View): ReadonlyArray<string> =>
  text === undefined ? [] : [`    ${title}`, ...paragraph(safe(text), "      ", view)]

const contractLines = (contract: Contract, view: View): ReadonlyArray<string> => {
  const { passthrough } = contract
  return [
    ...lines("invocations", contract.invocations, view),
    ...prose("grounding", contract.grounding, view),
    ...list("flags", contract.flags ?? [], view),
    ...(contract.continue.length === 0
      ? ["    continue", "      (none: it is one-shot)"]
      : lines("continue", contract.continue, view)),
    ...(passthrough === undefined
      ? []
      : [
          ...labelled("    passthrough ", safe(passthrough.policy), view),
          ...lines("blocked", passthrough.blocked, view),
          ...lines("relaxed under a probe", passthrough.probeRelaxed, view)
        ]),
    ...list("notes", contract.notes ?? [], view),
    ...prose("receipt", contract.receipt, view)
  ]
}

const settingLines = (setting: ProcedureSetting, view: View): ReadonlyArray<string> => {
  const { allowed, effect, key, retired } = setting
  const byDefault = setting.default === null ? "left to the wrapper" : safe(setting.default)
  return retired === null
    ? [
        ...labelled("      ", `${safe(key)}  ${safe(allowed ?? "")}  (default: ${byDefault})`, view),
        ...paragraph(safe(effect), "        ", view)
      ]
    : [...labelled("      ", `${safe(key)}  retired`, view), ...paragraph(safe(retired), "        ", view)]
}

const procedureLines = (procedure: Procedure, view: View): ReadonlyArray<string> => {
  const { bold } = view.paint
  const { command, contract, member, modes, output, role, settings, template, trust, version } = procedure
  return [
    ...labelled("", safe(`${member} ${version} (${trust})`), view).map(bold),
    ...labelled("  ", safe(`${role} by ${command}`), view).map(bold),
    ...labelled("    script   ", safe(procedure.source), view),
    ...(template === null ? [] : labelled("    template ", safe(template), view)),
    ...(modes.length === 0 ? [] : labelled("    modes    ", safe(modes.join(", ")), view)),
    ...(output === null ? [] : labelled("    output   ", safe(output), view)),
    ...(contract === null ? ["    no contract"] : contractLines(contract, view)),
    ...(settings.length === 0
      ? []
      : ["    settings", ...settings.flatMap((setting) => settingLines(setting, view))])
  ]
}

/** Each contract verbatim, with the settings of its command. */
export const renderProcedures = (procedures: ReadonlyArray<Procedure>, view: View): string =>
  procedures.length === 0
    ? "No installed member has such a role: `gsd family detect` shows where they are looked for"
    : procedures.map((one) => procedureLines(one, view).join("\n")).join("\n\n")

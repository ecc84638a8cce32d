import type { SettingsFinding } from "../../domain/family/reconcile.ts"
import type { SettingOwner } from "../../domain/family/registry.ts"
import type { SettingDelta, SettingRemark } from "../../domain/family/settingsChange.ts"
import type { SettingPlace, SettingRow } from "../../domain/family/settingsView.ts"
import { visible } from "../../domain/text/escape.ts"
import type {
  ExplainedFamilySetting,
  FamilySettingsReport,
  SettingsFileReport
} from "../../pipelines/familySettings.ts"
import type { FamilySettingsChanged } from "../../pipelines/familySettingsChange.ts"
import type { FamilySettingsReconciled } from "../../pipelines/familySettingsReconcile.ts"
import { labelled, padded, paragraph, safe, type View } from "./view.ts"

const fileLines = ({ fileState, path, problem }: SettingsFileReport, view: View): ReadonlyArray<string> => {
  const states = {
    absent: "not there, so nothing is set in it",
    unusable: `not usable, so nothing of it counts: ${safe(problem ?? "")}`,
    present: ""
  }
  const state = states[fileState]
  const text = state === "" ? visible(path) : `${visible(path)} (${state})`
  return labelled("Settings file: ", text, view)
}

const valueText = (value: string | null): string =>
  value === null ? "(the wrapper's own)" : value === "" ? "(nothing)" : visible(value)

const ownerText = ({ folder, name, trust }: SettingOwner): string =>
  folder === null ? `${visible(name)} (${trust})` : `${visible(name)} (${trust}, ${visible(folder)})`

const indent = "    "

const retiredLines = (row: SettingRow, view: View): ReadonlyArray<string> =>
  row.retired === null
    ? []
    : [
        ...paragraph(`retired, does nothing: ${safe(row.retired)}`, indent, view),
        ...(row.configuredIn === null ? [] : labelled(indent, clearing(row), view))
      ].map((line) => view.paint.yellow(line))

const clearing = ({ configuredIn, key }: SettingRow): string =>
  configuredIn === "env"
    ? `→ take the variable ${visible(key)} out of the environment`
    : `→ gsd family settings unset ${visible(key)} --apply`

const rowLines = (row: SettingRow, view: View): ReadonlyArray<string> => {
  const { bold, dim, yellow } = view.paint
  const from = row.source === "file" ? `file:${row.line ?? 0}` : row.source
  const head = `${bold(visible(row.key))} = `
  const marks = row.retired === null ? `[${from}]` : `[${from}] ${yellow("retired")}`
  return [
    ...labelled(head, `${valueText(row.effective)}  ${marks}`, view),
    ...labelled(indent, `${visible(row.member.name)} (${row.member.trust}) · ${visible(row.allowed)}`, view),
    ...paragraph(safe(row.effect), indent, view).map(dim),
    ...retiredLines(row, view),
    ...row.notes.flatMap((note) => paragraph(safe(`note: ${note}`), indent, view).map(yellow))
  ]
}

const listLine = (label: string, names: ReadonlyArray<string>, view: View): ReadonlyArray<string> =>
  names.length === 0 ? [] : labelled(`${label}: `, names.map((name) => visible(name)).join(", "), view)

const faultLines = (report: FamilySettingsReport, view: View): ReadonlyArray<string> => {
  const faults = [
    ...listLine("Set more than once, the last line counts", report.duplicateKeys, view),
    ...listLine("No member declares", report.unknownKeys, view),
    ...listLine("Lines that set nothing", report.malformedLines.map(String), view),
    ...(report.byteOrderMark
      ? ["The file starts with a byte order mark, so its first line sets nothing"]
      : [])
  ]
  return faults.length === 0 ? [] : ["", ...faults]
}

/** The file, every key with its value, and what in the file does not fit. */
export const renderFamilySettings = (report: FamilySettingsReport, view: View): string =>
  [
    ...fileLines(report, view),
    ...report.settings.flatMap((row) => ["", ...rowLines(row, view)]),
    ...faultLines(report, view),
    "",
    "Change: `gsd family settings set KEY=VALUE`; why: `gsd family settings explain KEY`"
  ].join("\n")

const stated = (value: string | null): string =>
  value === null ? "(unset)" : value === "" ? "(nothing)" : visible(value)

const placeLines = (place: SettingPlace, path: string, view: View): ReadonlyArray<string> => {
  const where = {
    env: "variable",
    file: `${visible(path)}:${place.line ?? 0}`,
    default: "default"
  }[place.from]
  const value = place.value === null ? "(not shown)" : stated(place.value)
  const why = place.why === null ? "" : ` (not taken: ${visible(place.why)})`
  const mark = place.taken ? view.paint.green("*") : " "
  return labelled(`  ${mark} `, `${where}: ${value}${why}`, view)
}

const column = 11

/** Everything about a key: what is in force and who says it. */
export const renderExplainedSetting = (explained: ExplainedFamilySetting, view: View): string => {
  const { places, setting } = explained
  const fact = (name: string, text: string) => labelled(padded(name, column), text, view)
  const said = [
    "",
    ...(places.length === 0 ? ["Nobody says a value"] : ["Said, the strongest first:"]),
    ...places.flatMap((place) => placeLines(place, explained.path, view))
  ]
  const head = [view.paint.bold(visible(explained.key)), ...fileLines(explained, view)]
  if (setting === null)
    return [
      ...head,
      "No member declares it, so no wrapper reads it",
      ...said,
      "",
      ...labelled("", `→ gsd family settings unset ${visible(explained.key)} --apply`, view)
    ].join("\n")
  return [
    ...head,
    ...paragraph(safe(setting.effect), "", view),
    ...retiredLines(setting, view),
    "",
    ...fact("value", `${valueText(setting.effective)} from ${setting.source}`),
    ...fact("member", ownerText(setting.member)),
    ...fact("kind", setting.kind),
    ...fact("takes", visible(setting.allowed)),
    ...fact("applies to", setting.appliesTo.map((one) => visible(one)).join(", ")),
    ...fact("default", valueText(setting.default)),
    ...said
  ].join("\n")
}

const deltaLines = (delta: SettingDelta, view: View): ReadonlyArray<string> => {
  const lines = delta.removedLines.length
  const more = lines > 1 || (lines === 1 && delta.after !== null)
  const removed = more ? ` (takes out line ${delta.removedLines.join(", ")})` : ""
  const before = stated(delta.before)
  const kept = lines === 0 ? "already" : "stays"
  const text = delta.before === delta.after ? `${before} ${kept}` : `${before} → ${stated(delta.after)}`
  return labelled(`  ${view.paint.bold(visible(delta.key))}: `, `${text}${removed}`, view)
}

const remarkLines = (
  word: string,
  remarks: ReadonlyArray<SettingRemark>,
  view: View
): ReadonlyArray<string> =>
  remarks.flatMap(({ key, text }) =>
    paragraph(safe(`${word} ${key}: ${text}`), "  ", view).map((line) => view.paint.yellow(line))
  )

/** What a change does, or would do. */
export const renderSettingsChange = (changed: FamilySettingsChanged, view: View): string => {
  const verb = changed.wrote ? "Changed" : changed.noop ? "Nothing to change in" : "Would change"
  const after = changed.wrote || changed.noop ? [] : ["", "Nothing was written; `--apply` writes it"]
  return [
    ...labelled(`${verb} `, visible(changed.path), view),
    ...changed.changes.flatMap((delta) => deltaLines(delta, view)),
    ...remarkLines("spends:", changed.caveats, view),
    ...remarkLines("shadowed:", changed.envShadows, view),
    ...after
  ].join("\n")
}

const findingLines = (finding: SettingsFinding, view: View): ReadonlyArray<string> => {
  const { dim, yellow } = view.paint
  const many = finding.lines.length > 1 ? "lines" : "line"
  const where = finding.lines.length === 0 ? "" : ` ${many} ${finding.lines.join(", ")}`
  return [
    `  ${yellow(finding.code)}${dim(where)}`,
    ...paragraph(safe(finding.message), indent, view),
    ...paragraph(safe(`→ ${finding.hint}`), indent, view)
  ]
}

/** What in the file fits no member any more. */
export const renderReconciled = (reconciled: FamilySettingsReconciled, view: View): string =>
  [
    ...fileLines(reconciled, view),
    ...(reconciled.findings.length === 0
      ? ["Everything in it fits the members that are here"]
      : reconciled.findings.flatMap((finding) => findingLines(finding, view)))
  ].join("\n")

import type {
  ConfigReader,
  ConfigValue,
  ExplainedKey,
  ExplainedSetting
} from "../../domain/config/explain.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import { visible } from "../../domain/text/escape.ts"
import type { CapabilitySet } from "../../pipelines/config/gates.ts"
import type { ConfigChanged } from "../../pipelines/config/set.ts"
import { renderSwitch } from "./enable.ts"
import { labelled, padded, paragraph, table, type View } from "./view.ts"

/** A text as it stands, everything else as JSON; nothing when nothing is set. */
const valueText = (value: JsonValue): string => {
  if (value === null) return ""
  return visible(typeof value === "string" ? value : JSON.stringify(value))
}

const shownValue = (value: JsonValue): string =>
  value === null ? "not set" : `\`${visible(JSON.stringify(value))}\``

const placeOf = ({ file, origin }: Pick<ConfigValue, "file" | "origin">): string =>
  file === "" ? (origin === "flag" ? "the command line" : origin) : `${origin}, \`${visible(file)}\``

/** The value alone, for scripts. */
export const renderValue = ({ value }: ConfigValue): string => valueText(value)

/** One key a line with its value and who sets it. */
export const renderValues = (values: ReadonlyArray<ConfigValue>, view: View): string =>
  table(
    [
      ["KEY", "VALUE", "FROM"],
      ...values.map(({ key, origin, value }) => [visible(key), visible(JSON.stringify(value)), origin])
    ],
    (text, column, row) => (row === 0 || column === 2 ? view.paint.dim(text) : text)
  ).join("\n")

const column = 11

const settingLines = (setting: ExplainedSetting, view: View): ReadonlyArray<string> => {
  const line = setting.line === undefined ? "" : `:${setting.line}`
  const where = setting.file === "" ? "" : ` in ${visible(setting.file)}${line}`
  const why = setting.problem === undefined ? "" : ` (not taken: ${visible(setting.problem)})`
  const mark = setting.inForce ? view.paint.green("*") : " "
  const text = `${visible(JSON.stringify(setting.value))}${where}${why}`
  return labelled(`  ${mark} ${padded(setting.origin, column)} `, text, view)
}

const readerText = ({ capId, hook, point, uses }: ConfigReader): string => {
  const at = point === undefined ? "" : ` at ${point}`
  return `${visible(hook ?? capId)}${at} (${uses})`
}

/** Everything about a key. */
export const renderExplained = (explained: ExplainedKey, view: View): string => {
  const fact = (name: string, text: string) => labelled(`${padded(name, column)} `, text, view)
  const { allowed, readBy, settings } = explained
  return [
    view.paint.bold(visible(explained.key)),
    ...(explained.description === "" ? [] : paragraph(visible(explained.description), "", view)),
    "",
    ...fact("value", `${shownValue(explained.value)} from ${placeOf(explained)}`),
    ...fact("owner", visible(explained.owner ?? "gsd")),
    ...fact("type", visible(`${explained.type}${allowed.length === 0 ? "" : `: ${allowed.join(", ")}`}`)),
    ...fact("default", shownValue(explained.default)),
    "",
    ...(settings.length === 0 ? ["Set nowhere"] : ["Set, the strongest first:"]),
    ...settings.flatMap((setting) => settingLines(setting, view)),
    ...(readBy.length === 0 ? [] : ["", "Read by:"]),
    ...readBy.flatMap((reader) => labelled("  ", readerText(reader), view))
  ].join("\n")
}

/** What counts all the same, where it is not what this file says. */
const nowLines = ({ file, now }: ConfigChanged, view: View): ReadonlyArray<string> =>
  now.file === file ? [] : paragraph(`In force is ${shownValue(now.value)} from ${placeOf(now)}`, "", view)

/** What `config set` did. */
export const renderSet = (changed: ConfigChanged, view: View): string => {
  const what = changed.changed ? "Set" : "It is set already:"
  return [
    ...paragraph(`${what} \`${visible(changed.key)}\` in \`${visible(changed.file)}\``, "", view),
    ...nowLines(changed, view)
  ].join("\n")
}

/** What `config unset` did. */
export const renderUnset = (changed: ConfigChanged, view: View): string => {
  const key = visible(changed.key)
  const file = visible(changed.file)
  const text = changed.changed ? `Took \`${key}\` out of \`${file}\`` : `\`${key}\` is not set in \`${file}\``
  return [...paragraph(text, "", view), ...nowLines(changed, view)].join("\n")
}

/** What `capability set` did. */
export const renderCapabilitySet = ({ gates, switched }: CapabilitySet, view: View): string => {
  const keys = gates?.keys.map((key) => `\`${visible(key)}\``).join(", ") ?? ""
  const what = gates?.changed === true ? "Set" : "Set already:"
  return [
    ...(gates === undefined ? [] : paragraph(`${what} ${keys} in \`${visible(gates.file)}\``, "", view)),
    ...(switched === undefined ? [] : [renderSwitch(switched, view)])
  ].join("\n")
}

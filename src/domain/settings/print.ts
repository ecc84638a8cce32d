import { isJsonObject, type JsonValue } from "../json/value.ts"

/** How a value is written: on one line, or one member a line from `indent` on. */
export interface Layout {
  readonly multi: boolean
  /** Indentation of the line on which the value starts. */
  readonly indent: string
  readonly step: string
  readonly lineEnd: string
  /** A blank follows colons, and commas on one line. */
  readonly spaced: boolean
}

const inner = (layout: Layout): Layout => ({ ...layout, indent: layout.indent + layout.step })

const wrap = (brackets: string, parts: ReadonlyArray<string>, layout: Layout): string => {
  const [left = "", right = ""] = brackets
  if (parts.length === 0) return brackets
  if (!layout.multi) return left + parts.join(layout.spaced ? ", " : ",") + right
  const start = layout.lineEnd + inner(layout).indent
  return left + start + parts.join(`,${start}`) + layout.lineEnd + layout.indent + right
}

/** Key and colon of a member. */
export const printKey = (key: string, layout: Layout): string =>
  `${JSON.stringify(key)}:${layout.spaced ? " " : ""}`

/** A value as JSON text in a layout; ends without line end. Recursive; values are at most `limits.jsonDepth` deep. */
export const printValue = (value: JsonValue, layout: Layout): string => {
  if (Array.isArray(value)) {
    const items: ReadonlyArray<JsonValue> = value
    return wrap(
      "[]",
      items.map((item) => printValue(item, inner(layout))),
      layout
    )
  }
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.keys(value).map(
    (key) => printKey(key, layout) + printValue(value[key] ?? null, inner(layout))
  )
  return wrap("{}", members, layout)
}

import { allowedValues, isSettingValue } from "./settingValue.ts"
import type { SettingsFacts } from "./settingsView.ts"

/** One thing about the settings file that does not fit the members that are here. */
export interface SettingsFinding {
  readonly code:
    | "unusable-file"
    | "unknown-key"
    | "retired-key"
    | "duplicate-key"
    | "invalid-value"
    | "malformed-line"
    | "byte-order-mark"
  /** Null for a line that sets none. */
  readonly key: string | null
  /** From 1. */
  readonly lines: ReadonlyArray<number>
  /** One sentence without final period; raw values may be in it. */
  readonly message: string
  readonly hint: string
}

const linesOf = ({ reading }: SettingsFacts, key: string): ReadonlyArray<number> =>
  reading.parsed.filter((line) => line.key === key).map(({ line }) => line)

const unset = (key: string): string => `\`gsd family settings unset ${key} --apply\` takes it out`

const unknown = (facts: SettingsFacts): ReadonlyArray<SettingsFinding> =>
  facts.reading.unknownKeys.map((key) => ({
    code: "unknown-key",
    key,
    lines: linesOf(facts, key),
    message: `No member declares \`${key}\``,
    hint: `${unset(key)}; \`--member DIR\` names a member that is not found`
  }))

const retired = (facts: SettingsFacts): ReadonlyArray<SettingsFinding> =>
  facts.registry.settings.flatMap(({ entry: { key, retired: reason } }) => {
    const lines = linesOf(facts, key)
    if (reason === undefined || lines.length === 0) return []
    return [
      {
        code: "retired-key",
        key,
        lines,
        message: `\`${key}\` is retired and does nothing: ${reason}`,
        hint: unset(key)
      } as const
    ]
  })

const duplicate = (facts: SettingsFacts): ReadonlyArray<SettingsFinding> =>
  facts.reading.duplicateKeys.map((key) => ({
    code: "duplicate-key",
    key,
    lines: linesOf(facts, key),
    message: `\`${key}\` is set more than once, and the last line counts`,
    hint: "`gsd family settings reconcile --repair --apply` takes out all but the last"
  }))

/** Of keys that still do something; whether a variable hides the line or not. */
const invalid = (facts: SettingsFacts): ReadonlyArray<SettingsFinding> =>
  facts.registry.settings.flatMap(({ entry }) => {
    const last = facts.reading.parsed.findLast(({ key }) => key === entry.key)
    if (last === undefined || entry.retired !== undefined || isSettingValue(entry, last.value)) return []
    return [
      {
        code: "invalid-value",
        key: entry.key,
        lines: [last.line],
        message: `\`${entry.key}\` does not take "${last.value}", so its default applies`,
        hint: `It takes ${allowedValues(entry)}`
      } as const
    ]
  })

/** Tells whether a text starts with a byte order mark. */
export const hasMark = (text: string): boolean => text.startsWith("\uFEFF")

const marked = (text: string): ReadonlyArray<SettingsFinding> =>
  hasMark(text)
    ? [
        {
          code: "byte-order-mark",
          key: null,
          lines: [1],
          message: "The file starts with a byte order mark, so its first line sets nothing",
          hint: "Save it as UTF-8 without a byte order mark"
        }
      ]
    : []

const malformed = ({ reading }: SettingsFacts, text: string): ReadonlyArray<SettingsFinding> =>
  reading.malformedLines
    .filter((line) => line > 1 || !hasMark(text))
    .map((line) => ({
      code: "malformed-line",
      key: null,
      lines: [line],
      message: `Line ${line} sets nothing`,
      hint: "Write `KEY=value` from the first column, without `export` or blanks around `=`, or begin it with `#`"
    }))

/** What is said of a file that cannot be read. */
export const unusableFinding = (problem: string): SettingsFinding => ({
  code: "unusable-file",
  key: null,
  lines: [],
  message: `The file cannot be read, so every default applies: ${problem}`,
  hint: "Put a readable regular file there"
})

/** Everything about the file that does not fit, by kind; the same whatever variables are set. Source: family facts 6. */
export const reconcileFindings = (facts: SettingsFacts, text: string): ReadonlyArray<SettingsFinding> => [
  ...unknown(facts),
  ...retired(facts),
  ...duplicate(facts),
  ...invalid(facts),
  ...marked(text),
  ...malformed(facts, text)
]

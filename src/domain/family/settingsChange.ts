import * as Result from "effect/Result"
import { nearest } from "../capability/suggest.ts"
import { utf8Text } from "./byteText.ts"
import type { RegisteredSetting } from "./registry.ts"
import { FamilySettingsRefused } from "./settingsErrors.ts"
import type { LineEdit } from "./settingsEdit.ts"
import { variableOf, type SettingsFacts } from "./settingsView.ts"
import { allowedValues, isSettingValue } from "./settingValue.ts"

/** What somebody wants done to one key. */
export type SettingChange =
  | { readonly _tag: "Set"; readonly key: string; readonly value: string }
  | { readonly _tag: "Unset"; readonly key: string }
  /** Only the last of its lines stays. */
  | { readonly _tag: "Deduplicate"; readonly key: string }

/** A key before and after; null is unset. */
export interface SettingDelta {
  readonly key: string
  readonly before: string | null
  readonly after: string | null
  /** Lines that go, from 1; the one whose value changes is not among them. */
  readonly removedLines: ReadonlyArray<number>
}

/** Something about one key that a reader should know. */
export interface SettingRemark {
  readonly key: string
  /** Raw values may be in it. */
  readonly text: string
}

/** What is going to be done to the file. */
export interface SettingsPlan {
  readonly edits: ReadonlyArray<LineEdit>
  /** Those that change nothing included. */
  readonly changes: ReadonlyArray<SettingDelta>
  /** Spending that a new value may cause. */
  readonly caveats: ReadonlyArray<SettingRemark>
  /** Keys whose variable hides the file. */
  readonly envShadows: ReadonlyArray<SettingRemark>
}

interface Problem {
  readonly problem: string
  readonly advice: ReadonlyArray<string>
}

/** What cannot stand on a line of the file, whatever a manifest allows. */
const unwritable = /\p{Cc}/u

const valueProblem = ({ entry }: RegisteredSetting, value: string): Problem | undefined => {
  if (!isSettingValue(entry, value))
    return {
      problem: `\`${entry.key}\` does not take "${value}"`,
      advice: [`\`${entry.key}\` takes ${allowedValues(entry)}`]
    }
  return unwritable.test(value)
    ? {
        problem: `The value of \`${entry.key}\` holds a control character, which no line of the file can`,
        advice: ["Choose another value"]
      }
    : undefined
}

const listing = "`gsd family settings` lists every key"

const isGeneral = (advice: string): boolean => advice === listing

const setProblem = (
  facts: SettingsFacts,
  { key, value }: Extract<SettingChange, { _tag: "Set" }>,
  repair: boolean
): Problem | undefined => {
  const { settings } = facts.registry
  const setting = settings.find(({ entry }) => entry.key === key)
  if (setting === undefined) {
    const near = nearest(
      key,
      settings.map(({ entry }) => entry.key)
    )
    return {
      problem: `No member declares the setting \`${key}\``,
      advice: [...(near === undefined ? [] : [`Did you mean \`${near}\`?`]), listing]
    }
  }
  const { retired } = setting.entry
  if (retired !== undefined)
    return {
      problem: `\`${key}\` is retired and does nothing: ${retired}`,
      advice: [`\`gsd family settings unset ${key} --apply\` takes it out of the file`]
    }
  const wrong = valueProblem(setting, value)
  if (wrong !== undefined || repair || !facts.reading.duplicateKeys.includes(key)) return wrong
  const lines = facts.reading.parsed.filter((line) => line.key === key).map(({ line }) => line)
  return {
    problem: `\`${key}\` is set in the lines ${lines.join(", ")}`,
    advice: ["`--repair` takes out all but the last"]
  }
}

const deltaOf = ({ reading }: SettingsFacts, change: SettingChange): SettingDelta => {
  const lines = reading.parsed.filter(({ key }) => key === change.key)
  const before = lines.at(-1)?.value ?? null
  const removed = change._tag === "Unset" ? lines : lines.slice(0, -1)
  const after = { Set: change._tag === "Set" ? change.value : null, Unset: null, Deduplicate: before }
  return {
    key: change.key,
    before,
    after: after[change._tag],
    removedLines: removed.map(({ line }) => line)
  }
}

const editOf = (change: SettingChange): LineEdit =>
  change._tag === "Set" ? { ...change, value: utf8Text(change.value) } : change

const caveatOf = (
  { registry }: SettingsFacts,
  { after, before, key }: SettingDelta
): ReadonlyArray<string> => {
  const effect = registry.settings.find(({ entry }) => entry.key === key)?.entry.effect ?? ""
  return after !== null && after !== before && /credit rate|spend knob/iu.test(effect) ? [effect] : []
}

const shadowOf = ({ environment }: SettingsFacts, key: string): ReadonlyArray<string> =>
  variableOf(environment, key) === undefined ? [] : [`the variable ${key} is set and hides the file`]

const remarks = (
  keys: ReadonlyArray<SettingDelta>,
  tell: (delta: SettingDelta) => ReadonlyArray<string>
): ReadonlyArray<SettingRemark> =>
  keys.flatMap((delta) => tell(delta).map((text) => ({ key: delta.key, text })))

/**
 * Decides changes of the file, all or none. Setting asks for a declared key that is not retired, a value that it takes
 * and, without `repair`, no line too many; taking out is always allowed. Source: family facts 6.
 */
export const planChanges = (
  facts: SettingsFacts,
  changes: ReadonlyArray<SettingChange>,
  repair: boolean
): Result.Result<SettingsPlan, FamilySettingsRefused> => {
  const problems = changes.flatMap((change) => {
    const problem = change._tag === "Set" ? setProblem(facts, change, repair) : undefined
    return problem === undefined ? [] : [problem]
  })
  if (problems.length > 0)
    return Result.fail(
      new FamilySettingsRefused({
        problems: problems.map(({ problem }) => problem),
        advice: [...new Set(problems.flatMap(({ advice }) => advice))].toSorted(
          (one, other) => Number(isGeneral(one)) - Number(isGeneral(other))
        )
      })
    )
  const deltas = changes.map((change) => deltaOf(facts, change))
  return Result.succeed({
    edits: changes.map(editOf),
    changes: deltas,
    caveats: remarks(deltas, (delta) => caveatOf(facts, delta)),
    envShadows: remarks(deltas, ({ key }) => shadowOf(facts, key))
  })
}

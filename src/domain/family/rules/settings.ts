import {
  isRawObject,
  itemsOf,
  keysOf,
  own,
  ownAt,
  pointerOf,
  quote,
  stringsOf
} from "../../capability/raw.ts"
import type { FamilyRule, Told } from "../Rule.ts"
import { isAgain } from "./again.ts"
import { isSettingValue, type ValueGrammar } from "../settingValue.ts"

const entriesOf = (root: unknown) => itemsOf(own(root, "settings")).map((entry, index) => ({ entry, index }))

/** Asks that a key stands once. Source: seed 001, settings. */
export const settingsKeyOnce: FamilyRule = {
  code: "settings.key-once",
  severity: "error",
  asks: "`key` is unique in `settings`",
  hint: "Take one of the two entries out",
  source: "seed 001, settings",
  judge: (root) => {
    const seen = new Set<string>()
    return entriesOf(root).flatMap(({ entry, index }) => {
      const key = own(entry, "key")
      if (typeof key !== "string") return []
      const again = seen.has(key)
      seen.add(key)
      return again
        ? [{ pointer: pointerOf("settings", index, "key"), message: `${quote(key)} is declared twice` }]
        : []
    })
  }
}

/** Asks that an enum lists a value once. Source: seed 001, settings. */
export const settingsValuesOnce: FamilyRule = {
  code: "settings.values-once",
  severity: "error",
  asks: "`values` holds each value once",
  hint: "Take the second one out",
  source: "seed 001, settings",
  judge: (root) =>
    entriesOf(root).flatMap(({ entry, index }) => {
      const values = own(entry, "kind") === "enum" ? stringsOf(own(entry, "values")) : []
      const again = isAgain(values)
      const twice = values.find((_, at) => again[at])
      return twice === undefined
        ? []
        : [{ pointer: pointerOf("settings", index, "values"), message: `${quote(twice)} stands twice` }]
    })
}

/** Asks that an integer's bounds leave a value. Source: seed 001, settings. */
export const settingsRange: FamilyRule = {
  code: "settings.range",
  severity: "error",
  asks: "`min` is not above `max`",
  hint: "Exchange the two",
  source: "seed 001, settings",
  judge: (root) =>
    entriesOf(root).flatMap(({ entry, index }) => {
      const [min, max] = [own(entry, "min"), own(entry, "max")]
      const isWrong =
        own(entry, "kind") === "integer" && typeof min === "number" && typeof max === "number" && min > max
      return isWrong
        ? [{ pointer: pointerOf("settings", index, "min"), message: "`min` is above `max`" }]
        : []
    })
}

const grammarOf = (entry: unknown): ValueGrammar | undefined => {
  const kind = own(entry, "kind")
  if (kind === "duration" || kind === "boolean") return { kind }
  if (kind === "enum") return { kind, values: stringsOf(own(entry, "values")) }
  const [min, max] = [own(entry, "min"), own(entry, "max")]
  return kind === "integer" && typeof min === "number" && typeof max === "number"
    ? { kind, min, max }
    : undefined
}

/** Asks that a default is a value of its kind. Source: seed 001, settings. */
export const settingsDefault: FamilyRule = {
  code: "settings.default-value",
  severity: "error",
  asks: "`default` is null or a value of the entry's kind",
  hint: "Write null to leave it to the wrapper, or a value that a settings file could hold",
  source: "seed 001, settings",
  judge: (root) =>
    entriesOf(root).flatMap(({ entry, index }) => {
      const value = own(entry, "default")
      const grammar = grammarOf(entry)
      if (typeof value !== "string" || grammar === undefined || isSettingValue(grammar, value)) return []
      return [
        {
          pointer: pointerOf("settings", index, "default"),
          message: `${quote(value)} is no ${grammar.kind} value`
        }
      ]
    })
}

/** Asks that a setting applies to commands of this manifest. Source: seed 001, settings. */
export const settingsAppliesTo: FamilyRule = {
  code: "settings.applies-to-cmd",
  severity: "error",
  asks: "`appliesTo` names commands of `roles`",
  hint: "Name the `cmd` of a role of this manifest",
  source: "seed 001, settings",
  judge: (root) => {
    const names = keysOf(own(root, "roles")).map((name) => ownAt(root, "roles", name))
    // Roles that are broken have their own findings, and no command to compare with.
    if (!isRawObject(own(root, "roles")) || names.some((role) => typeof own(role, "cmd") !== "string"))
      return []
    const commands = new Set(names.map((role) => own(role, "cmd")))
    return entriesOf(root).flatMap(({ entry, index }) =>
      itemsOf(own(entry, "appliesTo")).flatMap((cmd, at): ReadonlyArray<Told> =>
        typeof cmd !== "string" || cmd === "" || commands.has(cmd)
          ? []
          : [
              {
                pointer: pointerOf("settings", index, "appliesTo", at),
                message: `No role of this manifest has the command ${quote(cmd)}`
              }
            ]
      )
    )
  }
}

import type { SettingEntry } from "./manifest.ts"

/** What decides whether a value fits. */
export type ValueGrammar =
  | Pick<Extract<SettingEntry, { kind: "enum" }>, "kind" | "values">
  | Pick<Extract<SettingEntry, { kind: "integer" }>, "kind" | "min" | "max">
  | { readonly kind: "duration" | "boolean" }

const isInteger = (value: string, min: number, max: number): boolean => {
  const number = Number(value)
  return /^[0-9]+$/u.test(value) && Number.isSafeInteger(number) && number >= min && number <= max
}

/** Tells whether a text is a value of a setting; what is no text is none. A duration has a unit and is above zero. Source: seed 001, settings. */
export const isSettingValue = (entry: ValueGrammar, value: unknown): value is string => {
  if (typeof value !== "string") return false
  switch (entry.kind) {
    case "enum":
      return entry.values.includes(value)
    case "integer":
      return isInteger(value, entry.min, entry.max)
    case "duration":
      return /^[0-9]+(?:\.[0-9]+)?[smhd]$/u.test(value) && !/^0+(?:\.0+)?[smhd]$/u.test(value)
    case "boolean":
      return value === "0" || value === "1"
  }
}

/** What a setting takes, in words. */
export const allowedValues = (entry: ValueGrammar): string => {
  switch (entry.kind) {
    case "enum":
      return entry.values.map((value) => `"${value}"`).join(" | ")
    case "integer":
      return `integer ${entry.min}..${entry.max}`
    case "duration":
      return "a number with s, m, h or d, above zero, such as 90s, 5m or 1.5h"
    case "boolean":
      return '"0" | "1"'
  }
}

/** A valid value as the wrapper hands it on: integers without leading zeros. */
export const canonicalValue = (entry: ValueGrammar, value: string): string =>
  entry.kind === "integer" ? value.replace(/^0+(?=[0-9])/u, "") : value

import * as Schema from "effect/Schema"
import { canonicalJson } from "../json/canonical.ts"
import { isJsonObject, member, type JsonValue } from "../json/value.ts"
import { limits } from "../limits.ts"
import { shown, visible } from "../text/escape.ts"
import { Visible } from "../text/visible.ts"
import { warnedReason } from "./environmentNames.ts"

/** Kinds of powers a capability can have; every line of a disclosure belongs to one. */
export const DisclosureClass = Schema.Literals([
  "hook",
  "mcp-server",
  "command-module",
  "reviewer-lane",
  "instruction",
  "gate",
  "resolver",
  "other"
])
export type DisclosureClass = typeof DisclosureClass.Type

/**
 * One fact of a disclosure. Every text in it is escaped, on one line and at most `limits.shownCharacters` long and
 * a count: printing it as it is, is safe. Source: decisions "JSON shapes".
 */
export const DisclosureLine = Schema.Struct({
  class: DisclosureClass,
  /** What the fact is about: an event, a server's name, a lane's slug. */
  subject: Visible,
  /** Which of its facts: a member's path with dots, or a word of ours such as `receives`. */
  field: Visible,
  value: Visible,
  warning: Schema.optionalKey(Visible)
})
export type DisclosureLine = typeof DisclosureLine.Type

/** What lines are about. */
export interface Topic {
  readonly class: DisclosureClass
  readonly subject: string
}

const capped = (text: string): Visible => visible(text, limits.shownCharacters)

/** Text of a declared value for a person: a string as it is, else canonical JSON, empty for an absent one. Not escaped. */
export const textOf = (value: JsonValue | undefined): string =>
  typeof value === "string" ? value : value === undefined ? "" : canonicalJson(value)

/** A line whose value is a sentence of ours, in which `shown` has escaped what is foreign. */
export const sentence = (topic: Topic, field: string, value: Visible): DisclosureLine => ({
  class: topic.class,
  subject: capped(topic.subject),
  field: capped(field),
  value
})

const isEnv = (key: string | undefined): boolean => key !== undefined && key.toLowerCase() === "env"

/** Names of environment variables that a leaf sets: the last key below `env`, or the entries of a list named so. */
const namesAt = (path: ReadonlyArray<string>, value: JsonValue): ReadonlyArray<string> => {
  if (isEnv(path.at(-2))) return path.slice(-1)
  if (!isEnv(path.at(-1)) || !Array.isArray(value)) return []
  return value.map((entry) => textOf(member(entry, "name") ?? entry).split("=")[0] ?? "")
}

const warningFor = (names: ReadonlyArray<string>): { readonly warning?: Visible } => {
  for (const name of names) {
    const reason = warnedReason(name)
    if (reason !== undefined) return { warning: shown`\`${name}\` ${reason}` }
  }
  return {}
}

/**
 * One line per member of a declared value, at any depth, with the member's path (joined with dots) as field; arrays
 * and empty objects are one line of canonical JSON. Nothing is left out. Environment variables that run, load or
 * redirect something are warned of.
 */
export const memberLines = (
  topic: Topic,
  value: JsonValue,
  path: ReadonlyArray<string> = []
): ReadonlyArray<DisclosureLine> =>
  isJsonObject(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, inner]) => memberLines(topic, inner, [...path, key]))
    : [
        {
          ...sentence(topic, path.length === 0 ? "declared" : path.join("."), capped(textOf(value))),
          ...warningFor(namesAt(path, value))
        }
      ]

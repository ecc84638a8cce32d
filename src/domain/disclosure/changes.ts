import * as JsonPointer from "effect/JsonPointer"
import { sameJson } from "../json/canonical.ts"
import { isJsonObject, member, type JsonObject, type JsonValue } from "../json/value.ts"
import { visibleLine, withLegend, type Visible } from "../text/escape.ts"
import { limits } from "../limits.ts"
import { textOf } from "./DisclosureLine.ts"
import type { Powers } from "./powers.ts"

/** How something differs between two states. */
export type ChangeKind = "added" | "removed" | "changed"

/** One difference of two powers models. */
export interface PowerChange {
  readonly kind: ChangeKind
  /** RFC 6901 pointer: the list, what identifies the entry, then the member. Example: `/lanes/owl/invoke/env/A`. */
  readonly path: string
  readonly before?: JsonValue
  readonly after?: JsonValue
}

const words = (entry: JsonValue, keys: ReadonlyArray<string>): string =>
  keys.map((key) => textOf(member(entry, key))).join(" ")

/** What a step starts; a command goes before what stands beside it. */
const started = (ref: JsonValue): string =>
  textOf(member(ref, "command") ?? member(ref, "skill") ?? member(ref, "agent"))

/** What makes an entry of each list the same one in another version. */
const identities: Readonly<Record<keyof Powers, (entry: JsonValue) => string>> = {
  hooks: (entry) => words(entry, ["event", "script"]),
  modules: (entry) => words(entry, ["family"]),
  mcpServers: (entry) => words(entry, ["name"]),
  lanes: (entry) => words(entry, ["slug"]),
  gates: (entry) => words(entry, ["point"]),
  steps: (entry) => `${words(entry, ["point"])} ${started(member(entry, "ref") ?? null)}`,
  resolvers: (entry) => words(entry, ["trackerPrefix"]),
  runtimes: () => "runtime",
  skills: textOf,
  agents: textOf,
  contributions: (entry) => words(entry, ["point", "into"]),
  givenValues: (entry) => words(entry, ["key"])
}

const isKnown = (list: string): list is keyof Powers => Object.hasOwn(identities, list)

/** Entries by identity; a second entry of one identity gets ` #2`, in the sorted order of the model. */
const byIdentity = (
  list: keyof Powers,
  entries: ReadonlyArray<JsonValue>
): ReadonlyMap<string, JsonValue> => {
  const seen = new Map<string, number>()
  return new Map(
    entries.map((entry) => {
      const identity = identities[list](entry)
      const count = (seen.get(identity) ?? 0) + 1
      seen.set(identity, count)
      return [count === 1 ? identity : `${identity} #${count}`, entry]
    })
  )
}

const changesBetween = (
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined
): ReadonlyArray<PowerChange> => {
  if (sameJson(before, after)) return []
  if (before === undefined) return after === undefined ? [] : [{ kind: "added", path, after }]
  if (after === undefined) return [{ kind: "removed", path, before }]
  if (!isJsonObject(before) || !isJsonObject(after)) return [{ kind: "changed", path, before, after }]
  return keysOf(before, after).flatMap((key) =>
    changesBetween(`${path}/${JsonPointer.escapeToken(key)}`, member(before, key), member(after, key))
  )
}

const keysOf = (left: JsonObject, right: JsonObject): ReadonlyArray<string> => [
  ...new Set([...Object.keys(left), ...Object.keys(right)])
]

/**
 * What differs between two powers models, per member of each entry, lists in the order of the model. Entries are
 * paired by what identifies them (a hook's event and script, a server's name, a lane's slug …). Empty exactly when
 * the models are equal. Both have to be computed by the same code (seed 002).
 */
export const diffPowers = (before: Powers, after: Powers): ReadonlyArray<PowerChange> =>
  Object.keys(identities)
    .filter(isKnown)
    .flatMap((list) => {
      const old = byIdentity(list, before[list] ?? [])
      const now = byIdentity(list, after[list] ?? [])
      return [...new Set([...old.keys(), ...now.keys()])].flatMap((identity) =>
        changesBetween(`/${list}/${JsonPointer.escapeToken(identity)}`, old.get(identity), now.get(identity))
      )
    })

/** The two sides of a change as lines of a diff, `-` before and `+` after, as `visibleLine` shows them. */
export const changeLines = (change: PowerChange): ReadonlyArray<Visible> =>
  withLegend(
    (
      [
        ["-", change.before],
        ["+", change.after]
      ] as const
    )
      .filter(([, value]) => value !== undefined)
      .map(([sign, value]) => visibleLine(`${sign}${textOf(value)}`, limits.shownCharacters))
  )

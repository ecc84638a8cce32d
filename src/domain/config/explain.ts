import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { LoopPoint } from "../capability/loopContract.ts"
import type { Contribution, Gate, Step } from "../capability/schema/loopHooks.ts"
import { positionAt } from "../json/position.ts"
import type { JsonValue } from "../json/value.ts"
import type { Registry } from "../registry/Registry.ts"
import { nodesOn } from "../settings/tree.ts"
import { readConfig } from "./document.ts"
import { laneKeysOf } from "./judge.ts"
import type { KnownKey } from "./key.ts"
import { resolveKey, type ConfigLayer, type ConfigOrigin } from "./resolve.ts"
import { spotOf } from "./spot.ts"
import { allowedOf } from "./value.ts"

/** The value of a key that is in force. */
export interface ConfigValue {
  readonly key: string
  /** Null when nothing sets it and it has no default. */
  readonly value: JsonValue
  readonly origin: ConfigOrigin
  /** Where it stands; empty for defaults and for the command line. */
  readonly file: string
}

/** One place that sets a key. */
export interface ExplainedSetting {
  readonly origin: ConfigOrigin
  readonly file: string
  /** From 1. */
  readonly line?: number
  readonly value: JsonValue
  readonly inForce: boolean
  /** Why it is not in force, as a sentence without a period. */
  readonly problem?: string
}

/** Something that reads a key. */
export interface ConfigReader {
  readonly capId: string
  /** Name of the hook, `<capId>/<kind>/<index>`; absent when it is the capability as a whole. */
  readonly hook?: string
  readonly point?: LoopPoint
  /** Member of the manifest that names the key. */
  readonly uses: string
}

/** Everything about a key. */
export interface ExplainedKey extends ConfigValue {
  /** Id of the capability that declares it; absent for the product's own. */
  readonly owner?: string
  /** `any`: a scalar or list. */
  readonly type: string
  readonly allowed: ReadonlyArray<string>
  readonly default: JsonValue
  readonly description: string
  /** Strongest first, the default last. */
  readonly settings: ReadonlyArray<ExplainedSetting>
  readonly readBy: ReadonlyArray<ConfigReader>
}

/** The value of a key that is in force. */
export const valueInForce = (layers: ReadonlyArray<ConfigLayer>, { entry, key }: KnownKey): ConfigValue => {
  const { origin, settings, value } = resolveKey(layers, key, entry)
  const file = settings.find((one) => one.problem === undefined)?.file ?? ""
  return { key, value: value ?? null, origin, file }
}

/** Line on which a layer's file sets a key, from 1; none for the command line. */
const lineOf = (layer: ConfigLayer | undefined, key: string): Option.Option<number> => {
  if (layer?.bytes === undefined) return Option.none()
  const read = readConfig({ file: layer.file, bytes: layer.bytes, strict: false })
  if (Result.isFailure(read)) return Option.none()
  const { source, tree } = read.success
  const spot = spotOf(tree.root, key)
  const slot = spot === undefined ? undefined : nodesOn(tree, spot).at(-2)?.slots[spot.at(-1) ?? -1]
  return slot === undefined ? Option.none() : Option.some(positionAt(source, slot.start).line)
}

type Hook = Step | Contribution | Gate

const equalsKey = (check: Gate["check"]): string | undefined =>
  "predicate" in check && check.predicate.kind === "config-equals" ? check.predicate.key : undefined

const usesOf = (hook: Hook): ReadonlyArray<readonly [uses: string, key: string | undefined]> => [
  ["when", hook.when],
  ...("pointFrom" in hook ? [["pointFrom", hook.pointFrom] as const] : []),
  ...("configValues" in hook
    ? Object.values(hook.configValues ?? {}).map((key) => ["configValues", key] as const)
    : []),
  ...("check" in hook ? [["config-equals", equalsKey(hook.check)] as const] : [])
]

const hooksReading = (registry: Registry, key: string): ReadonlyArray<ConfigReader> =>
  [...registry.index.points].flatMap(([point, { contributions, gates, steps }]) => {
    const kinds = [
      ["step", steps],
      ["contribution", contributions],
      ["gate", gates]
    ] as const
    return kinds.flatMap(([kind, hooks]) =>
      hooks.flatMap(({ hook, id, index }) =>
        usesOf(hook)
          .filter(([, named]) => named === key)
          .map(([uses]) => ({ capId: id, hook: `${id}/${kind}/${index}`, point, uses }))
      )
    )
  })

/** What reads a key: hooks of the loop, capabilities that are switched by it, lanes. */
export const readersOf = (registry: Registry, key: string): ReadonlyArray<ConfigReader> => [
  ...[...registry.members.values()]
    .filter(({ manifest }) => "activationKey" in manifest && manifest.activationKey === key)
    .map(({ id }) => ({ capId: id, uses: "activationKey" })),
  ...hooksReading(registry, key),
  ...laneKeysOf(registry)
    .filter((lane) => lane.key === key)
    .map(({ capId, uses }) => ({ capId, uses }))
]

const why = (inForce: ConfigOrigin): string =>
  inForce === "flag" ? "the command line counts first" : `the ${inForce}'s value counts first`

const settingsOf = (layers: ReadonlyArray<ConfigLayer>, { entry, key }: KnownKey) => {
  const { settings } = resolveKey(layers, key, entry)
  const at = settings.findIndex(({ problem }) => problem === undefined)
  return settings.map(({ file, origin, problem, value }, index): ExplainedSetting => {
    const line = lineOf(
      layers.find((layer) => layer.origin === origin),
      key
    )
    const weaker = at !== -1 && index > at ? why(settings[at]?.origin ?? origin) : undefined
    const reason = problem ?? weaker
    return {
      origin,
      file,
      ...(Option.isNone(line) ? {} : { line: line.value }),
      value,
      inForce: index === at,
      ...(reason === undefined ? {} : { problem: reason })
    }
  })
}

/** Explains a key: what is in force, every place that sets it, why others do not count, and what reads it. */
export const explainKey = (
  registry: Registry,
  layers: ReadonlyArray<ConfigLayer>,
  known: KnownKey
): ExplainedKey => ({
  ...valueInForce(layers, known),
  ...(known.owner === undefined ? {} : { owner: known.owner }),
  type: known.entry?.type ?? "any",
  allowed: allowedOf(known.entry),
  default: known.entry?.default ?? null,
  description: known.entry?.description ?? "",
  settings: settingsOf(layers, known),
  readBy: readersOf(registry, known.key)
})

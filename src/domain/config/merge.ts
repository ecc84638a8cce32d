import type { JsonValue } from "../json/value.ts"
import type { KeyEntry } from "./entry.ts"
import { leavesOf } from "./leaves.ts"
import { configOrigins, misfit, type ConfigLayer, type ConfigOrigin } from "./resolve.ts"

/** A value that counts, with the file it stands in. */
export interface MergedSetting {
  readonly value: JsonValue
  readonly file: string
  readonly origin: ConfigOrigin
}

/** A value that does not count, since it is not of its key's type and a weaker one is. */
export interface PassedOver extends MergedSetting {
  readonly key: string
  /** As a sentence without a period. */
  readonly problem: string
}

/** Several layers as one. */
export interface Merged {
  readonly settings: ReadonlyMap<string, MergedSetting>
  readonly passedOver: ReadonlyArray<PassedOver>
}

/** Layers, the strongest first. */
export const strongestFirst = (layers: ReadonlyArray<ConfigLayer>): ReadonlyArray<ConfigLayer> =>
  layers.toSorted((a, b) => configOrigins.indexOf(b.origin) - configOrigins.indexOf(a.origin))

const candidates = (layers: ReadonlyArray<ConfigLayer>): ReadonlyMap<string, Array<MergedSetting>> => {
  const found = new Map<string, Array<MergedSetting>>()
  for (const { document, file, origin } of strongestFirst(layers))
    for (const [key, value] of leavesOf(document)) {
      const setting = { value, file, origin }
      const others = found.get(key)
      if (others === undefined) found.set(key, [setting])
      else others.push(setting)
    }
  return found
}

/**
 * What layers set together, by dotted key: of each key the strongest value that fits its type. One that fits nowhere
 * stands as the strongest has it, for whoever reads it to say so. Keys without a type fit always.
 */
export const mergeLayers = (
  layers: ReadonlyArray<ConfigLayer>,
  typeOf: (key: string) => KeyEntry | undefined
): Merged => {
  const settings = new Map<string, MergedSetting>()
  const passedOver: Array<PassedOver> = []
  for (const [key, found] of candidates(layers)) {
    const type = typeOf(key)
    const problemOf = ({ value }: MergedSetting) => (type === undefined ? undefined : misfit(type, value))
    const fitting = found.findIndex((setting) => problemOf(setting) === undefined)
    const chosen = found[Math.max(0, fitting)]
    if (chosen !== undefined) settings.set(key, chosen)
    for (const setting of found.slice(0, Math.max(0, fitting)))
      passedOver.push({ ...setting, key, problem: problemOf(setting) ?? "" })
  }
  return { settings, passedOver }
}

/** Texts that layers set together: of each key the strongest value that is a text. */
export const textsOf = (layers: ReadonlyArray<ConfigLayer>): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>()
  for (const [key, found] of candidates(layers))
    for (const { value } of found) if (typeof value === "string" && !texts.has(key)) texts.set(key, value)
  return texts
}

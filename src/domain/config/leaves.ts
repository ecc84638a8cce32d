import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.ts"

interface Leaf {
  /** Names of the members on the way, from the root. */
  readonly way: ReadonlyArray<string>
  readonly value: JsonValue
}

/**
 * Whether one way to a key counts before another to the same one: as `valueAt` looks, one name before several, then the
 * shorter first name.
 */
const isBefore = (way: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => {
  const differing = way.findIndex((name, at) => name !== other[at])
  if (differing === -1) return way.length < other.length
  const restIsOne = way.length === differing + 1
  const otherIsOne = other.length === differing + 1
  if (restIsOne !== otherIsOne) return restIsOne
  return (way[differing] ?? "").length < (other[differing] ?? "").length
}

const waysIn = (value: JsonObject, above: ReadonlyArray<string>): ReadonlyArray<Leaf> =>
  Object.keys(value).flatMap((name): ReadonlyArray<Leaf> => {
    const one = value[name] ?? null
    const way = [...above, name]
    return isJsonObject(one) ? waysIn(one, way) : [{ way, value: one }]
  })

/**
 * What a document sets, by dotted key: nested members and members whose name has dots in it are the same, and of a key
 * that stands in several ways the one that `valueAt` finds counts. Objects are no values; null sets nothing.
 */
export const leavesOf = (document: JsonObject): ReadonlyMap<string, JsonValue> => {
  const leaves = new Map<string, Leaf>()
  for (const leaf of waysIn(document, [])) {
    const key = leaf.way.join(".")
    const other = leaves.get(key)
    if (leaf.value !== null && (other === undefined || isBefore(leaf.way, other.way))) leaves.set(key, leaf)
  }
  return new Map([...leaves].map(([key, { value }]) => [key, value]))
}

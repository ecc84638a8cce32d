import type * as JsonSchema from "effect/JsonSchema"
import { isRawObject, itemsOf } from "../raw.ts"

/** One schema object of a JSON Schema document. */
export type Node = JsonSchema.JsonSchema

/** Schemas by member name. */
export type Nodes = Readonly<Record<string, Node>>

/** The schemas under a keyword that holds them by name; empty when it is absent. */
export const nodesOf = (node: Node, keyword: "properties" | "$defs"): Nodes => {
  const held = node[keyword]
  return isRawObject(held) ? (held as Nodes) : {}
}

/** The members that must be there. */
export const requiredOf = (node: Node): ReadonlyArray<string> => itemsOf(node["required"]).map(String)

/** Equal as JSON, keys in the same order. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const conditionWords = ["if", "then", "else"]

/** What holds where a condition is met, and where it is not. */
export const conditional = (...parts: readonly [condition: Node, met: Node, unmet?: Node]): Node =>
  Object.fromEntries(parts.map((part, at) => [conditionWords[at], part]))

/** What holds where the condition is met; empty when there is none. */
export const consequenceOf = (node: unknown): Node => {
  const consequence = isRawObject(node) ? node["then"] : undefined
  return isRawObject(consequence) ? consequence : {}
}

const byName = new Set(["properties", "patternProperties", "$defs"])
const single = new Set(["items", "additionalProperties", "propertyNames", "not", ...conditionWords])
const listed = new Set(["allOf", "anyOf", "oneOf", "prefixItems"])

/** Rewrites every schema of a tree, innermost first. Members that are named like keywords are left alone. */
export const rewrite = (node: Node, change: (node: Node) => Node): Node => {
  const inner = (value: unknown): unknown => (isRawObject(value) ? rewrite(value, change) : value)
  const entries = Object.entries(node).map(([keyword, value]): readonly [string, unknown] => {
    if (byName.has(keyword) && isRawObject(value))
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]))]
    if (listed.has(keyword)) return [keyword, itemsOf(value).map(inner)]
    return [keyword, single.has(keyword) ? inner(value) : value]
  })
  return change(Object.fromEntries(entries))
}

import { isRawObject, itemsOf } from "../raw.ts"
import { isSame, type Node } from "./node.ts"

const without = (node: Node, ...keywords: ReadonlyArray<string>): Node =>
  Object.fromEntries(Object.entries(node).filter(([keyword]) => !keywords.includes(keyword)))

/** VS Code shows this text in place of the pattern; other readers skip it. */
const withPatternMessage = (node: Node): Node => {
  if (!("message" in node)) return node
  const bare = without(node, "message")
  return "pattern" in node ? { ...bare, patternErrorMessage: node["message"] } : bare
}

/** Draws the parts of an `allOf` that say different things into one schema; the last description is the member's own. */
const merged = (node: Node): Node => {
  if (!Array.isArray(node["allOf"])) return node
  let whole = without(node, "allOf")
  const rest: Array<Node> = []
  for (const part of itemsOf(node["allOf"]).filter(isRawObject)) {
    const said = without(part, "description")
    if ("description" in part) whole = { ...whole, description: part["description"] }
    if (Object.keys(said).some((keyword) => keyword in whole)) rest.push(said)
    else whole = { ...whole, ...said }
  }
  return rest.length === 0 ? whole : { ...whole, allOf: rest }
}

/** A list that must not be empty says so by `minItems` alone. */
const withoutFirstItem = (node: Node): Node => {
  const first = itemsOf(node["prefixItems"])
  return first.length === 1 && isSame(first[0], node["items"]) ? without(node, "prefixItems") : node
}

/** `X or null` as one schema, so that editors say one thing. */
const withNull = (node: Node): Node => {
  const [value, nothing, ...more] = itemsOf(node["anyOf"])
  if (more.length > 0 || !isRawObject(value) || !isSame(nothing, { type: "null" })) return node
  if (typeof value["type"] !== "string") return node
  const choices = Array.isArray(value["enum"]) ? { enum: [...value["enum"], null] } : {}
  return { ...value, ...without(node, "anyOf"), type: [value["type"], "null"], ...choices }
}

/** What is open by default need not say so. */
const withoutOpenness = (node: Node): Node =>
  node["additionalProperties"] === true ? without(node, "additionalProperties") : node

/** One generated schema as an author of it would write it; it admits the same values. */
export const tidy = (node: Node): Node =>
  withNull(withoutFirstItem(merged(withPatternMessage(withoutOpenness(node)))))

import { isRawObject, itemsOf, stringsOf } from "../raw.ts"
import { conditional, isSame, type Node, nodesOf, requiredOf } from "./node.ts"

/** One variant of a union: the values of the tag that choose it. */
interface Variant {
  readonly tags: ReadonlyArray<string>
  readonly node: Node
}

const tagsOf = (node: Node, name: string): ReadonlyArray<string> =>
  requiredOf(node).includes(name) ? stringsOf(nodesOf(node, "properties")[name]?.["enum"]) : []

const variantsBy = (members: ReadonlyArray<Node>, name: string): ReadonlyArray<Variant> | undefined => {
  const variants = members.map((node) => ({ tags: tagsOf(node, name), node }))
  const all = variants.flatMap(({ tags }) => tags)
  const tells = variants.every(({ tags }) => tags.length > 0) && new Set(all).size === all.length
  return tells ? variants : undefined
}

/** The tag as one member: every value, with what each stands for. */
const tagNode = (variants: ReadonlyArray<Variant>, name: string): Node => {
  const told = variants.flatMap(({ node, tags }) => {
    const { description } = nodesOf(node, "properties")[name] ?? {}
    return tags.map((tag) => ({ tag, text: typeof description === "string" ? description : tag }))
  })
  return {
    type: "string",
    enum: told.map(({ tag }) => tag),
    enumDescriptions: told.map(({ text }) => text),
    description: told.map(({ tag, text }) => `\`${tag}\`: ${text}`).join("; ")
  }
}

/** What holds when the tag has these values. */
export const when = (name: string, tags: ReadonlyArray<string>, met: Node): Node =>
  conditional(
    { properties: { [name]: tags.length === 1 ? { const: tags[0] } : { enum: tags } }, required: [name] },
    met
  )

const rest = (node: Node, shared: Node): Node => {
  const known = nodesOf(shared, "properties")
  const own = Object.entries(nodesOf(node, "properties")).filter(([name]) => !Object.hasOwn(known, name))
  const required = requiredOf(node).filter((name) => !requiredOf(shared).includes(name))
  return {
    ...(own.length === 0 ? {} : { properties: Object.fromEntries(own) }),
    ...(required.length === 0 ? {} : { required })
  }
}

/** The members that all variants hold alike, with the tag in front. */
const sharedOf = (variants: ReadonlyArray<Variant>, name: string): Node => {
  const [first = {}, ...others] = variants.map(({ node }) => node)
  const alike = Object.entries(nodesOf(first, "properties")).filter(([key, value]) =>
    others.every((other) => isSame(nodesOf(other, "properties")[key], value))
  )
  return {
    type: "object",
    properties: { [name]: tagNode(variants, name), ...Object.fromEntries(alike) },
    required: requiredOf(first).filter((key) => others.every((other) => requiredOf(other).includes(key)))
  }
}

/**
 * Objects told apart by a tag, as what they share and one condition for each: a validator then speaks of the variant
 * that was meant, and not of all of them. Undefined when `name` does not tell them apart.
 */
export const tagged = (members: ReadonlyArray<Node>, name: string): Node | undefined => {
  const variants = variantsBy(members, name)
  if (variants === undefined) return undefined
  const shared = sharedOf(variants, name)
  return { ...shared, allOf: variants.map(({ node, tags }) => when(name, tags, rest(node, shared))) }
}

/** Objects of which each must hold one member of its own: exactly one of these members. */
const exclusive = (members: ReadonlyArray<Node>): Node | undefined => {
  const names = members.map(requiredOf)
  if (names.some((one) => one.length !== 1) || new Set(names.flat()).size !== members.length) return undefined
  return {
    type: "object",
    properties: Object.assign({}, ...members.map((member) => nodesOf(member, "properties"))),
    oneOf: names.map((required) => ({ required }))
  }
}

/** A union of objects in the form about which editors speak best; anything else as it is. */
export const clearUnion = (node: Node): Node => {
  const members = itemsOf(node["anyOf"]).filter(isRawObject)
  const [first] = members
  if (first === undefined || members.length < 2 || members.some(({ type }) => type !== "object")) return node
  const { anyOf: _, ...said } = node
  for (const name of requiredOf(first)) {
    const told = tagged(members, name)
    if (told !== undefined) return { ...told, ...said }
  }
  const one = exclusive(members)
  return one === undefined ? node : { ...one, ...said }
}

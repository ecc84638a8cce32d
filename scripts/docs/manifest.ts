/** Every member of `capability.json`, from the schema that is published. */
import { capabilityJsonSchema } from "../../src/domain/capability/jsonSchema/capabilityJsonSchema.ts"
import { isRawObject, type RawObject } from "../../src/domain/capability/raw.ts"
import { page, table } from "./parts/markdown.ts"

export const file = "docs/reference/manifest.md"

const objectAt = (node: RawObject, name: string): RawObject => {
  const value = node[name]
  return isRawObject(value) ? value : {}
}

const listAt = (node: RawObject, name: string): ReadonlyArray<unknown> => {
  const value = node[name]
  return Array.isArray(value) ? value : []
}

const textAt = (node: RawObject, name: string): string => {
  const value = node[name]
  return typeof value === "string" ? value : ""
}

const json = (value: unknown): string => `\`${JSON.stringify(value)}\``

const schema: RawObject = capabilityJsonSchema() as RawObject
const definitions = objectAt(schema, "$defs")

/** A definition with members has a section of its own; any other is told where it is used. */
const hasMembers = (node: RawObject): boolean => Object.keys(objectAt(node, "properties")).length > 0

/** A list of words that is too long for a cell. */
const isLong = (node: RawObject): boolean => listAt(node, "enum").length > 4

const refOf = (node: RawObject): string => textAt(node, "$ref").replace("#/$defs/", "")

const typeOf = (node: RawObject): string => {
  const name = refOf(node)
  if (name !== "") {
    const definition = objectAt(definitions, name)
    return hasMembers(definition) || isLong(definition)
      ? `[${name}](#${name.toLowerCase()})`
      : typeOf(definition)
  }
  const choices = listAt(node, "enum")
  if (choices.length > 0) return choices.map(json).join(", ")
  if ("const" in node) return json(node["const"])
  const either = [...listAt(node, "anyOf"), ...listAt(node, "oneOf")].filter(isRawObject)
  if (either.length > 0) return [...new Set(either.map(typeOf))].join(" or ")
  const types = Array.isArray(node["type"]) ? node["type"] : [node["type"]]
  if (types.includes("array")) return `list of ${typeOf(objectAt(node, "items"))}`
  const more = node["additionalProperties"]
  if (types.includes("object") && isRawObject(more) && !hasMembers(node) && more["deprecated"] !== true)
    return `object of ${typeOf(more)}`
  if (hasMembers(node))
    return `object of ${Object.keys(objectAt(node, "properties"))
      .map((one) => `\`${one}\``)
      .join(", ")}`
  return types[0] === undefined ? "any JSON" : types.join(" or ")
}

const meaningOf = (node: RawObject): string => {
  const definition = refOf(node) === "" ? {} : objectAt(definitions, refOf(node))
  const said = textAt(node, "description") || textAt(definition, "description")
  const rule =
    textAt(node, "patternErrorMessage") ||
    (hasMembers(definition) ? "" : textAt(definition, "patternErrorMessage"))
  return [said, rule === "" ? "" : `It ${rule}`].filter((part) => part !== "").join(". ")
}

interface Member {
  readonly name: string
  readonly node: RawObject
  readonly isRequired: boolean
  readonly condition: string
}

const membersOf = (node: RawObject, condition: string): ReadonlyArray<Member> => {
  const required = new Set(listAt(node, "required"))
  return Object.entries(objectAt(node, "properties")).flatMap(([name, member]) =>
    isRawObject(member) && member["deprecated"] !== true && !("not" in member)
      ? [{ name, node: member, isRequired: required.has(name), condition }]
      : []
  )
}

const conditionOf = (condition: RawObject): string =>
  Object.entries(objectAt(condition, "properties"))
    .map(([name, told]) => {
      const node = isRawObject(told) ? told : {}
      const values = "const" in node ? [node["const"]] : listAt(node, "enum")
      return `\`${name}\` ${values.map(json).join(" or ")}`
    })
    .join(", ")

/** Members of the object itself, then those that depend on another member's value. */
const allMembersOf = (node: RawObject): ReadonlyArray<Member> => {
  const branches = [node, ...listAt(node, "allOf").filter(isRawObject)].filter((one) =>
    isRawObject(one["if"])
  )
  return [
    ...membersOf(node, ""),
    ...branches.flatMap((branch) => membersOf(objectAt(branch, "then"), conditionOf(objectAt(branch, "if"))))
  ]
}

const rowOf = ({ condition, isRequired, name, node }: Member): ReadonlyArray<string> => [
  `\`${name}\``,
  isRequired ? "yes" : "",
  typeOf(node),
  [meaningOf(node), condition === "" ? "" : `(with ${condition})`].filter((part) => part !== "").join(" ")
]

const tableOf = (members: ReadonlyArray<Member>): string =>
  table(["member", "needed", "type", "what it is"], members.map(rowOf))

const roles = listAt(schema, "allOf")
  .filter(isRawObject)
  .map((branch) => ({
    role: String(objectAt(objectAt(objectAt(branch, "if"), "properties"), "role")["const"]),
    members: membersOf(objectAt(branch, "then"), "")
  }))

const roleSection = ({ members, role }: (typeof roles)[number]): string =>
  `## Role ${role}\n\n${tableOf(members)}`

const definitionSections = Object.entries(definitions).flatMap(([name, node]) => {
  if (!isRawObject(node)) return []
  if (isLong(node)) return [`## ${name}\n\n${meaningOf(node)}\n\nOne of ${typeOf(node)}.`]
  return hasMembers(node) ? [`## ${name}\n\n${meaningOf(node)}\n\n${tableOf(allMembersOf(node))}`] : []
})

const text = `# Manifest

\`capability.json\` in the root of a capability's folder: strict JSON in UTF-8. \`gsd schema capability\` prints the schema from
which this page is made, for editors; \`gsd capability validate\` says what is wrong with a file. [Rules](../rules.md) has what
no schema can say: files that must be there, members that must fit each other and the other capabilities.

Members that are unknown are warned of and ignored.

## Every role

${tableOf(membersOf(schema, ""))}

${roles.map(roleSection).join("\n\n")}

${definitionSections.join("\n\n")}
`

export const render = async (): Promise<string> =>
  page("scripts/docs/manifest.ts from the schema in src/domain/capability", text)

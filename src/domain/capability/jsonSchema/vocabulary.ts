import { environmentNamePattern } from "../environmentNames.ts"
import { hostBehaviorKeys, removedHostBehaviors } from "../hostBehaviors.ts"
import { invokeMembers } from "../laneMembers.ts"
import { loopPoints, ownLoopContract } from "../loopContract.ts"
import { isRawObject, itemsOf } from "../raw.ts"
import { conditional, consequenceOf, type Node, nodesOf } from "./node.ts"
import { when } from "./unions.ts"

/** Admitted, and underlined by editors: what our validator warns about. */
export const warned = (message: string): Node => ({ deprecated: true, deprecationMessage: message })

const ignored = warned("This member is unknown and ignored")

const refusals = (names: ReadonlyArray<string>): Readonly<Record<string, false>> =>
  Object.fromEntries(names.map((name) => [name, false]))

/** Warns about members that the object does not know. */
const withKnown = (node: Node, names: ReadonlyArray<string>): Node => {
  const own = nodesOf(node, "properties")
  const others = names.filter((name) => !Object.hasOwn(own, name)).map((name) => [name, true] as const)
  return {
    ...node,
    properties: { ...own, ...Object.fromEntries(others) },
    additionalProperties: ignored
  }
}

/** Refuses in each variant the members of the others, and warns about those of none. */
const closedUnion = (node: Node): Node => {
  const variants = itemsOf(node["allOf"]).filter(isRawObject)
  const all = [...new Set(variants.flatMap((one) => Object.keys(nodesOf(consequenceOf(one), "properties"))))]
  const allOf = variants.map((one) => {
    const own = nodesOf(consequenceOf(one), "properties")
    const foreign = all.filter((name) => !Object.hasOwn(own, name))
    const properties = { ...own, ...refusals(foreign) }
    return conditional(one["if"] as Node, { ...consequenceOf(one), properties })
  })
  return withKnown({ ...node, allOf }, all)
}

const closedInvoke = (node: Node, other: string): Node => {
  const own = nodesOf(node, "properties")
  const foreign = (invokeMembers.get(other) ?? []).filter((name) => !Object.hasOwn(own, name))
  return { ...withKnown(node, []), properties: { ...own, ...refusals(foreign) } }
}

/** The argument before the answer's file goes with the channel that names one. Source: manifest facts 6. */
const withOutputArgument = (node: Node): Node => ({
  ...node,
  ...conditional(
    { properties: { outputChannel: { const: "file-arg" } }, required: ["outputChannel"] },
    { required: ["outputArg"] },
    { properties: { outputArg: false } }
  )
})

const withEnvironmentNames = (node: Node): Node => {
  const { env, ...others } = nodesOf(node, "properties")
  const names = { pattern: environmentNamePattern.source }
  return { ...node, properties: { ...others, env: { ...env, propertyNames: names } } }
}

/** The agent roles that a point has. Source: seed 000, contributions. */
const withRolesOfPoint = (node: Node): Node => ({
  ...node,
  allOf: loopPoints.map((point) => {
    const { agentRoles } = ownLoopContract[point]
    return when("point", [point], { properties: { into: { enum: agentRoles } } })
  })
})

const behaviors: Node = {
  type: "object",
  description: "Switches for what differs on this host",
  properties: {
    ...Object.fromEntries(
      [...hostBehaviorKeys].map((key) => [key, { description: "Known switch of a host" }])
    ),
    ...Object.fromEntries([...removedHostBehaviors].map(([key, hint]) => [key, warned(`Removed. ${hint}`)]))
  },
  additionalProperties: ignored
}

const withBehaviors = (node: Node): Node => ({
  ...node,
  properties: { ...nodesOf(node, "properties"), hostBehaviors: behaviors }
})

/** What the shapes do not say of a definition, and the rules do: its closed vocabularies. Source: decisions 7, 12, 17. */
export const vocabularyOf: ReadonlyMap<string, (node: Node) => Node> = new Map([
  ["Probe", closedUnion],
  ["Reviewer", (node: Node) => withKnown(node, ["invoke"])],
  [
    "SpawnInvoke",
    (node: Node) => withEnvironmentNames(withOutputArgument(closedInvoke(node, "openai-http")))
  ],
  ["HttpInvoke", (node: Node) => closedInvoke(node, "spawn")],
  ["RuntimeBody", withBehaviors],
  ["Contribution", withRolesOfPoint]
])

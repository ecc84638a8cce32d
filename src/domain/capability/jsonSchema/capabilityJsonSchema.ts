import * as Schema from "effect/Schema"
import { isRawObject, itemsOf } from "../raw.ts"
import { Manifest } from "../schema/manifest.ts"
import { featureOnly } from "../vocabulary.ts"
import { conditional, consequenceOf, type Node, type Nodes, nodesOf, rewrite } from "./node.ts"
import { tidy } from "./tidy.ts"
import { clearUnion, tagged } from "./unions.ts"
import { vocabularyOf, warned } from "./vocabulary.ts"

/** Members that a role does not admit at any value, or reads nothing of. A test compares them with the rules. */
const foreign: Readonly<Record<string, Readonly<Record<string, Node | false>>>> = {
  feature: { reviewer: false, runtime: warned("`runtime` has no effect on role `feature`") },
  runtime: Object.fromEntries(featureOnly.map((name) => [name, false])),
  reviewer: Object.fromEntries([...featureOnly, "runtime"].map((name) => [name, false]))
}

const bodies = ["FeatureManifest", "RuntimeManifest", "ReviewerManifest"]

const roleOf = (condition: Node): string => {
  const chosen = isRawObject(condition["if"]) ? nodesOf(condition["if"], "properties")["role"] : undefined
  return String(chosen?.["const"])
}

const withForeign = (variant: Node): Node => {
  const met = consequenceOf(variant)
  const properties = { ...nodesOf(met, "properties"), ...foreign[roleOf(variant)] }
  return conditional(variant["if"] as Node, { ...met, properties })
}

/** What a role is for stands beside the role. */
const withRoleText = (node: Node): Node => {
  const properties = nodesOf(node, "properties")
  const role = { ...properties["role"], description: node["description"] }
  return { ...node, properties: { ...properties, role } }
}

/** The keys are versions too. */
const withVersionKeys = (properties: Nodes): Nodes => ({
  ...properties,
  compatVersions: {
    ...properties["compatVersions"],
    propertyNames: { $ref: "#/$defs/Version", description: "Version of this capability" }
  }
})

const root = (definitions: Nodes): Node => {
  const manifests = bodies.map((name) => withRoleText(definitions[name] ?? {}))
  const whole = tagged(manifests, "role") ?? {}
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "GSD capability",
    description: "Declaration of one capability: `capability.json`",
    ...whole,
    properties: {
      $schema: { description: "Where this schema is, for editors; gsd ignores it" },
      ...withVersionKeys(nodesOf(whole, "properties"))
    },
    allOf: itemsOf(whole["allOf"]).filter(isRawObject).map(withForeign)
  }
}

/** Names of the definitions that a tree refers to, and of those that it refers to without a description. */
const referred = (tree: Node): { readonly all: ReadonlySet<string>; readonly bare: ReadonlySet<string> } => {
  const all = new Set<string>()
  const bare = new Set<string>()
  rewrite(tree, (node) => {
    const name = typeof node["$ref"] === "string" ? node["$ref"].replace("#/$defs/", "") : undefined
    if (name === undefined) return node
    all.add(name)
    if (!("description" in node)) bare.add(name)
    return node
  })
  return { all, bare }
}

/** Keeps what is referred to. VS Code shows a definition's description in place of the member's own, so it goes. */
const pruned = (tree: Node): Node => {
  const { all, bare } = referred(tree)
  const kept = Object.entries(nodesOf(tree, "$defs")).flatMap(([name, node]) => {
    if (!all.has(name)) return []
    const { description, ...silent } = node
    return [[name, bare.has(name) ? { ...silent, description } : silent] as const]
  })
  return { ...tree, $defs: Object.fromEntries(kept) }
}

/**
 * JSON Schema (draft 2020-12) of `capability.json` for editors, from the schemas that decode it. It refuses nothing
 * that the validator accepts; rules across members are the validator's alone. What the validator warns about is
 * marked as deprecated.
 */
export const capabilityJsonSchema = (): Node => {
  const document = Schema.toJsonSchemaDocument(Manifest, { includeAnnotationKey: (key) => key === "message" })
  const entries = Object.entries(document.definitions).map(([name, node]): readonly [string, Node] => {
    const clear = rewrite(node, (one) => clearUnion(tidy(one)))
    return [name, vocabularyOf.get(name)?.(clear) ?? clear]
  })
  const kept = entries.filter(([name]) => !bodies.includes(name) && name !== "Manifest")
  return pruned({ ...root(Object.fromEntries(entries)), $defs: Object.fromEntries(kept) })
}

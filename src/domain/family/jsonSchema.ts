import * as Schema from "effect/Schema"
import { nodesOf, rewrite, type Node } from "../capability/jsonSchema/node.ts"
import { tidy } from "../capability/jsonSchema/tidy.ts"
import { clearUnion } from "../capability/jsonSchema/unions.ts"
import { roleWords } from "./manifest.ts"
import { FamilyManifest } from "./schema.ts"

const clear = (node: Node): Node => rewrite(node, (one) => clearUnion(tidy(one)))

/**
 * JSON Schema (draft 2020-12) of a family member's `capability.json` for editors, from the schemas that decode it. It
 * refuses nothing that the validator accepts; rules across members are the validator's alone.
 */
export const familyJsonSchema = (): Node => {
  const document = Schema.toJsonSchemaDocument(FamilyManifest, {
    includeAnnotationKey: (key) => key === "message"
  })
  const definitions = Object.entries(document.definitions).map(([name, node]) => [name, clear(node)] as const)
  const root = definitions.find(([name]) => name === "FamilyManifest")?.[1] ?? clear(document.schema)
  const properties = nodesOf(root, "properties")
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "agent-workflow family member",
    ...root,
    properties: {
      $schema: { description: "Where this schema is, for editors; gsd ignores it" },
      ...properties,
      roles: { ...properties["roles"], propertyNames: { enum: [...roleWords] } }
    },
    $defs: Object.fromEntries(definitions.filter(([name]) => name !== "FamilyManifest"))
  }
}

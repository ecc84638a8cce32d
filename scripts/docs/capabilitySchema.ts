/** The JSON Schema of `capability.json`, published in the package; the same text as `gsd schema capability`. */
import { schemaText } from "../../src/cli/render/schema.ts"
import { capabilityJsonSchema } from "../../src/domain/capability/jsonSchema/capabilityJsonSchema.ts"

export const file = "schema/capability.schema.json"

export const render = () => `${schemaText(capabilityJsonSchema())}\n`

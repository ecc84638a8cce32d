/** The JSON Schema of a family member, published in the package; the same text as `gsd schema family`. */
import { schemaText } from "../../src/cli/render/schema.ts"
import { familyJsonSchema } from "../../src/domain/family/jsonSchema.ts"

export const file = "schema/family.schema.json"

export const render = () => `${schemaText(familyJsonSchema())}\n`

/** A JSON Schema as it is published. */
export const schemaText = (schema: unknown): string => JSON.stringify(schema, null, 2)

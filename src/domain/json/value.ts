/** A JSON value as read from untrusted bytes: objects may carry any own key, `__proto__` included. */
export type JsonValue = null | boolean | number | string | ReadonlyArray<JsonValue> | JsonObject

/** A JSON object; read members with `member`, never with `in` or a plain index. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Tells whether `value` is a JSON object (neither null nor an array). */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Own member of `value`, or undefined when `value` is no object or has no such own key. */
export const member = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** Own member of `value` when it is a string; empty otherwise. */
export const memberText = (value: JsonValue | undefined, key: string): string => {
  const found = member(value, key)
  return typeof found === "string" ? found : ""
}

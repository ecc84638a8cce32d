import * as Result from "effect/Result"
import { decodeText } from "../json/decodeText.ts"
import { member, type JsonValue } from "../json/value.ts"
import { limits } from "../limits.ts"
import { readDocument } from "../runtime/dialect/document.ts"
import { toolsOfFront } from "../runtime/dialect/toolFields.ts"
import { shown, type Visible } from "../text/escape.ts"

/** A text that a host takes and that may name tools, and its file in the bundle. */
export interface ToolText {
  readonly kind: "skill" | "agent"
  readonly stem: string
  readonly path: string
}

const stemsIn = (raw: JsonValue, key: string): ReadonlyArray<string> => {
  const list = member(raw, key)
  return Array.isArray(list) ? [...new Set(list.filter((one): one is string => typeof one === "string"))] : []
}

/** The texts of a raw manifest whose front matter may name tools. Total. */
export const toolTextsOf = (raw: JsonValue): ReadonlyArray<ToolText> => [
  ...stemsIn(raw, "skills").map(
    (stem) => ({ kind: "skill", stem, path: `skills/${stem}/SKILL.md` }) as const
  ),
  ...stemsIn(raw, "agents").map((stem) => ({ kind: "agent", stem, path: `agents/${stem}.md` }) as const)
]

/**
 * What the front matter of a text lets its host do, as a sentence; undefined when it names no tools, or is too large or cannot be read: then
 * no host is given it. The content hash binds the bytes, so no digest holds this. Source: ADR-0033.
 */
export const toolNotice = ({ kind, stem }: ToolText, bytes: Uint8Array): Visible | undefined => {
  const text =
    bytes.length > limits.skillTextBytes ? undefined : Result.getOrUndefined(decodeText(bytes))?.text
  const read = text === undefined ? undefined : Result.getOrUndefined(readDocument(text))
  const tools = read === undefined ? [] : (toolsOfFront(read) ?? [])
  if (tools.length === 0) return undefined
  const named = tools.map((one) => one.text).join(", ")
  return kind === "skill"
    ? shown`The skill \`${stem}\` lets hosts use without asking, where they take its word: ${named}`
    : shown`The agent \`${stem}\` asks hosts for the tools: ${named}`
}

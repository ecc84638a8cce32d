import type { JsonValue } from "../../json/value.ts"
import type { DialectContext, Source } from "./source.ts"
import type { Facts, Field, FieldText } from "./dialect.ts"
import { limited, type TextLimit } from "./limit.ts"
import { blockMap, flowList, plainText, quotedText } from "./yamlText.ts"

const written = (...lines: ReadonlyArray<string>): FieldText => ({ lines, notes: [] })

const nothing = written()

/** A value as text: lists of texts as a person writes them, `[a, b]`. Undefined for nothing, and for records. */
export const textOf = (value: JsonValue | undefined): string | undefined => {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) {
    const texts = value.map(textOf)
    return texts.every((text) => text !== undefined) ? `[${texts.join(", ")}]` : undefined
  }
  return typeof value === "object" ? undefined : String(value)
}

/** The name, as bare text where YAML allows it, or always in quotes. */
export const nameField = (style: "plain" | "quoted"): Field => ({
  key: "name",
  takes: ["name"],
  write: ({ name }) => written(`name: ${style === "plain" ? plainText(name) : quotedText(name)}`)
})

const cut = (key: string, text: string, limit: TextLimit | undefined): FieldText => {
  const bounded = limit === undefined ? text : limited(text, limit)
  return {
    lines: [`${key}: ${quotedText(bounded)}`],
    notes: bounded === text ? [] : [`its description is cut to ${limit?.most} characters`]
  }
}

/** The description in quotes; on one line when it is bounded or `lines` says so. */
export const descriptionField = (limit?: TextLimit, lines: "one" | "as written" = "one"): Field => ({
  key: "description",
  takes: ["description"],
  write: ({ description, summary }) => cut("description", lines === "one" ? summary : description, limit)
})

/** The description once more, short, below `metadata`. Nothing is lost by it, so it says nothing of the cut. */
export const shortDescriptionField = (limit: TextLimit): Field => ({
  key: "metadata",
  takes: [],
  write: ({ summary }) =>
    written("metadata:", ...blockMap([["short-description", quotedText(limited(summary, limit))]]))
})

/** A text of the source under its own key; `quoted` always, else where YAML asks for it. */
export const textField = (key: string, style: "plain" | "quoted" = "plain"): Field => ({
  key,
  takes: [key],
  write: ({ front }) => {
    const text = textOf(front.get(key))
    if (text === undefined) return nothing
    return written(`${key}: ${style === "quoted" ? quotedText(text) : plainText(text)}`)
  }
})

/** A text for which the host has words of its own; one that it has no word for is left out with a note, or kept. */
export const wordField = (
  key: string,
  words: ReadonlyMap<string, string>,
  others: "kept" | "dropped"
): Field => ({
  key,
  takes: [key],
  write: ({ front }) => {
    const text = textOf(front.get(key))
    if (text === undefined) return nothing
    const word = words.get(text) ?? (others === "kept" ? text : undefined)
    return word === undefined
      ? { lines: [], notes: [`its \`${key}\` is left out: the runtime has no such value`] }
      : written(`${key}: ${plainText(word)}`)
  }
})

/** A truth value of the source; anything else is left out. */
export const flagField = (key: string): Field => ({
  key,
  takes: [key],
  write: ({ front }) => {
    const value = front.get(key)
    return typeof value === "boolean" ? written(`${key}: ${value}`) : nothing
  }
})

/** A list of texts on one line. */
export const listField = (key: string): Field => ({
  key,
  takes: [key],
  write: ({ front }) => {
    const value = front.get(key)
    const texts = Array.isArray(value) ? value.map(textOf) : []
    return texts.length > 0 && texts.every((text) => text !== undefined)
      ? written(`${key}: ${flowList(texts)}`)
      : nothing
  }
})

/** The same for every source. */
export const constantField = (key: string, value: string | boolean): Field => ({
  key,
  takes: [key],
  write: () => written(`${key}: ${typeof value === "string" ? plainText(value) : value}`)
})

/** What the place says, not the source; nothing when it says nothing. */
export const contextField = (
  key: string,
  valueOf: (context: DialectContext, source: Source) => string | number | undefined
): Field => ({
  key,
  takes: [],
  write: ({ context, source }: Facts) => {
    const value = valueOf(context, source)
    if (value === undefined) return nothing
    return written(`${key}: ${typeof value === "number" ? value : plainText(value)}`)
  }
})

/** The setting of the place, else what the source says. */
export const settledField = (
  key: string,
  valueOf: (context: DialectContext) => string | undefined
): Field => ({
  key,
  takes: [key],
  write: ({ context, front }) => {
    const value = valueOf(context) ?? textOf(front.get(key))
    return value === undefined ? nothing : written(`${key}: ${plainText(value)}`)
  }
})

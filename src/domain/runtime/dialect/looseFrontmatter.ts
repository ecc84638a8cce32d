import type { JsonValue } from "../../json/value.ts"

interface Entry {
  readonly key: string
  readonly first: string
  readonly more: Array<string>
}

const pair = /^([A-Za-z_][\w-]*):(?:[ \t]+(.*))?$/u
const item = /^[ \t]*-[ \t]+(.*)$/u
const blockMark = /^[|>][+-]?$/u

const unquoted = (text: string): string => {
  const trimmed = text.trim()
  const quoted = /^(["'])(.*)\1$/u.exec(trimmed)
  if (quoted === null) return trimmed.replace(/(?<!\s)\s+#.*$/u, "")
  const inner = quoted[2] ?? ""
  return quoted[1] === "'" ? inner.replaceAll("''", "'") : inner.replace(/\\(["\\])/gu, "$1")
}

const textsOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.map((line) => line.trim()).filter((line) => line !== "")

const scalarOf = (text: string): JsonValue => {
  if (text === "true" || text === "false") return text === "true"
  return text === "" ? null : unquoted(text)
}

const valueOf = ({ first, more }: Entry): JsonValue => {
  if (blockMark.test(first)) return textsOf(more).join(first.startsWith("|") ? "\n" : " ")
  const items = more.map((line) => item.exec(line)?.[1])
  if (first === "" && items.length > 0 && items.every((one) => one !== undefined)) return items.map(unquoted)
  return scalarOf([first, ...textsOf(more)].join(" ").trim())
}

/**
 * Reads front matter that is no YAML line by line, as hosts do: `key: text` at the margin, lists of dashes and further
 * lines below it. Every value is text, a truth value, a list of texts or null. Undefined when a line is none of these or a key stands
 * twice.
 */
export const looseFrontmatter = (front: string): ReadonlyMap<string, JsonValue> | undefined => {
  const entries = new Map<string, Entry>()
  let last: Entry | undefined
  for (const line of front.split(/\r\n|\n|\r/u)) {
    const found = pair.exec(line)
    if (found !== null) {
      last = { key: found[1] ?? "", first: (found[2] ?? "").trim(), more: [] }
      if (entries.has(last.key)) return undefined
      entries.set(last.key, last)
    } else if (/^(?:[ \t]|-[ \t])/u.test(line) && last !== undefined) last.more.push(line)
    else if (!/^[ \t]*(?:#|$)/u.test(line)) return undefined
  }
  return new Map([...entries].map(([key, entry]) => [key, valueOf(entry)]))
}

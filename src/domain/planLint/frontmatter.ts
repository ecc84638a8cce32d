import type { PlacedList } from "./plan.ts"

/** A value of the frontmatter: what stands behind its colon and in the list below it. */
export type Frontmatter = ReadonlyMap<string, PlacedList>

const unquoted = (text: string): string => {
  const trimmed = text.trim()
  const quoted = /^(["'])(.*)\1$/u.exec(trimmed)
  return quoted === null ? trimmed.replace(/\s+#.*$/u, "").trim() : (quoted[2] ?? "")
}

/** Items of `[a, "b"]` or of `a, b`; one for any other text, none for an empty one. */
const itemsOf = (text: string): ReadonlyArray<string> => {
  const inner = /^\[(.*)\]\s*(?:#.*)?$/u.exec(text.trim())?.[1]
  if (inner === undefined) return unquoted(text) === "" ? [] : [unquoted(text)]
  return inner
    .split(",")
    .map(unquoted)
    .filter((item) => item !== "")
}

/** Number of lines the frontmatter takes, both marks included; 0 when the text begins with none or it is not closed. */
export const frontmatterLines = (lines: ReadonlyArray<string>): number => {
  if (lines[0]?.trimEnd() !== "---") return 0
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/u.test(line))
  return end < 0 ? 0 : end + 1
}

/**
 * Reads the keys at the margin of a plan's frontmatter with their scalars and lists, inline or of dashes; what is nested
 * deeper is left out. No YAML reader: it takes what plans are written in and never fails.
 */
export const readFrontmatter = (lines: ReadonlyArray<string>): Frontmatter => {
  const values = new Map<string, { items: ReadonlyArray<string>; line: number }>()
  let last: { items: ReadonlyArray<string>; line: number } | undefined
  lines.slice(0, frontmatterLines(lines)).forEach((line, index) => {
    const pair = /^([A-Za-z_][\w-]{0,60}):(?:\s(.*))?$/u.exec(line)
    const item = /^\s{0,8}-\s(.*)$/u.exec(line)
    if (pair !== null) {
      last = { items: itemsOf(pair[2] ?? ""), line: index + 1 }
      values.set(pair[1] ?? "", last)
    } else if (item !== null && last !== undefined && unquoted(item[1] ?? "") !== "") {
      last.items = [...last.items, unquoted(item[1] ?? "")]
    }
  })
  return values
}

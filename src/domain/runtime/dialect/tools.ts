import type { JsonValue } from "../../json/value.ts"

/** A tool as a front matter names it: `Bash(git:*)` is `Bash`, and only for some calls. */
export interface Tool {
  readonly name: string
  readonly scoped: boolean
  /** As it stands. */
  readonly text: string
}

/** Pieces of a line between commas or blanks; what stands in round brackets is one piece. */
const piecesOf = (line: string): ReadonlyArray<string> => {
  const pieces: Array<string> = []
  let piece = ""
  let depth = 0
  for (const character of line) {
    if (character === "(") depth += 1
    if (character === ")" && depth > 0) depth -= 1
    const ends = depth === 0 && /[,\s]/u.test(character)
    if (ends) pieces.push(piece)
    piece = ends ? "" : piece + character
  }
  return [...pieces, piece].filter((text) => text !== "")
}

const toolOf = (text: string): Tool => {
  const at = text.indexOf("(")
  return { name: at < 0 ? text : text.slice(0, at).trim(), scoped: at >= 0, text }
}

/**
 * The tools of a front matter: a list, a line with commas or blanks, in square brackets or not. Undefined when it names
 * none or all (`*`): then an agent has what its host gives. What is no text in a list is passed over.
 */
export const toolsOf = (value: JsonValue | undefined): ReadonlyArray<Tool> | undefined => {
  const texts = typeof value === "string" ? piecesOf(value.trim().replace(/^\[(.*)\]$/su, "$1")) : value
  if (!Array.isArray(texts)) return undefined
  const named = texts.filter((one): one is string => typeof one === "string" && one.trim() !== "")
  const tools = named.map((one) => toolOf(one.trim()))
  return tools.length === 0 || tools.some(({ text }) => text === "*") ? undefined : tools
}

/** How a runtime names tools. */
export interface ToolMap {
  /** Its name of each of Claude's tools that it has; several may be one. */
  readonly names: ReadonlyMap<string, string>
  /** Tools that it knows under no name. */
  readonly dropped: ReadonlySet<string>
  /** What becomes of `mcp__*` tools, and of names in neither list. */
  readonly mcp: "kept" | "dropped"
  readonly others: "kept" | "lower-case" | "dropped"
}

/** Tools in a runtime's names, each once and in order, and those that it cannot be given. */
export interface MappedTools {
  readonly tools: ReadonlyArray<string>
  readonly left: ReadonlyArray<string>
}

const nameIn = ({ dropped, mcp, names, others }: ToolMap, { name, scoped }: Tool): string | undefined => {
  if (scoped || dropped.has(name)) return undefined
  const known = names.get(name)
  if (known !== undefined) return known
  if (name.startsWith("mcp__")) return mcp === "kept" ? name : undefined
  if (others === "dropped") return undefined
  return others === "kept" ? name : name.toLowerCase()
}

/**
 * Names tools as the runtime does. A tool that is given for some calls only is left out: the runtime knows no such bound,
 * and without it the agent could do more than its author allowed.
 */
export const mapTools = (tools: ReadonlyArray<Tool>, map: ToolMap): MappedTools => {
  const named = tools.map((tool) => ({ tool, name: nameIn(map, tool) }))
  return {
    tools: [...new Set(named.flatMap(({ name }) => (name === undefined ? [] : [name])))],
    left: [...new Set(named.flatMap(({ name, tool }) => (name === undefined ? [tool.text] : [])))]
  }
}

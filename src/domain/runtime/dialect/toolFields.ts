import { shown } from "../../text/escape.ts"
import type { Facts, Field, FieldText } from "./dialect.ts"
import { kiloPermissions, kiloTools } from "./toolMaps.ts"
import { mapTools, toolsOf, type MappedTools, type Tool, type ToolMap } from "./tools.ts"
import { blockList, blockMap, flowList, plainText, singleText } from "./yamlText.ts"

/** Tools of a source, whichever of the two keys names them. */
export const toolsOfFront = ({ front }: Pick<Facts, "front">): ReadonlyArray<Tool> | undefined =>
  toolsOf(front.get("allowed-tools")) ?? toolsOf(front.get("tools"))

const takes = ["allowed-tools", "tools"]

const leftNote = (left: ReadonlyArray<string>): ReadonlyArray<string> =>
  left.length === 0
    ? []
    : [shown`its tools are left out that the runtime cannot be given: ${left.join(", ")}`]

const asNamed = (tools: ReadonlyArray<Tool>): MappedTools => ({
  tools: [...new Set(tools.map(({ text }) => text))],
  left: []
})

/** How a list of tools is written: below each other, on a line with commas, in brackets, or each with `true`. */
export type ToolStyle = "block" | "comma" | "brackets" | "switches"

const linesIn: Readonly<
  Record<ToolStyle, (key: string, tools: ReadonlyArray<string>) => ReadonlyArray<string>>
> = {
  block: (key, tools) => (tools.length === 0 ? [`${key}: []`] : [`${key}:`, ...blockList(tools)]),
  comma: (key, tools) => [`${key}: ${tools.length === 0 ? "[]" : plainText(tools.join(", "))}`],
  brackets: (key, tools) => [`${key}: ${flowList(tools, singleText)}`],
  switches: (key, tools) =>
    tools.length === 0 ? [`${key}: {}`] : [`${key}:`, ...blockMap(tools.map((tool) => [tool, "true"]))]
}

/**
 * The tools of the source in the runtime's names, or as they stand without a map. Nothing when it names none: then it has
 * what the host gives. When none is left the list is written empty, since no list would mean all.
 */
export const toolsField = (key: string, style: ToolStyle, map?: ToolMap): Field => ({
  key,
  takes,
  write: (facts): FieldText => {
    const named = toolsOfFront(facts)
    if (named === undefined) return { lines: [], notes: [] }
    const { left, tools } = map === undefined ? asNamed(named) : mapTools(named, map)
    return { lines: linesIn[style](key, tools), notes: leftNote(left) }
  }
})

/** Kilo's permissions: what a named tool needs is allowed, all else denied. Nothing when no tool is named. */
export const permissionField: Field = {
  key: "permission",
  takes,
  write: (facts): FieldText => {
    const named = toolsOfFront(facts)
    if (named === undefined) return { lines: [], notes: [] }
    const { left, tools } = mapTools(named, kiloTools)
    const verdicts = kiloPermissions.map(
      (permission) => [permission, tools.includes(permission) ? "allow" : "deny"] as const
    )
    return { lines: ["permission:", ...blockMap(verdicts)], notes: leftNote(left) }
  }
}

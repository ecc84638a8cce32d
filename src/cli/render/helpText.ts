import { paragraph, widthOf, type View } from "./view.ts"

/** What is typed, and what is said of it; empty when nothing is. */
export type HelpRow = readonly [left: string, right: string]

/** Rows under a title. */
export interface HelpSection {
  readonly title: string
  readonly rows: ReadonlyArray<HelpRow>
}

/** Help of one command as JSON can keep it, before anybody looks at it. */
export interface HelpText {
  readonly description: string
  readonly usage: string
  readonly sections: ReadonlyArray<HelpSection>
  readonly examples: ReadonlyArray<HelpRow>
}

const usual = 80

/** Where descriptions start at most; a longer left side has them on the next line. */
const widestLeft = 26

const rowLines = (rows: ReadonlyArray<HelpRow>, view: View): ReadonlyArray<string> => {
  const column = Math.min(widestLeft, Math.max(...rows.map(([left]) => widthOf(left))))
  const indent = " ".repeat(column + 4)
  return rows.flatMap(([left, right]) => {
    const lines = right === "" ? [] : paragraph(right, indent, { ...view, width: view.width ?? usual })
    const name = `  ${view.paint.cyan(left)}`
    if (widthOf(left) > column || lines.length === 0) return [name, ...lines]
    const [first = "", ...rest] = lines
    return [name + first.slice(2 + widthOf(left)), ...rest]
  })
}

const exampleLines = (examples: ReadonlyArray<HelpRow>, view: View): ReadonlyArray<string> =>
  examples.flatMap(([command, description]) => [
    `  ${view.paint.cyan(command)}`,
    ...(description === "" ? [] : [`    ${view.paint.dim(description)}`])
  ])

/** The help of one command, at most 80 columns wide where no terminal says otherwise. This file imports nothing of Effect. */
export const renderHelpText = (help: HelpText, view: View): string => {
  const { bold } = view.paint
  const { description, examples, sections, usage } = help
  return [
    ...paragraph(description, "", { ...view, width: view.width ?? usual }),
    "",
    `${bold("Usage")}  ${usage}`,
    "",
    ...sections.flatMap(({ rows, title }) => [bold(title), ...rowLines(rows, view), ""]),
    ...(examples.length === 0 ? [] : [bold("Examples"), ...exampleLines(examples, view), ""])
  ]
    .join("\n")
    .trimEnd()
}

import type { CommandRun, FamilyRow } from "../../domain/command/run.ts"
import { limits } from "../../domain/limits.ts"
import { shown } from "../../domain/text/escape.ts"
import { safe, table, type View } from "./view.ts"

const words = ({ subcommands }: FamilyRow): string =>
  subcommands.length === 0 ? "-" : subcommands.join(", ")

/** Each family with its capability, what it knows, and why it does not answer. */
export const renderFamilies = (rows: ReadonlyArray<FamilyRow>, { paint }: View): string => {
  if (rows.length === 0) return "No capability has commands"
  const head = ["FAMILY", "CAPABILITY", "COMMANDS", "STATE"]
  const cells = rows.map((row) => [
    safe(row.family),
    safe(row.capability),
    safe(words(row)),
    row.active ? "active" : `inactive: ${safe(row.reason ?? "")}`
  ])
  return table([head, ...cells], (text, column, at) => {
    if (at === 0) return paint.bold(text)
    if (column < head.length - 1) return text
    return rows[at - 1]?.active === true ? paint.green(text) : paint.dim(text)
  }).join("\n")
}

/** Says that not everything was passed on. */
export const truncation = ({ family }: Pick<CommandRun, "family">): string =>
  shown`warning: \`${family}\` wrote more than ${limits.commandOutputBytes} bytes; the rest was left out`

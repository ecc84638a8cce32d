import type { QueryAnswer } from "../../domain/query/answer.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { queries } from "../../domain/query/queries.ts"
import { visible } from "../../domain/text/escape.ts"
import { paragraph, safe, type View } from "./view.ts"

const valueText = (value: JsonValue): string => {
  if (typeof value === "string") return value
  return Array.isArray(value) && value.every((item) => typeof item === "string")
    ? value.join(", ")
    : JSON.stringify(value)
}

const longest = 400

const isTold = (value: JsonValue): boolean =>
  value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)

/** The answer: met or not, why, and what it was judged by. */
export const renderQuery = ({ block, details, message, query }: QueryAnswer, view: View): string => {
  const { dim, green, red } = view.paint
  const rows = Object.entries(details).filter(
    ([name, value]) => name !== "message" && isTold(value as JsonValue)
  )
  return [
    `${block ? red("not met") : green("met")} ${dim(visible(query))}`,
    ...paragraph(safe(message), "  ", view),
    ...rows.map(
      ([name, value]) => `  ${dim(`${visible(name)}:`)} ${visible(valueText(value as JsonValue), longest)}`
    )
  ].join("\n")
}

/** One row of the table of queries, as JSON has it. */
export interface QueryRow {
  readonly query: keyof typeof queries
  readonly about: string
  readonly blocks: string
}

/** The table of queries. */
export const renderQueries = (rows: ReadonlyArray<QueryRow>, view: View): string =>
  rows.flatMap(({ about, query }) => [query, ...paragraph(safe(about), "    ", view)]).join("\n")

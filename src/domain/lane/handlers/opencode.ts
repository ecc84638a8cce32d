import { isJsonObject, member, memberText, type JsonValue } from "../../json/value.ts"
import { parsed } from "./parsed.ts"

/** What the lines of opencode's JSON output say. */
export interface OpencodeAnswer {
  /** All texts, in their order. */
  readonly text: string
  /** What it reported as an error; undefined when it reported none, or wrote a text after it. */
  readonly error: string | undefined
  /** Why its last step ended, as it says; empty when it does not say. */
  readonly finish: string
  /** Tokens that it says it wrote, in all; undefined when it does not say. */
  readonly outputTokens: number | undefined
  /** Lines that are no JSON object, blank ones aside. */
  readonly otherLines: number
}

type Event = Readonly<Record<string, JsonValue>>

const partText = (event: Event): ReadonlyArray<string> => {
  const text = member(member(event, "part"), "text")
  return memberText(event, "type") === "text" && typeof text === "string" ? [text] : []
}

const errorOf = (event: Event): string | undefined => {
  if (memberText(event, "type") !== "error") return undefined
  const error = member(event, "error")
  const said =
    memberText(member(error, "data"), "message") ||
    memberText(error, "message") ||
    memberText(error, "name") ||
    memberText(event, "error")
  return said === "" ? "an error without a message" : said
}

const tokensOf = (event: Event): ReadonlyArray<number> => {
  const output = member(member(member(event, "part"), "tokens"), "output")
  return typeof output === "number" && Number.isFinite(output) ? [output] : []
}

/**
 * Reads what `opencode run --format json` printed, one JSON object a line. A line that is none is passed over, such as
 * the last one of a cut output. Source: lanes.md 1.10.
 */
export const readOpencode = (stdout: string): OpencodeAnswer => {
  const lines = stdout.split("\n").filter((line) => line.trim() !== "")
  const events = lines.map(parsed).filter(isJsonObject)
  const finishes = events.filter((event) => memberText(event, "type") === "step_finish")
  const tokens = finishes.flatMap(tokensOf)
  const lastText = events.findLastIndex((event) => partText(event).some((text) => text.trim() !== ""))
  return {
    text: events.flatMap(partText).join("\n"),
    error: events
      .slice(lastText + 1)
      .map(errorOf)
      .find((error) => error !== undefined),
    finish: memberText(member(finishes.at(-1), "part"), "reason"),
    outputTokens: tokens.length === 0 ? undefined : tokens.reduce((sum, count) => sum + count, 0),
    otherLines: lines.length - events.length
  }
}

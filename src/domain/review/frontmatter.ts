import { hidesSomething } from "../text/escape.ts"
import type { ReviewDocument, ReviewLane } from "./document.ts"

const escaped = (character: string): string => {
  const units = [...Array(character.length).keys()].map((at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")
}

/**
 * A text as YAML: always in double quotes, every hidden character as an escape, so that no value can end its line, be
 * taken for another type, or begin a key. The result is JSON too.
 */
export const yamlText = (text: string): string =>
  [...JSON.stringify(text)].map((one) => (hidesSomething(one) ? escaped(one) : one)).join("")

const pairs = (entries: ReadonlyArray<readonly [string, string | number | boolean | undefined]>) =>
  entries.flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${typeof value === "string" ? yamlText(value) : value}`]
  )

const listItem = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.map((line, index) => `${index === 0 ? "  - " : "    "}${line}`)

const list = (key: string, items: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  items.length === 0 ? [`${key}: []`] : [`${key}:`, ...items.flatMap(listItem)]

const laneLines = (lane: ReviewLane): ReadonlyArray<string> =>
  pairs([
    ["slug", lane.slug],
    ["capability", lane.id],
    ["instance", lane.instance],
    ["outcome", lane.outcome],
    ["ok", lane.ok],
    ["reason", lane.reason],
    ["model", lane.model],
    ["evidence", lane.evidenceClass],
    ["start_ms", lane.startMs],
    ["ms", lane.ms],
    ["bytes", lane.bytes]
  ])

/** The frontmatter of REVIEWS.md with its two lines of dashes; no line end behind it. */
export const frontmatter = (document: ReviewDocument): string =>
  [
    "---",
    ...pairs([
      ["verdict", document.verdict],
      ["run", document.runId],
      ["quorum", document.quorum],
      ["usable", document.usable],
      ["interrupted", document.interrupted]
    ]),
    ...list(
      "plans",
      document.plans.map(({ id, path, sha512 }) =>
        pairs([
          ["path", path],
          ["id", id],
          ["sha512", sha512]
        ])
      )
    ),
    ...list("lanes", document.lanes.map(laneLines)),
    "citations:",
    `  total: ${document.citations.total}`,
    `  resolving: ${document.citations.resolving}`,
    "---"
  ].join("\n")

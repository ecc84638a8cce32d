import type { WiredEntry } from "../settings/FileWiring.ts"
import type { OwnerPlan } from "../foreign/planDocument.ts"
import type { Outcome } from "../settings/wire.ts"
import type { DocumentEntry } from "../settings/entry.ts"
import type { PlaceRow } from "./report.ts"
import type { WishedEntries } from "./wish.ts"

const kinds = { hook: "hooks", server: "servers", permission: "permissions" } as const

const labelOf = (entry: DocumentEntry): string => {
  switch (entry.kind) {
    case "hook":
      return entry.event
    case "server":
    case "member":
      return entry.name
    case "item":
      return entry.keys.at(-1) ?? ""
    case "block":
      return ""
  }
}

/** What wished entries are called, each once. */
const namesOf = ({ entries }: WishedEntries): string =>
  [...new Set(entries.map(labelOf))].filter((label) => label !== "").join(", ")

type Stand = Pick<PlaceRow, "state" | "action" | "reason">

const inTheWay = (outcome: Outcome): string => {
  if (outcome.problem !== undefined) return outcome.problem.message
  return outcome.state === "foreign"
    ? "an equal entry of somebody else stands there already"
    : "something else stands under its name"
}

const standOf = (outcomes: ReadonlyArray<Outcome>, wasThere: boolean): Stand => {
  const blocked = outcomes.find(({ state }) => state === "collides" || state === "foreign")
  if (outcomes.some(({ state }) => state === "added"))
    return wasThere ? { state: "outdated", action: "replace" } : { state: "missing", action: "write" }
  if (blocked !== undefined && outcomes.every(({ state }) => state !== "unchanged"))
    return { state: "foreign", action: "leave", reason: inTheWay(blocked) }
  return { state: "present", action: "none" }
}

/** What is known of one owner's part of a file. */
export interface OwnedPart {
  /** What is wished for the owner in this file, in the order of the entries given to the plan; empty: nothing any more. */
  readonly wished: ReadonlyArray<WishedEntries>
  readonly capability: string
  readonly path: string
  /** What of the owner is recorded there. */
  readonly recorded: ReadonlyArray<WiredEntry>
}

/** What a recorded entry is: blocks and items say it by what is in them. */
const sortOf = ({ element, kind, place }: WiredEntry): PlaceRow["kind"] => {
  if (kind === "server" || place.startsWith("/mcp") || element.includes("[mcp_servers")) return "servers"
  return place.startsWith("/permission") ? "permissions" : "hooks"
}

const wordOf = ({ kind, place }: WiredEntry): string =>
  kind === "block" ? "" : kind === "hook" || kind === "server" ? place : (place.split("/").at(-1) ?? "")

/** Rows of what goes, one for each sort. */
const surplusRows = ({ capability, path, recorded }: OwnedPart, stand: Stand): ReadonlyArray<PlaceRow> =>
  [...new Set(recorded.map(sortOf))].map((kind) => {
    const words = recorded.filter((entry) => sortOf(entry) === kind).map(wordOf)
    const name = [...new Set(words)].filter((word) => word !== "").join(", ")
    return { path, capability, kind, name, ...stand }
  })

const leftRow = ({ capability, path }: OwnedPart, { left }: OwnerPlan): ReadonlyArray<PlaceRow> => {
  const [first] = left.filter(({ reason }) => reason !== "missing")
  if (first === undefined) return []
  const reason =
    first.reason === "changed" ? "it was changed by somebody else than gsd" : "the file cannot be read"
  const kind = sortOf(first.entry)
  return [{ path, capability, kind, name: wordOf(first.entry), state: "modified", action: "leave", reason }]
}

/** Rows of one owner's part of a planned file: one for each sort of entry, and one for what was not taken out. */
export const rowsOfPart = (part: OwnedPart, plan: OwnerPlan): ReadonlyArray<PlaceRow> => {
  const { capability, path, recorded, wished } = part
  const left = leftRow(part, plan)
  if (wished.length === 0)
    return left.length > 0 ? left : surplusRows(part, { state: "surplus", action: "remove" })
  let at = 0
  const rows = wished.map((one): PlaceRow => {
    const outcomes = plan.outcomes.slice(at, at + one.entries.length)
    at += one.entries.length
    return {
      path,
      capability,
      kind: kinds[one.what],
      name: namesOf(one),
      ...standOf(outcomes, recorded.length > 0)
    }
  })
  return [...rows, ...left]
}

/** Rows of a part whose file cannot be edited at all. */
export const rowsBlocked = (part: OwnedPart, reason: string): ReadonlyArray<PlaceRow> => {
  const { capability, path, wished } = part
  return wished.length === 0
    ? surplusRows(part, { state: "modified", action: "leave", reason })
    : wished.map((one) => ({
        path,
        capability,
        kind: kinds[one.what],
        name: namesOf(one),
        state: "foreign",
        action: "leave",
        reason
      }))
}

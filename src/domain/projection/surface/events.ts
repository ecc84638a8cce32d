import { agentFamilyEvents, claudeFamilyEvents } from "../../capability/runtimeVocabulary.ts"
import type { Places } from "../places.ts"
import { behaviorOf } from "./behavior.ts"

type Body = Places["runtime"]["body"]

/** A surface that takes hooks. */
export type HookSurface = Exclude<Body["hooksSurface"], "none">

/** Events of a host by Claude's name, which manifests use. */
export type Events = ReadonlyMap<string, string>

const same = (names: string): Events => new Map(names.split(" ").map((name) => [name, name]))

const claudeEvents = same("SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse Notification")

const geminiEvents: Events = new Map([
  ...same("SessionStart SessionEnd Notification"),
  ["PreToolUse", "BeforeTool"],
  ["PostToolUse", "AfterTool"]
])

const lowerFirst = (names: string): Events =>
  new Map(names.split(" ").map((name) => [name, `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`]))

/** Events that every host of a surface knows; `extended` are those that it knows when its manifest names them. */
interface Known {
  readonly common: Events
  readonly extended: ReadonlyArray<string>
}

const claude: Known = { common: claudeEvents, extended: claudeFamilyEvents }

const gemini: Known = { common: geminiEvents, extended: agentFamilyEvents }

/** Source: runtime facts, section 2.4; the documentation of the hosts. */
const known: Readonly<Record<HookSurface, Known>> = {
  "settings-json": claude,
  "codex-hooks-json": {
    common: same("SessionStart UserPromptSubmit PreToolUse PostToolUse PermissionRequest PostCompact"),
    extended: ["SubagentStart", "SubagentStop", "Stop", "PreCompact"]
  },
  "cursor-hooks-json": {
    common: lowerFirst("SessionStart PostToolUse PreToolUse Stop SubagentStart SubagentStop"),
    extended: []
  },
  "windsurf-hooks-json": { common: same("PreToolUse"), extended: [] },
  "copilot-inline": {
    common: new Map([
      ...lowerFirst("SessionStart SessionEnd PreToolUse PostToolUse"),
      ["UserPromptSubmit", "userPromptSubmitted"]
    ]),
    extended: []
  },
  "cline-rules": { common: same("UserPromptSubmit PreToolUse PostToolUse"), extended: [] },
  "kimi-hooks-toml": {
    common: claudeEvents,
    extended: ["SubagentStart", "SubagentStop", "Stop", "PreCompact"]
  }
}

/** Every event that some host knows, by Claude's name. */
export const knownEvents: ReadonlyArray<string> = [
  ...new Set(
    [gemini, ...Object.values(known)].flatMap(({ common, extended }) => [...common.keys(), ...extended])
  )
]

const isName = (value: unknown): value is string => typeof value === "string"

/** Cursor's events that are ours by its manifest: names that it does not know do not count, and none at all means every one. */
const managed = (places: Pick<Places, "runtime">, events: Events): Events => {
  const named = behaviorOf(places, "managedHookEvents")
  const kept = new Set(Array.isArray(named) ? named.filter(isName) : [])
  const chosen = [...events].filter(([, name]) => kept.has(name))
  return chosen.length === 0 ? events : new Map(chosen)
}

/** What a runtime's host knows, by Claude's name of each event. */
export const eventsOf = (places: Pick<Places, "runtime">, surface: HookSurface): Events => {
  const { extendedHookEvents, hookEvents } = places.runtime.body
  const row = surface === "settings-json" && hookEvents === "gemini" ? gemini : known[surface]
  if (surface === "cursor-hooks-json") return managed(places, row.common)
  const more = row.extended.filter((name) => extendedHookEvents.some((one) => one === name))
  return new Map([...row.common, ...more.map((name) => [name, name] as const)])
}

import type { JsonObject } from "../../json/value.ts"
import { limits } from "../../limits.ts"
import type { DocumentEntry, HookEntry, ItemEntry } from "../../settings/entry.ts"
import type { Places } from "../places.ts"
import { noSurface, type Surface } from "./surface.ts"
import type { HookSurface } from "./events.ts"
import type { HostHook, HostHooks } from "./hooks.ts"
import { settingsFileOf } from "./settingsFile.ts"
import { arrayTableHead, textLine } from "./toml.ts"

/** A surface whose hooks are entries in a file of the host. */
export type EntrySurface = Exclude<HookSurface, "copilot-inline" | "cline-rules">

/** How hooks stand in a file of the host. */
export interface EntryForm {
  /** Its name, below the home of the hooks. */
  readonly file: (places: Places) => string
  readonly entries: (hooks: ReadonlyArray<HostHook>) => ReadonlyArray<DocumentEntry>
}

const anyOf = (tools: ReadonlyArray<string>): string => tools.join("|")

/** Where a matcher is a pattern that may lie anywhere in a name, `Write` would fit `TodoWrite` too. */
const exactly = (tools: ReadonlyArray<string>): string => `^(?:${anyOf(tools)})$`

const matcherOf = ({ matcher, tools }: HostHook): string | undefined =>
  tools === undefined ? matcher : exactly(tools)

const nested = (hooks: ReadonlyArray<HostHook>): ReadonlyArray<HookEntry> =>
  hooks.map((hook) => {
    const matcher = matcherOf(hook)
    const { command, event } = hook
    return { kind: "hook", event, command, ...(matcher === undefined ? {} : { matcher }) }
  })

const itemOf = (event: string, value: JsonObject): ItemEntry => ({
  kind: "item",
  keys: ["hooks", event],
  value
})

const cursor = (hooks: ReadonlyArray<HostHook>): ReadonlyArray<DocumentEntry> =>
  hooks.length === 0
    ? []
    : [
        { kind: "member", keys: [], name: "version", value: 1 },
        ...hooks.map(({ command, event, tools }) =>
          itemOf(event, {
            type: "command",
            command,
            ...(tools === undefined ? {} : { matcher: anyOf(tools) })
          })
        )
      ]

const windsurf = (hooks: ReadonlyArray<HostHook>): ReadonlyArray<DocumentEntry> =>
  hooks.map(({ command, event }) => itemOf(event, { command }))

const kimiTable = (hook: HostHook): string => {
  const matcher = matcherOf(hook)
  return [
    arrayTableHead("hooks"),
    textLine("event", hook.event),
    ...(matcher === undefined ? [] : [textLine("matcher", matcher)]),
    textLine("command", hook.command)
  ].join("\n")
}

const kimi = (hooks: ReadonlyArray<HostHook>): ReadonlyArray<DocumentEntry> =>
  hooks.length === 0 ? [] : [{ kind: "block", text: hooks.map(kimiTable).join("\n\n") }]

/** One row per surface whose hooks stand in a file of the host. Source: runtime facts, section 2.4. */
export const entryForms: Readonly<Record<EntrySurface, EntryForm>> = {
  "settings-json": { file: settingsFileOf, entries: nested },
  "codex-hooks-json": { file: () => "hooks.json", entries: nested },
  "cursor-hooks-json": { file: () => "hooks.json", entries: cursor },
  "windsurf-hooks-json": { file: () => "hooks.json", entries: windsurf },
  "kimi-hooks-toml": { file: () => "config.toml", entries: kimi }
}

/** The hooks of capabilities as entries in the file of the host. */
export const entriesOfHooks = (
  places: Places,
  surface: EntrySurface,
  all: ReadonlyArray<HostHooks>
): Surface => {
  const form = entryForms[surface]
  const path = `${places.hooks}/${form.file(places)}`
  return {
    ...noSurface,
    entries: all.flatMap(({ capability, hooks }) =>
      hooks.length === 0 ? [] : [{ path, capability, what: "hook" as const, entries: form.entries(hooks) }]
    )
  }
}

/** A file of hooks for Copilot; ours as a whole. */
export const copilotText = (hooks: ReadonlyArray<HostHook>): string => {
  const events = [...new Set(hooks.map(({ event }) => event))]
  const listed = events.map((event) => [
    event,
    hooks
      .filter((hook) => hook.event === event)
      .map(({ command, tools }) => ({
        type: "command",
        ...(tools === undefined ? {} : { matcher: anyOf(tools) }),
        bash: command,
        timeoutSec: limits.hostHookSeconds
      }))
  ])
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(listed) }, null, 2)}\n`
}

/** The hooks of capabilities as files of Copilot's, one for each capability. */
export const copilotFiles = (places: Places, all: ReadonlyArray<HostHooks>): Surface => ({
  ...noSurface,
  files: all
    .filter(({ hooks }) => hooks.length > 0)
    .map(({ capability, hooks }) => {
      const name = `gsd-${capability}`
      return {
        path: `${places.hooks}/hooks/${name}.json`,
        bytes: new TextEncoder().encode(copilotText(hooks)),
        executable: false,
        capability,
        kind: "hook" as const,
        name
      }
    })
})

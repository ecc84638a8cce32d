import { geminiTools } from "../../runtime/dialect/toolMaps.ts"
import { shown } from "../../text/escape.ts"
import type { Places } from "../places.ts"
import type { HookSurface } from "./events.ts"

/** Names of a host's tools by Claude's; undefined where it has Claude's own. */
export type HostTools = ReadonlyMap<string, ReadonlyArray<string>> | undefined

/** Which uses of tools a hook is for, in the host's names. */
export type Bound =
  | { readonly _tag: "All" }
  /** As the host reads it, with the tools that it does not have. */
  | { readonly _tag: "Text"; readonly matcher: string }
  | { readonly _tag: "Tools"; readonly tools: ReadonlyArray<string>; readonly left: ReadonlyArray<string> }
  /** A clause without a period whose subject is the hook. */
  | { readonly _tag: "Unfit"; readonly reason: string }

const table = (lines: string): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    lines
      .trim()
      .split("\n")
      .map((line) => line.trim().split(" "))
      .map(([from = "", ...to]) => [from, to])
  )

/** Source: Cursor's documentation of hooks. */
const cursorTools = table(`
  Bash Shell
  Read Read
  Write Write
  Edit Write
  MultiEdit Write
  Grep Grep
  Task Task
  Agent Task
`)

/** Source: the reference of Copilot's hooks. */
const copilotTools = table(`
  Bash bash
  Read view
  Write create
  Edit edit
  MultiEdit edit
  Glob glob
  Grep grep
  Task task
  Agent task
  WebFetch web_fetch
`)

/** Source: Cline's reference of tools. */
const clineTools = table(`
  Bash execute_command
  Read read_file
  Write write_to_file
  Edit replace_in_file
  MultiEdit replace_in_file
  Glob list_files
  Grep search_files
  WebFetch web_fetch
  Task use_subagents
  Agent use_subagents
`)

/** Windsurf has an event of its own for each of these. Source: runtime facts, section 2.4. */
const windsurfTools = table(`
  Bash pre_run_command
  Write pre_write_code
  Edit pre_write_code
  MultiEdit pre_write_code
  NotebookEdit pre_write_code
`)

/** Two hosts keep hooks so and name tools differently; a name that one does not know never fits there. Source: runtime facts, section 2.4. */
const kimiTools = table(`
  Bash Shell Bash
  Write WriteFile Write
  Edit StrReplaceFile Edit
  MultiEdit StrReplaceFile Edit
  Read ReadFile Read
`)

const gemini: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  [...geminiTools.names].map(([from, to]) => [from, [to]])
)

const tools: Readonly<Record<HookSurface, HostTools>> = {
  "settings-json": undefined,
  "codex-hooks-json": undefined,
  "cursor-hooks-json": cursorTools,
  "windsurf-hooks-json": windsurfTools,
  "copilot-inline": copilotTools,
  "cline-rules": clineTools,
  "kimi-hooks-toml": kimiTools
}

/** How the host of a runtime names its tools where hooks are bound to some. */
export const hostToolsOf = ({ runtime }: Pick<Places, "runtime">, surface: HookSurface): HostTools =>
  surface === "settings-json" && runtime.body.hookEvents === "gemini" ? gemini : tools[surface]

/** Every name of a tool of a host, each once. */
export const namesIn = (host: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<string> => [
  ...new Set([...host.values()].flat())
]

const toolEvents = new Set(["PreToolUse", "PostToolUse", "PermissionRequest"])

const everything = new Set(["", "*", ".*"])

const list = /^[A-Za-z]\w*(?:\s*[|,]\s*[A-Za-z]\w*)*$/u

const named = (matcher: string, host: ReadonlyMap<string, ReadonlyArray<string>>): Bound => {
  if (!list.test(matcher))
    return { _tag: "Unfit", reason: "its matcher is a pattern over tools that are called otherwise here" }
  const names = matcher.split(/\s*[|,]\s*/u)
  const found = [...new Set(names.flatMap((name) => host.get(name) ?? []))]
  const left = names.filter((name) => !host.has(name))
  return found.length === 0
    ? { _tag: "Unfit", reason: shown`it is for tools that the host does not have: ${left.join(", ")}` }
    : { _tag: "Tools", tools: found, left }
}

/**
 * Which uses of tools a hook is for, in the names of the host. A bound that cannot be said there is never left out: the
 * hook would run where its author did not want it.
 */
export const boundOf = (
  { event, matcher }: { readonly event: string; readonly matcher?: string },
  host: HostTools
): Bound => {
  if (matcher === undefined || everything.has(matcher.trim())) return { _tag: "All" }
  if (host === undefined) return { _tag: "Text", matcher }
  return toolEvents.has(event) ? named(matcher.trim(), host) : { _tag: "Text", matcher }
}

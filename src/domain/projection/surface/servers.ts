import * as Result from "effect/Result"
import type { Offer } from "../offer.ts"
import type { Places } from "../places.ts"
import type { WishedEntries, Withheld } from "../wish.ts"
import { behaviorOf } from "./behavior.ts"
import { readServer } from "./serverConfig.ts"
import {
  antigravityServers,
  claudeServers,
  codexServers,
  copilotServers,
  cursorServers,
  entryOf,
  opencodeServers,
  qwenServers,
  settingsServers,
  type ServerForm
} from "./serverForms.ts"
import { openConfigOf } from "./openConfig.ts"
import { settingsFileOf } from "./settingsFile.ts"
import { joined, noSurface, type HostTexts, type Surface } from "./surface.ts"

/** Where a host reads servers, and in which form. */
export interface ServerPlace {
  readonly path: string
  readonly form: ServerForm
}

/** A clause without a period whose subject is each server. */
type None = string

type Row = (places: Places, texts: HostTexts) => ServerPlace | None

/** Claude keeps them beside its folder in the home, inside of it where a variable names the folder, and at a project's root. */
const claude: Row = ({ config, home, isNamed, scope }) => {
  if (scope.kind === "project") return { path: `${scope.root}/.mcp.json`, form: claudeServers }
  const folder = isNamed === true ? config : home
  return { path: `${folder}/.claude.json`, form: claudeServers }
}

const inConfig =
  (file: string, form: ServerForm): Row =>
  ({ config }) => ({ path: `${config}/${file}`, form })

const inSettings =
  (form: ServerForm): Row =>
  (places) => ({ path: `${places.config}/${settingsFileOf(places)}`, form })

const copilot: Row = ({ config, scope }) =>
  scope.kind === "global"
    ? { path: `${config}/mcp-config.json`, form: copilotServers }
    : "the host reads no file of servers below this folder of a project"

const opencode: Row = (places, texts) => ({
  path: openConfigOf(places, texts),
  form: opencodeServers
})

/** Hosts that keep servers elsewhere than others of their install surface. Source: runtime facts, section 2.6; their documentation. */
const byId: ReadonlyMap<string, Row> = new Map([
  ["claude", claude],
  ["qwen", inSettings(qwenServers)]
])

const noFile = "the host takes servers from no file that gsd writes"

type Body = Places["runtime"]["body"]

const byWriter: Readonly<Record<NonNullable<Body["permissionWriter"]>, Row>> = {
  opencode,
  antigravity: inConfig("mcp_config.json", antigravityServers),
  kilo: () => noFile
}

const bySurface: Readonly<Record<Body["installSurface"], Row>> = {
  "settings-json": inSettings(settingsServers),
  "codex-toml": inConfig("config.toml", codexServers),
  "copilot-instructions": copilot,
  "cursor-hooks-json": inConfig("mcp.json", cursorServers),
  "cline-rules": () => noFile,
  "profile-marker-only": () => noFile,
  none: () => noFile
}

const rowOf = (places: Places): Row => {
  const { body, id } = places.runtime
  if (behaviorOf(places, "mcpCompanion") === "settings-json") return inSettings(settingsServers)
  const own = byId.get(id)
  if (own !== undefined) return own
  return body.permissionWriter === null ? bySurface[body.installSurface] : byWriter[body.permissionWriter]
}

/** What a host asks a person before it starts a server that a project brings. Source: Claude Code 2.1, Qwen Code 0.24, Codex 0.171. */
const askedFirst: ReadonlyMap<string, string> = new Map([
  ["claude", "the host asks you before it starts a server of a project"],
  ["qwen", "the host asks you before it starts a server of a project"],
  ["codex", "the host starts servers of a project once you trust the project there"]
])

const askedFirstOf = ({ runtime, scope }: Places): ReadonlyArray<string> => {
  const note = scope.kind === "project" ? askedFirst.get(runtime.id) : undefined
  return note === undefined ? [] : [note]
}

/** Where the host of a runtime reads servers in a scope, or why nowhere. */
export const serverPlaceOf = (places: Places, texts: HostTexts): ServerPlace | None =>
  rowOf(places)(places, texts)

/** The MCP servers of an offer in the file of the host: each is written as it is meant there, or withheld with the reason. */
export const serversOf = (places: Places, offer: Offer, texts: HostTexts = new Map()): Surface => {
  const place = serverPlaceOf(places, texts)
  const withhold = (name: string, reason: string): Withheld => ({
    capability: offer.id,
    kind: "server",
    name,
    reason
  })
  if (typeof place === "string")
    return { ...noSurface, withheld: offer.servers.map(({ name }) => withhold(name, place)) }
  const text = texts.get(place.path) ?? ""
  const judged = offer.servers.map(({ config, name }) => ({
    name,
    result:
      place.form.isTaken?.(text, name) === true
        ? Result.fail("another server has its name there already")
        : Result.flatMap(readServer(config), (server) => entryOf(place.form, name, server))
  }))
  const entries = judged.flatMap(({ result }) => (Result.isSuccess(result) ? [result.success] : []))
  const row: WishedEntries = { path: place.path, capability: offer.id, what: "server", entries }
  return joined([
    { ...noSurface, entries: [row], notes: entries.length === 0 ? [] : askedFirstOf(places) },
    {
      ...noSurface,
      withheld: judged.flatMap(({ name, result }) =>
        Result.isFailure(result) ? [withhold(name, result.failure)] : []
      )
    }
  ])
}

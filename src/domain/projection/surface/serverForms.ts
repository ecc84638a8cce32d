import * as Result from "effect/Result"
import type { JsonObject } from "../../json/value.ts"
import type { DocumentEntry } from "../../settings/entry.ts"
import { fillServer, type FillIn, type Server, type Texts, type Unfit } from "./serverConfig.ts"
import { hasMember, rootMember, tableHead, textLine, textsLine } from "./toml.ts"

/** How a host has a server stand in a file of its own. Total: an entry, or why there is none. */
export interface ServerForm {
  readonly fillIn: FillIn
  /** Tells whether a server of this name stands in a text already; for files in which no entry is told from another. */
  readonly isTaken?: (text: string, name: string) => boolean
  readonly write: (name: string, server: Server) => Result.Result<DocumentEntry, Unfit>
}

const dollar: FillIn = (name) => `\${${name}}`

/** An object of texts; a host reads `__proto__` like any other name. */
const objectOf = (texts: Texts): JsonObject => Object.fromEntries(texts)

const optional = (key: string, texts: Texts): JsonObject =>
  texts.length === 0 ? {} : { [key]: objectOf(texts) }

interface Shape {
  /** What stands beside a program, and beside an address. */
  readonly local?: JsonObject
  readonly remote: (server: Server & { readonly kind: "remote" }) => JsonObject | undefined
  readonly takesCwd: boolean
}

const valueOf = (server: Server, shape: Shape): Result.Result<JsonObject, Unfit> => {
  if (server.kind === "remote") {
    const head = shape.remote(server)
    return head === undefined
      ? Result.fail("this host does not reach servers over SSE")
      : Result.succeed({ ...head, ...optional("headers", server.headers) })
  }
  const { args, command, cwd, env } = server
  if (cwd !== undefined && !shape.takesCwd)
    return Result.fail("this host starts servers in no folder of their choice")
  return Result.succeed({
    ...shape.local,
    command,
    ...(args.length === 0 ? {} : { args }),
    ...optional("env", env),
    ...(cwd === undefined ? {} : { cwd })
  })
}

const servers = (shape: Shape, fillIn: FillIn): ServerForm => ({
  fillIn,
  write: (name, server) => Result.map(valueOf(server, shape), (config) => ({ kind: "server", name, config }))
})

/** As Claude has it: `type` beside an address. */
export const claudeServers = servers(
  { remote: ({ transport, url }) => ({ type: transport, url }), takesCwd: false },
  dollar
)

/** As Gemini's descendants have it: a member of its own for each way to reach an address. */
export const qwenServers = servers(
  { remote: ({ transport, url }) => (transport === "sse" ? { url } : { httpUrl: url }), takesCwd: true },
  dollar
)

/** As most hosts have it that took over Claude's settings. Which of them fill variables in is not known. */
export const settingsServers = servers(
  { remote: ({ transport, url }) => ({ type: transport, url }), takesCwd: false },
  undefined
)

export const cursorServers = servers(
  { remote: ({ url }) => ({ url }), takesCwd: false },
  (name) => `\${env:${name}}`
)

/** Copilot asks which tools it may use; those that the server has. */
export const copilotServers = servers(
  {
    local: { type: "local", tools: ["*"] },
    remote: ({ transport, url }) => ({ type: transport, url, tools: ["*"] }),
    takesCwd: true
  },
  dollar
)

export const antigravityServers = servers(
  { remote: ({ url }) => ({ serverUrl: url }), takesCwd: false },
  undefined
)

/** OpenCode tells the way by itself, and takes one list of the program and its arguments. */
export const opencodeServers: ServerForm = {
  fillIn: (name) => `{env:${name}}`,
  write: (name, server) => {
    if (server.kind === "local" && server.cwd !== undefined)
      return Result.fail("this host starts servers in no folder of their choice")
    const value: JsonObject =
      server.kind === "local"
        ? {
            type: "local",
            command: [server.command, ...server.args],
            ...optional("environment", server.env),
            enabled: true
          }
        : { type: "remote", url: server.url, ...optional("headers", server.headers), enabled: true }
    return Result.succeed({ kind: "member", keys: ["mcp"], name, value })
  }
}

const codexName = /^[\w-]+$/u

const table = (keys: ReadonlyArray<string>, texts: Texts): ReadonlyArray<string> =>
  texts.length === 0 ? [] : ["", tableHead(keys), ...texts.map(([name, value]) => textLine(name, value))]

const codexLines = (name: string, server: Server): ReadonlyArray<string> => {
  const keys = ["mcp_servers", name]
  return server.kind === "local"
    ? [
        tableHead(keys),
        textLine("command", server.command),
        ...(server.args.length === 0 ? [] : [textsLine("args", server.args)]),
        ...(server.cwd === undefined ? [] : [textLine("cwd", server.cwd)]),
        ...table([...keys, "env"], server.env)
      ]
    : [tableHead(keys), textLine("url", server.url), ...table([...keys, "http_headers"], server.headers)]
}

/** Codex keeps servers as tables of TOML, reaches addresses over streamable HTTP only, and refuses other names. */
export const codexServers: ServerForm = {
  fillIn: undefined,
  isTaken: (text, name) => hasMember(rootMember(text, "mcp_servers"), name),
  write: (name, server) => {
    if (!codexName.test(name)) return Result.fail("its name has more than letters, digits, `-` and `_`")
    if (server.kind === "remote" && server.transport === "sse")
      return Result.fail("this host does not reach servers over SSE")
    return Result.succeed({ kind: "block", text: codexLines(name, server).join("\n") })
  }
}

/** The entry of a server in a host's form. */
export const entryOf = (
  form: ServerForm,
  name: string,
  server: Server
): Result.Result<DocumentEntry, Unfit> =>
  Result.flatMap(fillServer(server, form.fillIn), (filled) => form.write(name, filled))

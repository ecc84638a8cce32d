import * as Result from "effect/Result"
import { isJsonObject, member, type JsonValue } from "../../json/value.ts"
import { shown } from "../../text/escape.ts"

/** Texts by name, in their order. */
export type Texts = ReadonlyArray<readonly [name: string, value: string]>

/** An MCP server, whatever way its manifest spells it. */
export type Server =
  | {
      readonly kind: "local"
      readonly command: string
      readonly args: ReadonlyArray<string>
      readonly env: Texts
      readonly cwd?: string
    }
  | {
      readonly kind: "remote"
      readonly transport: "http" | "sse"
      readonly url: string
      readonly headers: Texts
    }

/** A clause without a period whose subject is the server. */
export type Unfit = string

const known = new Set(["command", "args", "env", "cwd", "type", "transport", "url", "headers"])

const transports: ReadonlyMap<string, "stdio" | "http" | "sse"> = new Map([
  ["stdio", "stdio"],
  ["local", "stdio"],
  ["http", "http"],
  ["streamable-http", "http"],
  ["streamableHttp", "http"],
  ["remote", "http"],
  ["sse", "sse"]
])

const isText = (value: JsonValue | undefined): value is string => typeof value === "string"

const textsOf = (value: JsonValue | undefined): Texts | undefined => {
  if (value === undefined) return []
  if (!isJsonObject(value)) return undefined
  const pairs = Object.entries(value)
  return pairs.every((pair): pair is [string, string] => isText(pair[1])) ? pairs : undefined
}

const listOf = (value: JsonValue | undefined): ReadonlyArray<string> | undefined => {
  if (value === undefined) return []
  return Array.isArray(value) && value.every(isText) ? value : undefined
}

const odd = (what: string): Result.Result<never, Unfit> =>
  Result.fail(`its \`${what}\` is not of the form that hosts read`)

const localOf = (config: JsonValue): Result.Result<Server, Unfit> => {
  const command = member(config, "command")
  const args = listOf(member(config, "args"))
  const env = textsOf(member(config, "env"))
  const cwd = member(config, "cwd")
  if (!isText(command) || command === "") return odd("command")
  if (args === undefined) return odd("args")
  if (env === undefined) return odd("env")
  if (cwd !== undefined && !isText(cwd)) return odd("cwd")
  return Result.succeed({ kind: "local", command, args, env, ...(cwd === undefined ? {} : { cwd }) })
}

const remoteOf = (config: JsonValue, transport: "http" | "sse"): Result.Result<Server, Unfit> => {
  const url = member(config, "url")
  const headers = textsOf(member(config, "headers"))
  if (!isText(url) || url === "") return odd("url")
  if (headers === undefined) return odd("headers")
  return Result.succeed({ kind: "remote", transport, url, headers })
}

const transportOf = (config: JsonValue): Result.Result<"stdio" | "http" | "sse" | undefined, Unfit> => {
  const named = [member(config, "type"), member(config, "transport")].filter((one) => one !== undefined)
  const found = new Set(named.map((one) => (isText(one) ? transports.get(one) : undefined)))
  const [transport] = found
  if (found.size > 1) return Result.fail("its `type` and its `transport` say different things")
  return found.has(undefined)
    ? Result.fail("the way it is reached is known to no host")
    : Result.succeed(transport)
}

const has = (config: JsonValue, key: string): boolean => member(config, key) !== undefined

/** Reads the configuration of a server; what no host could be given as it is meant is refused with the reason. */
export const readServer = (config: JsonValue): Result.Result<Server, Unfit> => {
  if (!isJsonObject(config)) return Result.fail("its configuration is no object")
  const strange = Object.keys(config).filter((key) => !known.has(key))
  if (strange.length > 0) return Result.fail(shown`hosts read its ${strange.join(", ")} in no common way`)
  return Result.flatMap(transportOf(config), (transport) => {
    const [local, remote] = [has(config, "command"), has(config, "url")]
    if (local === remote)
      return Result.fail(
        local ? "it has a program and an address" : "it has neither a program nor an address"
      )
    if (remote)
      return transport === "stdio" || has(config, "args") || has(config, "env") || has(config, "cwd")
        ? Result.fail("it has an address and is said to be a program")
        : remoteOf(config, transport ?? "http")
    return (transport ?? "stdio") !== "stdio" || has(config, "headers")
      ? Result.fail("it has a program and is said to be an address")
      : localOf(config)
  })
}

/** How a host writes the value of a variable into a text; undefined when it fills none in. */
export type FillIn = ((variable: string) => string) | undefined

const variable = /\$\{([A-Za-z_]\w*)\}/gu

/** A text with its variables as the host writes them; a failure where something would stand that the host does not fill in. */
const filled = (text: string, fillIn: FillIn): Result.Result<string, Unfit> => {
  const rest = text.replaceAll(variable, "")
  if (rest.includes("${") || (fillIn === undefined && rest !== text))
    return Result.fail("it counts on a `${…}` that this host does not fill in")
  return Result.succeed(
    fillIn === undefined ? text : text.replaceAll(variable, (_, name: string) => fillIn(name))
  )
}

const allFilled = (texts: Texts, fillIn: FillIn): Result.Result<Texts, Unfit> =>
  Result.all(texts.map(([name, value]) => Result.map(filled(value, fillIn), (text) => [name, text] as const)))

/** A server whose variables are written as a host fills them in. */
export const fillServer = (server: Server, fillIn: FillIn): Result.Result<Server, Unfit> =>
  Result.gen(function* () {
    if (server.kind === "remote") {
      const url = yield* filled(server.url, fillIn)
      return { ...server, url, headers: yield* allFilled(server.headers, fillIn) }
    }
    const command = yield* filled(server.command, fillIn)
    const args = yield* Result.all(server.args.map((arg) => filled(arg, fillIn)))
    const env = yield* allFilled(server.env, fillIn)
    const cwd = server.cwd === undefined ? {} : { cwd: yield* filled(server.cwd, fillIn) }
    return { ...server, command, args, env, ...cwd }
  })

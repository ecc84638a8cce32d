/** Hosts as their makers publish them: installed, started without credentials, and asked what they see. */
import { spawn } from "node:child_process"
import { existsSync, mkdirSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { assert } from "vitest"
import type { World } from "../../cli/support/world.ts"

/** Programs of hosts by the runtime, with their packages. Gemini CLI is no runtime of ours; Antigravity is of its family. */
export const packages = {
  claude: { program: "claude", name: "@anthropic-ai/claude-code" },
  codex: { program: "codex", name: "@openai/codex" },
  opencode: { program: "opencode", name: "opencode-ai" },
  qwen: { program: "qwen", name: "@qwen-code/qwen-code" },
  gemini: { program: "gemini", name: "@google/gemini-cli" }
} as const

export type Host = keyof typeof packages

/** All of them. */
export const hosts = Object.keys(packages) as ReadonlyArray<Host>

const binsOf = (folder: string, host: Host): string => join(folder, host, "node_modules", ".bin")

/** What a run of a program was. */
export interface Said {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How a program is started. */
interface Started {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds after which it is ended. */
  readonly within: number
  /** Lines for its input, each sent once the one before was answered; none: its input is at its end. */
  readonly lines?: ReadonlyArray<string>
}

/** Sends the lines of a talk one by one, the next when an answer with the id of the last has come. */
const talk = (child: ReturnType<typeof spawn>, lines: ReadonlyArray<string>): void => {
  if (child.stdin === null || child.stdout === null) return
  const { stdin } = child
  const left = [...lines]
  const send = () => {
    const line = left.shift()
    if (line === undefined) stdin.end()
    else stdin.write(`${line}\n`)
    if (line !== undefined && !line.includes('"id"')) send()
  }
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith("{") && Object.hasOwn(JSON.parse(line), "id")) send()
  })
  send()
}

/** Runs a program to its end, or ends it and what it started when its time is over. */
const run = async (program: string, args: ReadonlyArray<string>, started: Started): Promise<Said> => {
  const { cwd, env, lines, within } = started
  const child = spawn(program, args, { cwd, env, stdio: "pipe", detached: true })
  const said = { stdout: "", stderr: "" }
  child.stdout.on("data", (piece) => (said.stdout += String(piece)))
  child.stderr.on("data", (piece) => (said.stderr += String(piece)))
  child.stdin.on("error", () => undefined)
  if (lines === undefined) child.stdin.end()
  else talk(child, lines)
  const { pid } = child
  const watchdog = setTimeout(() => pid !== undefined && process.kill(-pid, "SIGKILL"), within)
  return new Promise((resolve) => {
    child.on("error", ({ message }) => resolve({ code: null, ...said, stderr: message }))
    child.on("close", (code) => {
      clearTimeout(watchdog)
      resolve({ code, ...said })
    })
  })
}

const ours = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  )

/** The Node that runs the tests first: npm and hosts take what fits it. */
const pathWith = (...folders: ReadonlyArray<string>): string =>
  [...folders, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter)

/** Why a package is not there, else undefined; from where it comes, npm's configuration says. */
const install = async (folder: string, host: Host): Promise<string | undefined> => {
  const { name, program } = packages[host]
  const prefix = join(folder, host)
  mkdirSync(prefix, { recursive: true })
  const args = ["install", "--prefix", prefix, "--prefer-offline", "--no-audit", "--no-fund"]
  const started = { cwd: prefix, env: { ...ours(), PATH: pathWith() }, within: 240_000 }
  const { code, stderr } = await run("npm", [...args, "--loglevel", "error", name], started)
  if (code === 0 && existsSync(join(binsOf(folder, host), program))) return undefined
  return `npm ended with ${code}: ${stderr.trim().slice(-600)}`
}

/** Installs every host that can be, side by side; tells on stderr which cannot, and gives those that answer. */
export const installHosts = async (folder: string): Promise<ReadonlyArray<Host>> => {
  const answering = await Promise.all(
    hosts.map(async (host) => {
      const problem = (await install(folder, host)) ?? (await notAnswering(folder, host))
      if (problem !== undefined)
        process.stderr.write(`${packages[host].name} cannot be had here: ${problem}\n`)
      return problem === undefined ? [host] : []
    })
  )
  return answering.flat()
}

/** A package may come without the part that is for this machine. */
const notAnswering = async (folder: string, host: Host): Promise<string | undefined> => {
  const home = join(folder, host, "home")
  mkdirSync(home)
  const env = { HOME: home, PATH: pathWith(binsOf(folder, host)) }
  const { code, stderr, stdout } = await run(packages[host].program, ["--version"], {
    cwd: home,
    env,
    within: 60_000
  })
  if (code === 0) return undefined
  return `it does not answer (${code}): ${`${stdout}${stderr}`.trim().slice(-600)}`
}

/** Where a host is asked. */
export interface Seat {
  readonly folder: string
  readonly host: Host
  readonly world: World
  /** The project; the world's work folder when it is not said. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * The environment of a host: no credentials, nothing of the caller's, and no way out of this machine: what is asked of
 * others goes to a port on which nobody listens.
 */
const environmentOf = ({ env, folder, host, world }: Seat): Readonly<Record<string, string>> => {
  const temporary = join(world.root, "tmp")
  mkdirSync(temporary, { recursive: true })
  const nowhere = "http://127.0.0.1:9"
  return {
    HOME: world.home,
    PATH: pathWith(binsOf(folder, host)),
    TMPDIR: temporary,
    NO_COLOR: "1",
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    https_proxy: nowhere,
    http_proxy: nowhere,
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    ...env
  }
}

/** Asks a host something. */
export const ask = (seat: Seat, args: ReadonlyArray<string>, lines?: ReadonlyArray<string>): Promise<Said> =>
  run(packages[seat.host].program, args, {
    cwd: seat.world.work,
    env: environmentOf(seat),
    within: 60_000,
    ...(lines === undefined ? {} : { lines })
  })

/** What a host lists, by name. */
export interface Listing {
  readonly skills: ReadonlyArray<string>
  readonly agents: ReadonlyArray<string>
  /** Servers that run and answered it. */
  readonly servers: ReadonlyArray<string>
  /** Events of hooks that it read. */
  readonly hooks: ReadonlyArray<string>
  /** All that it said, for people who read a failure. */
  readonly said: string
}

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null

const rows = (value: unknown): ReadonlyArray<Json> => (Array.isArray(value) ? value.filter(isJson) : [])

const textsIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : []

const namesOf = (value: unknown): ReadonlyArray<string> => textsIn(rows(value).map(({ name }) => name))

/** Lines that are JSON objects, read. */
export const documentsIn = (text: string): ReadonlyArray<Json> =>
  text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): unknown => JSON.parse(line))
    .filter(isJson)

const firstOf = (documents: ReadonlyArray<Json>, subtype: string): Json =>
  documents.find((one) => one["subtype"] === subtype) ?? {}

const isColour = /\u001b\[[\d;]*m/gu

/** Servers that a list calls connected, one a line. */
const connected = ({ stderr, stdout }: Said): ReadonlyArray<string> =>
  `${stdout}\n${stderr}`
    .replaceAll(isColour, "")
    .split("\n")
    .filter((line) => /\bconnected\b/iu.test(line))
    .flatMap((line) => /[\w-]+/u.exec(line) ?? [])

const everything = (...all: ReadonlyArray<Said>): string =>
  all.map(({ code, stderr, stdout }) => `exit ${code}\n${stdout}\n${stderr}`).join("\n")

/** Claude and Qwen say first what a session has; that it comes to nothing without an account is as it should be. */
const session = ["-p", "hello", "--output-format", "stream-json"]

const claude = async (seat: Seat): Promise<Listing> => {
  const [listed, ran] = await Promise.all([
    ask(seat, ["mcp", "list"]),
    ask(seat, [...session, "--verbose", "--include-hook-events"])
  ])
  const documents = documentsIn(ran.stdout)
  const init = firstOf(documents, "init")
  return {
    skills: [...textsIn(init["skills"]), ...textsIn(init["slash_commands"])],
    agents: textsIn(init["agents"]),
    servers: connected(listed),
    hooks: textsIn(documents.map((one) => one["hook_event"])),
    said: everything(listed, ran)
  }
}

const qwen = async (seat: Seat): Promise<Listing> => {
  const nobody = { OPENAI_API_KEY: "none", OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_MODEL: "m" }
  const args = [...session, "--auth-type", "openai"]
  const [listed, ran] = await Promise.all([
    ask(seat, ["mcp", "list"]),
    ask({ ...seat, env: { ...nobody, ...seat.env } }, args)
  ])
  const init = firstOf(documentsIn(ran.stdout), "init")
  return {
    skills: textsIn(init["slash_commands"]),
    agents: textsIn(init["agents"]),
    servers: connected(listed),
    hooks: [],
    said: everything(listed, ran)
  }
}

const opencode = async (seat: Seat): Promise<Listing> => {
  const skills = await ask(seat, ["debug", "skill"])
  // The first run lays its database out.
  const [config, servers] = await Promise.all([ask(seat, ["debug", "config"]), ask(seat, ["mcp", "list"])])
  const read = (text: string): unknown => (/^\s*[[{]/u.test(text) ? JSON.parse(text) : undefined)
  const settings = read(config.stdout)
  const agents = isJson(settings) ? settings["agent"] : undefined
  return {
    skills: namesOf(read(skills.stdout)),
    agents: isJson(agents) ? Object.keys(agents) : [],
    servers: connected(servers),
    hooks: [],
    said: everything(skills, config, servers)
  }
}

/** Asks Codex's server for front ends, which lists by method. */
const codexServer = async (seat: Seat) => {
  const at = { cwds: [seat.world.work] }
  const calls = [
    ["initialize", { clientInfo: { name: "test", title: "test", version: "1.0.0" } }],
    ["skills/list", at],
    ["hooks/list", at],
    ["mcpServerStatus/list", {}]
  ] as const
  const [first = "", ...rest] = calls.map(([method, params], id) => JSON.stringify({ id, method, params }))
  const said = await ask(seat, ["app-server"], [first, JSON.stringify({ method: "initialized" }), ...rest])
  const results = documentsIn(said.stdout)
  const dataOf = (id: number): ReadonlyArray<Json> => {
    const result = results.find((one) => one["id"] === id)?.["result"]
    return isJson(result) ? rows(result["data"]) : []
  }
  const [skills, hooks, servers] = [dataOf(1), dataOf(2), dataOf(3)]
  return { skills, hooks, servers, said }
}

const codex = async (seat: Seat): Promise<Listing> => {
  const [server, prompt] = await Promise.all([
    codexServer(seat),
    ask(seat, ["debug", "prompt-input", "hello"])
  ])
  const servers = server.servers.filter(({ tools }) => isJson(tools) && Object.keys(tools).length > 0)
  return {
    skills: server.skills.flatMap(({ skills }) => namesOf(skills)),
    agents: [...prompt.stdout.matchAll(/\\n([\w-]+): \{\\n/gu)].map(([, name]) => name ?? ""),
    servers: namesOf(servers),
    hooks: textsIn(server.hooks.flatMap(({ hooks }) => rows(hooks).map(({ eventName }) => eventName))),
    said: everything(server.said, prompt)
  }
}

const gemini = async (seat: Seat): Promise<Listing> => {
  const [skills, servers] = await Promise.all([ask(seat, ["skills", "list"]), ask(seat, ["mcp", "list"])])
  return {
    skills: [...`${skills.stdout}${skills.stderr}`.matchAll(/^(\S+) \[Enabled\]/gmu)].map(
      ([, name]) => name ?? ""
    ),
    agents: [],
    servers: connected(servers),
    hooks: [],
    said: everything(skills, servers)
  }
}

const listings: Readonly<Record<Host, (seat: Seat) => Promise<Listing>>> = {
  claude,
  codex,
  opencode,
  qwen,
  gemini
}

/** What a host says that it sees. */
export const listingOf = (seat: Seat): Promise<Listing> => listings[seat.host](seat)

/** Asserts that a listing has some names; its kinds that are not named are not looked at. */
export const assertSeen = (listing: Listing, names: Partial<Omit<Listing, "said">>): void => {
  const kinds = ["skills", "agents", "servers", "hooks"] as const
  for (const kind of kinds)
    assert.includeMembers([...listing[kind]], [...(names[kind] ?? [])], `${kind}\n${listing.said}`)
}

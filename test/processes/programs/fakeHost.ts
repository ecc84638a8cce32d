/**
 * A host program as its documentation has it: reads a settings file, and either starts every hook of an event whose
 * matcher fits, through `sh -c`, with the event as JSON on stdin; or starts a server without a shell, and asks it to
 * begin. Prints what came of it as JSON. Arguments: FILE EVENT JSON, or FILE --server NAME.
 */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"

interface Settings {
  readonly hooks?: Readonly<
    Record<
      string,
      ReadonlyArray<{
        readonly matcher?: string
        readonly hooks: ReadonlyArray<{ readonly type: string; readonly command: string }>
      }>
    >
  >
  readonly mcpServers?: Readonly<
    Record<
      string,
      {
        readonly command: string
        readonly args?: ReadonlyArray<string>
        readonly env?: Readonly<Record<string, string>>
      }
    >
  >
}

interface Event {
  readonly source?: string
  readonly tool_name?: string
}

const [file = "", word = "", rest = ""] = process.argv.slice(2)

const settings: Settings = JSON.parse(readFileSync(file, "utf8"))

/** Runs a program with some input to its end. */
const run = (
  program: { readonly command: string; readonly args: ReadonlyArray<string>; readonly env?: object },
  input: string
) =>
  new Promise((resolve) => {
    const child = spawn(program.command, program.args, {
      env: { ...process.env, ...program.env },
      stdio: ["pipe", "pipe", "pipe"]
    })
    let stdout = ""
    let stderr = ""
    child.stdout.on("data", (chunk) => (stdout += String(chunk)))
    child.stderr.on("data", (chunk) => (stderr += String(chunk)))
    child.stdin.on("error", () => {})
    child.on("error", (cause) => resolve({ code: 127, stdout, stderr: cause.message }))
    child.on("close", (code) => resolve({ code, stdout, stderr }))
    child.stdin.end(input)
  })

const fits = (matcher: string | undefined, event: Event): boolean =>
  matcher === undefined ||
  matcher === "" ||
  matcher === "*" ||
  new RegExp(`^(?:${matcher})$`, "u").test(event.tool_name ?? event.source ?? "")

const fire = async (name: string, text: string): Promise<ReadonlyArray<unknown>> => {
  const event: Event = JSON.parse(text)
  const entries = settings.hooks?.[name] ?? []
  const commands = entries
    .filter(({ matcher }) => fits(matcher, event))
    .flatMap(({ hooks }) => hooks.filter(({ type }) => type === "command"))
  return Promise.all(commands.map(({ command }) => run({ command: "sh", args: ["-c", command] }, text)))
}

const greet = (name: string): Promise<unknown> => {
  const server = settings.mcpServers?.[name]
  if (server === undefined) return Promise.resolve({ code: 127, stdout: "", stderr: "no such server" })
  const hello = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } }
  return run({ args: [], ...server }, `${JSON.stringify(hello)}\n`)
}

const results = word === "--server" ? [await greet(rest)] : await fire(word, rest)
process.stdout.write(`${JSON.stringify(results)}\n`)

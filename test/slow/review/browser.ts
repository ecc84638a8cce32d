import { spawn, spawnSync, type ChildProcess } from "node:child_process"
import type { Readable, Writable } from "node:stream"
import { assert, onTestFinished } from "vitest"
import { makeRoom } from "../../support/rooms.ts"

const command = "chromium-headless-shell"

/** A page that was opened. */
export interface Page {
  /** Value of an expression in the page, as JSON carries it; the page's policy does not hold for it. */
  readonly evaluate: <A>(expression: string) => Promise<A>
  /** Every address that the page asked for, itself first. */
  readonly requests: ReadonlyArray<string>
  /** What a script of the page did that a person would see: dialogs, lines on the console. */
  readonly heard: ReadonlyArray<string>
}

interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: {
    readonly request?: { readonly url: string }
    readonly message?: string
    readonly args?: unknown
  }
  readonly result?: object
  readonly error?: { readonly message: string }
}

/** The wire to a browser: messages of JSON, a NUL behind each. Source: Chrome DevTools Protocol. */
const wireOf = (child: ChildProcess, hear: (message: Message) => void) => {
  const [writing, reading] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
  const waiting = new Map<number, (message: Message) => void>()
  let last = 0
  let rest = ""
  reading.setEncoding("utf8").on("data", (text: string) => {
    const pieces = `${rest}${text}`.split("\0")
    rest = pieces.pop() ?? ""
    for (const piece of pieces) {
      const message: Message = JSON.parse(piece)
      waiting.get(message.id ?? 0)?.(message)
      hear(message)
    }
  })
  return async <A>(method: string, params: object = {}, sessionId?: string): Promise<A> => {
    last += 1
    const id = last
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve))
    writing.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
    const { error, result } = await answer
    assert.isUndefined(error, `${method}: ${error?.message}`)
    return result as A
  }
}

/** Starts a browser for one test; says what is missing where there is none. */
const startBrowser = (): ChildProcess => {
  const version = spawnSync(command, ["--version"])
  assert.isUndefined(version.error, `\`${command}\` is not installed; \`.ci/run\` installs it`)
  const home = makeRoom("gsd-browser-")
  const flags = ["--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", `--user-data-dir=${home}`]
  const child = spawn(command, flags, {
    detached: true,
    env: { PATH: process.env["PATH"] ?? "", HOME: home },
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"]
  })
  const gone = new Promise((resolve) => child.once("exit", resolve))
  onTestFinished(async () => {
    // Asked to, it ends its helpers first; they would write to its folder after that is removed.
    const lastResort = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), 10_000)
    ;(child.stdio[3] as Writable).write(`${JSON.stringify({ id: 0, method: "Browser.close" })}\0`)
    await gone
    clearTimeout(lastResort)
  })
  return child
}

interface Evaluated<A> {
  readonly result: { readonly value: A }
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description: string } }
}

/** Opens an address in a browser of its own and waits until everything of it is loaded, and half a second more. */
export const visit = async (url: string, width = 1200): Promise<Page> => {
  const requests: Array<string> = []
  const heard: Array<string> = []
  let loaded = () => {}
  const isLoaded = new Promise<void>((resolve) => (loaded = resolve))
  const ask = wireOf(startBrowser(), ({ method, params, sessionId }) => {
    if (method === "Network.requestWillBeSent") requests.push(params?.request?.url ?? "")
    if (method === "Page.loadEventFired") loaded()
    if (method === "Runtime.consoleAPICalled") heard.push(`console ${JSON.stringify(params?.args)}`)
    if (method !== "Page.javascriptDialogOpening") return
    heard.push(`dialog ${params?.message}`)
    void ask("Page.handleJavaScriptDialog", { accept: false }, sessionId)
  })
  const { targetId } = await ask<{ targetId: string }>("Target.createTarget", { url: "about:blank" })
  const { sessionId } = await ask<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true })
  for (const domain of ["Page", "Network", "Runtime"]) await ask(`${domain}.enable`, {}, sessionId)
  const metrics = { width, height: 900, deviceScaleFactor: 1, mobile: false }
  await ask("Emulation.setDeviceMetricsOverride", metrics, sessionId)
  await ask("Page.navigate", { url }, sessionId)
  await isLoaded
  await new Promise((resolve) => setTimeout(resolve, 500))
  const evaluate = async <A>(expression: string): Promise<A> => {
    const asked = { expression, returnByValue: true }
    const { exceptionDetails, result } = await ask<Evaluated<A>>("Runtime.evaluate", asked, sessionId)
    assert.isUndefined(exceptionDetails, exceptionDetails?.exception?.description ?? exceptionDetails?.text)
    return result.value
  }
  return { evaluate, requests, heard }
}

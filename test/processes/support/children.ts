import { spawn, type ChildProcessByStdio } from "node:child_process"
import type { Readable, Writable } from "node:stream"
import { idsOf, type User } from "./users.ts"

/** How a process ended and what it said. */
export interface Ran {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A running process. */
export interface Child {
  readonly pid: number
  readonly ended: Promise<Ran>
  readonly isRunning: () => boolean
  readonly kill: (signal: NodeJS.Signals) => void
  readonly write: (text: string) => void
  readonly close: () => void
  /** The next whole line of stdout; undefined when it ended. */
  readonly line: () => Promise<string | undefined>
}

/** What to start. */
export interface Start {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly user: User
  /** Whether stdin stays open. */
  readonly open?: boolean
}

type Piped = ChildProcessByStdio<Writable, Readable, Readable>

const running = new Map<number, Piped>()

const linesOf = (child: Piped) => {
  const whole: Array<string> = []
  const waiting: Array<(line: string | undefined) => void> = []
  let rest = ""
  let over = false
  const serve = (): void => {
    const many = over ? waiting.length : Math.min(waiting.length, whole.length)
    for (const answer of waiting.splice(0, many)) answer(whole.shift())
  }
  child.stdout.on("data", (chunk) => {
    const parts = `${rest}${String(chunk)}`.split("\n")
    rest = parts.pop() ?? ""
    whole.push(...parts)
    serve()
  })
  child.on("close", () => {
    over = true
    serve()
  })
  return () =>
    new Promise<string | undefined>((resolve) => {
      waiting.push(resolve)
      serve()
    })
}

/** Starts a process; `endChildren` ends it if nothing else did. */
export const launch = (start: Start): Child => {
  const child: Piped = spawn(start.command, start.args, {
    cwd: start.cwd,
    env: start.env,
    stdio: ["pipe", "pipe", "pipe"],
    ...idsOf(start.user)
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${start.command} cannot be started`)
  running.set(pid, child)
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (chunk) => (stdout += String(chunk)))
  child.stderr.on("data", (chunk) => (stderr += String(chunk)))
  // A process that ended reads no more.
  child.stdin.on("error", () => {})
  if (start.open !== true) child.stdin.end()
  const ended = new Promise<Ran>((resolve) => {
    child.on("close", (code, signal) => {
      running.delete(pid)
      resolve({ code, signal, stdout, stderr })
    })
  })
  return {
    pid,
    ended,
    isRunning: () => running.has(pid),
    kill: (signal) => void child.kill(signal),
    write: (text) => void child.stdin.write(text),
    close: () => void child.stdin.end(),
    line: linesOf(child)
  }
}

/** Ends every process that these tests started and that runs still, stopped ones included. */
export const endChildren = async (): Promise<void> => {
  const left = [...running.values()]
  const closed = left.map((child) => new Promise((resolve) => child.once("close", resolve)))
  for (const child of left) child.kill("SIGKILL")
  await Promise.all(closed)
}

/** Waits some milliseconds: signals come at moments that nothing announces. */
export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Waits until a condition holds or a process ended; the test's own timeout is the watchdog. */
export const until = async (holds: () => boolean, child?: Child): Promise<void> => {
  while (!holds() && child?.isRunning() !== false) await pause(1)
}

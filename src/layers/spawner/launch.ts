import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { StartPlan } from "../../domain/process/startPlan.ts"
import type { ProcessTree } from "./endTree.ts"
import type { Source } from "./outputTap.ts"
import { recycle } from "./recycle.ts"
import type { LeaderEnd, Taps } from "./supervise.ts"

/** Everything the operating system needs, in plain text. */
export interface LaunchPlan extends Pick<StartPlan, "file" | "args" | "verbatimAs"> {
  readonly env: Record<string, string | undefined>
  readonly directory: string
  readonly stdin: string | undefined
  /** Called in the same turn as the start, before the child can have been waited for. */
  readonly makeTree: (pid: number, leaderGone: () => boolean) => ProcessTree
}

/** A child that has really started. */
export interface Launched {
  readonly pid: number
  readonly leader: Deferred.Deferred<LeaderEnd>
  readonly tree: ProcessTree
  /** Destroys the pipes and lets our process exit although the child may live. */
  readonly close: () => void
}

/** What Node said about a start that failed; `code` is an errno name, or Node's own. */
export interface Refusal {
  readonly code: string
}

const refusalOf = (cause: unknown): Refusal => ({
  code: cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "UNKNOWN"
})

/** Errors of streams and late errors of the child mean nothing here, and unheard they would end our process. */
const swallow = (): void => {}

/** What Node's `spawn` is told beside the file and its arguments. Never a shell. */
export const spawnOptions = (plan: Omit<LaunchPlan, "makeTree">, isWindows: boolean): SpawnOptions => ({
  cwd: plan.directory,
  // Node copies this one variable of ours into every environment that does not have it.
  env: { NODE_V8_COVERAGE: undefined, ...plan.env },
  // A session of its own (setsid); on Windows the same flag would open a console window instead.
  detached: !isWindows,
  windowsHide: true,
  ...(plan.verbatimAs === undefined ? {} : { argv0: plan.verbatimAs, windowsVerbatimArguments: true }),
  stdio: [plan.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"]
})

const begin = (plan: LaunchPlan): ChildProcess =>
  spawn(plan.file, plan.args, spawnOptions(plan, process.platform === "win32"))

const connect = <E, R>(stream: NodeJS.ReadableStream | null, tap: Taps<E, R>["stdout"]) => {
  stream?.on("error", swallow)
  stream?.on("data", (chunk: Buffer) =>
    tap.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength))
  )
  stream?.on("end", () => tap.finish(false))
  stream?.on("close", () => tap.finish(true))
}

const feed = (child: ChildProcess, text: string | undefined) => {
  child.stdin?.on("error", swallow)
  if (text !== undefined) child.stdin?.end(text)
}

const release = <E, R>(child: ChildProcess, taps: Taps<E, R>) => {
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
  taps.stdout.finish(true)
  taps.stderr.finish(true)
  child.unref()
}

/** Sources of both outputs, made before the child is there. */
export interface Sources {
  readonly stdout: Source
  readonly stderr: Source
  readonly attach: (child: ChildProcess) => void
}

/** Makes sources that do nothing until a child is attached. */
export const makeSources = (): Sources => {
  let child: ChildProcess | undefined
  const source = (name: "stdout" | "stderr"): Source => ({
    pause: () => void child?.[name]?.pause(),
    resume: () => void child?.[name]?.resume(),
    recycle
  })
  return {
    stdout: source("stdout"),
    stderr: source("stderr"),
    attach: (started) => {
      child = started
    }
  }
}

/** Listens from the first moment: `spawn` or `error` come on the next tick. */
const listen = <E, R>(plan: LaunchPlan, taps: Taps<E, R>, sources: Sources) => {
  const child = begin(plan)
  const pid = child.pid ?? 0
  const started = Deferred.makeUnsafe<void, Refusal>()
  const leader = Deferred.makeUnsafe<LeaderEnd>()
  let gone = false
  child.on("spawn", () => Deferred.doneUnsafe(started, Effect.void))
  child.on("error", (cause) => Deferred.doneUnsafe(started, Effect.fail(refusalOf(cause))))
  child.on("exit", (code, signal) => {
    gone = true
    const end: LeaderEnd =
      code === null ? { _tag: "Signaled", signal: signal ?? "unknown" } : { _tag: "Exited", code }
    Deferred.doneUnsafe(leader, Effect.succeed(end))
  })
  sources.attach(child)
  connect(child.stdout, taps.stdout)
  connect(child.stderr, taps.stderr)
  feed(child, plan.stdin)
  const tree = plan.makeTree(pid, () => gone)
  return { started, launched: { pid, leader, tree, close: () => release(child, taps) } satisfies Launched }
}

/** Starts a child with its listeners. Run it where it cannot be interrupted: what it starts must be ended. */
export const launch = Effect.fnUntraced(function* <E, R>(
  plan: LaunchPlan,
  taps: Taps<E, R>,
  sources: Sources
) {
  const { started, launched } = yield* Effect.try({
    try: () => listen(plan, taps, sources),
    catch: refusalOf
  })
  yield* Deferred.await(started).pipe(Effect.tapError(() => Effect.sync(launched.close)))
  return launched
})

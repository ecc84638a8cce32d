import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { checkRun } from "../../domain/process/checkRun.ts"
import { reveal, revealAll } from "../../domain/process/environment.ts"
import type { ProcessEntry } from "../../domain/process/outcome.ts"
import type { FileState } from "../../domain/process/resolveBinary.ts"
import { type RunRequest, Spawner } from "../../services/Spawner.ts"
import { findBinary } from "./findBinary.ts"
import { makeCookie } from "./makeCookie.ts"
import { playScript } from "./playScript.ts"
import type { Script } from "./script.ts"
import { type SpawnerCall, SpawnerCalls } from "./SpawnerCalls.ts"
import { supervise } from "./supervise.ts"

/** What the scripted machine has. */
export interface ScriptedOptions {
  /** Tried in order; the first that matches and is not used up answers. */
  readonly scripts: ReadonlyArray<Script>
  /** State of a path, for `which` and `run`; everything is executable when absent. */
  readonly inspect?: (path: string) => FileState
  /** Answer of `processes`, before its filter; empty when absent. */
  readonly processes?: ReadonlyArray<ProcessEntry>
  /** Processes that run beside those; nobody else when absent. */
  readonly running?: ReadonlyArray<number>
}

const callOf = <E, R>(request: RunRequest<E, R>): SpawnerCall => ({
  command: request.command,
  args: request.args.map(reveal),
  env: revealAll(request.env),
  directory: request.directory,
  stdin: request.stdin === undefined ? undefined : reveal(request.stdin),
  timeout: request.timeout,
  idleTimeout: request.idleTimeout
})

const firstPid = 1000
const pidStep = 100

/** Chooses scripts and counts their use. A call that none answers is a fault of the test. */
const makeChooser = (scripts: ReadonlyArray<Script>) => {
  const used = new Map<Script, number>()
  return (call: SpawnerCall) =>
    Effect.suspend(() => {
      const script = scripts.find(
        (each) => each.when(call) && (used.get(each) ?? 0) < (each.times ?? Number.POSITIVE_INFINITY)
      )
      if (script === undefined) {
        const names = scripts.map((each) => each.name).join(", ")
        return Effect.die(
          new Error(`No script answers \`${[call.command, ...call.args].join(" ")}\`; there are: ${names}`)
        )
      }
      used.set(script, (used.get(script) ?? 0) + 1)
      return Effect.succeed(script)
    })
}

const make = (options: ScriptedOptions) => {
  const calls: Array<SpawnerCall> = []
  const choose = makeChooser(options.scripts)
  const inspect = options.inspect ?? (() => "executable" as const)
  const run = Effect.fn("Spawner.run")(function* <E, R>(request: RunRequest<E, R>) {
    const call = callOf(request)
    calls.push(call)
    const wrong = checkRun(request, false)
    if (wrong !== undefined) return yield* wrong
    yield* findBinary({ name: request.command, env: request.env, isWindows: false }, inspect)
    const script = yield* choose(call)
    if (script.refuse !== undefined) return yield* script.refuse(call)
    const pid = firstPid + calls.length * pidStep
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const play = { pid, cookie: yield* makeCookie(firstPid), script, steps: script.steps(call) }
        return yield* supervise(yield* playScript(request, play), request, restore)
      })
    )
  })
  const which = Effect.fn("Spawner.which")((command: string, where: Pick<RunRequest, "env" | "directory">) =>
    findBinary({ name: command, env: where.env, isWindows: false }, inspect)
  )
  const spawner = Spawner.of({
    run,
    which,
    processes: (cookie) =>
      Effect.succeed(
        (options.processes ?? []).filter(({ cookies }) => cookie === undefined || cookies.includes(cookie))
      ),
    isRunning: (pid) =>
      Effect.succeed(
        (options.processes ?? []).some((one) => one.pid === pid) || options.running?.includes(pid) === true
      )
  })
  return Context.make(Spawner, spawner).pipe(
    Context.add(SpawnerCalls, SpawnerCalls.of({ all: Effect.sync(() => [...calls]) }))
  )
}

/**
 * A Spawner that starts nothing and answers from scripts, for tests. Requests are checked, supervised and
 * captured by the code that the live layer uses; every wait is on the Clock, so a TestClock drives it.
 */
export const layerWith = (options: ScriptedOptions): Layer.Layer<Spawner | SpawnerCalls> =>
  Layer.effectContext(Effect.sync(() => make(options)))

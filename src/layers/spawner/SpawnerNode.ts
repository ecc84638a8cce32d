import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import { cookieVariable, extendLineage, type RunCookie } from "../../domain/process/cookie.ts"
import { reveal, revealAll } from "../../domain/process/environment.ts"
import { processLimits } from "../../domain/process/limits.ts"
import { type RunRequest, Spawner } from "../../services/Spawner.ts"
import { endTree, type ProcessTree } from "./endTree.ts"
import { findBinary } from "./findBinary.ts"
import { makeGroupTree, makeWindowsTree } from "./groupTree.ts"
import { inspectBinary, inspectDirectory } from "./inspectFile.ts"
import { launch, makeSources } from "./launch.ts"
import { carriersOf, hasProcfs, makeLinuxTree } from "./linuxTree.ts"
import { makeCookie } from "./makeCookie.ts"
import { makeTap } from "./outputTap.ts"
import { type Machine, prepare } from "./prepare.ts"
import { isProcess } from "./sendSignal.ts"
import { supervise } from "./supervise.ts"
import { translateRefusal } from "./translateRefusal.ts"

const isWindows = process.platform === "win32"

const makeTree =
  (cookie: RunCookie) =>
  (pid: number, leaderGone: () => boolean): ProcessTree => {
    if (isWindows) return makeWindowsTree(pid, cookie, leaderGone)
    return hasProcfs() ? makeLinuxTree({ pid, cookie, leaderGone }) : makeGroupTree(pid, cookie)
  }

const machine: Machine = { isWindows, inspectBinary, inspectDirectory }

const start = Effect.fnUntraced(function* <E, R>(request: RunRequest<E, R>, cookie: RunCookie) {
  const { addedEnv, ...planned } = yield* prepare(request, machine)
  const sources = makeSources()
  const taps = {
    stdout: yield* makeTap(request.stdout, sources.stdout),
    stderr: yield* makeTap(request.stderr, sources.stderr)
  }
  const plan = {
    ...planned,
    env: {
      ...revealAll(request.env),
      ...addedEnv,
      [cookieVariable]: extendLineage(process.env[cookieVariable], cookie)
    },
    directory: request.directory,
    stdin: request.stdin === undefined ? undefined : reveal(request.stdin),
    makeTree: makeTree(cookie)
  }
  const launched = yield* launch(plan, taps, sources).pipe(
    Effect.mapError((refusal) => translateRefusal({ ...request, path: planned.file }, refusal))
  )
  return { launched, taps }
})

const makeRun = (trees: Set<ProcessTree>, realm: string | undefined) =>
  Effect.fn("Spawner.run")(function* <E, R>(request: RunRequest<E, R>) {
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const cookie = yield* makeCookie(process.pid, realm)
        const { launched, taps } = yield* start(request, cookie)
        const { pid, leader, tree } = launched
        trees.add(tree)
        const end = endTree(tree, request.grace ?? Duration.millis(processLimits.graceMillis))
        const close = Effect.sync(launched.close)
        return yield* supervise({ pid, cookie, taps, leader, end, close }, request, restore).pipe(
          Effect.ensuring(Effect.sync(() => trees.delete(tree)))
        )
      })
    )
  })

/** Kills what runs when our process leaves without unwinding its fibers, as `process.exit` does. */
const killAtExit = (trees: ReadonlySet<ProcessTree>) => {
  const kill = () => {
    for (const tree of trees) tree.signal(tree.find().members, "SIGKILL")
  }
  return Effect.acquireRelease(
    Effect.sync(() => process.on("exit", kill)),
    () => Effect.sync(() => process.off("exit", kill))
  )
}

/** On whose behalf processes run. */
export interface NodeOptions {
  /** Realm of the home, `realmOf` its root, so that its doctor names only what its own runs left. */
  readonly realm?: string
}

/**
 * Runs real processes with `node:child_process`.
 *
 * Linux: the tree is the group, the session, all descendants and every carrier of the run's cookie. Not
 * found: a process that left all of these, by a new session, an ended parent and a cleared environment
 * together, or one of another user. Other POSIX: the group only. Windows: `taskkill /T`, and batch
 * files through `cmd.exe`. Nothing is ended when our own process is killed by SIGKILL: `processes` names what is left.
 */
export const layerWith = ({ realm }: NodeOptions) =>
  Layer.effect(
    Spawner,
    Effect.gen(function* () {
      const trees = new Set<ProcessTree>()
      yield* killAtExit(trees)
      return Spawner.of({
        run: makeRun(trees, realm),
        which: Effect.fn("Spawner.which")((command, { env }) =>
          findBinary({ name: command, env, isWindows }, inspectBinary)
        ),
        processes: Effect.fn("Spawner.processes")((cookie) =>
          Effect.sync(() => (hasProcfs() ? carriersOf(cookie) : []))
        ),
        isRunning: Effect.fn("Spawner.isRunning")((pid) => Effect.sync(() => isProcess(pid)))
      })
    })
  )

/** The same for a program without a home. */
export const layer = layerWith({})

import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import type { RunCookie } from "../../domain/process/cookie.ts"
import { processLimits } from "../../domain/process/limits.ts"
import type { ProcessEntry } from "../../domain/process/outcome.ts"
import type { RunRequest } from "../../services/Spawner.ts"
import type { TreeEnd } from "./endTree.ts"
import { makeTap } from "./outputTap.ts"
import { recycle } from "./recycle.ts"
import type { Script, ScriptStep } from "./script.ts"
import type { LeaderEnd, Subject, Taps } from "./supervise.ts"

/** A script chosen for a request. */
export interface Play {
  readonly pid: number
  readonly cookie: RunCookie
  readonly script: Script
  readonly steps: ReadonlyArray<ScriptStep>
}

const bytesOf = (data: string | Uint8Array) =>
  typeof data === "string" ? new TextEncoder().encode(data) : data

const finishBoth = <E, R>(taps: Taps<E, R>, isCut: boolean) => {
  taps.stdout.finish(isCut)
  taps.stderr.finish(isCut)
}

interface Stage<E, R> {
  readonly taps: Taps<E, R>
  readonly open: Readonly<Record<"stdout" | "stderr", Latch.Latch>>
  readonly leader: Deferred.Deferred<LeaderEnd>
  readonly holdsOutput: boolean
}

const endLeader = <E, R>(stage: Stage<E, R>, end: LeaderEnd) =>
  Effect.sync(() => {
    if (!stage.holdsOutput) finishBoth(stage.taps, false)
    Deferred.doneUnsafe(stage.leader, Effect.succeed(end))
  })

const perform = <E, R>(stage: Stage<E, R>, step: ScriptStep): Effect.Effect<void> => {
  switch (step._tag) {
    case "Write":
      return Effect.andThen(
        stage.open[step.to].await,
        Effect.sync(() => stage.taps[step.to].push(bytesOf(step.data)))
      )
    case "Wait":
      return Effect.sleep(step.time)
    case "CloseOutput":
      return Effect.sync(() => finishBoth(stage.taps, false))
    case "Exit":
      return endLeader(stage, { _tag: "Exited", code: step.code })
    case "Die":
      return endLeader(stage, { _tag: "Signaled", signal: step.signal })
  }
}

const entry = (play: Play, name: string, offset: number): ProcessEntry => ({
  pid: play.pid + offset,
  name,
  cookies: [play.cookie]
})

/** Who of the scripted tree is alive now: the leader before its end, its children always. */
const living = (play: Play, leaderGone: boolean): ReadonlyArray<ProcessEntry> => [
  ...(leaderGone ? [] : [entry(play, play.script.name, 0)]),
  ...(play.script.children ?? []).map((name, index) => entry(play, name, index + 1))
]

/** Source of a scripted output: a latch that its `Write` steps wait for. */
const makeSource = Effect.map(Latch.make(true), (latch) => ({
  latch,
  source: { pause: () => void latch.closeUnsafe(), resume: () => void latch.openUnsafe(), recycle }
}))

/** Starts playing a script; the result is supervised exactly as a real child is. */
export const playScript = Effect.fnUntraced(function* <E, R>(request: RunRequest<E, R>, play: Play) {
  const [stdout, stderr] = [yield* makeSource, yield* makeSource]
  const taps = {
    stdout: yield* makeTap(request.stdout, stdout.source),
    stderr: yield* makeTap(request.stderr, stderr.source)
  }
  const leader = yield* Deferred.make<LeaderEnd>()
  const open = { stdout: stdout.latch, stderr: stderr.latch }
  const stage = { taps, open, leader, holdsOutput: (play.script.children ?? []).length > 0 }
  const actor = yield* Effect.forkChild(
    Effect.forEach(play.steps, (step) => perform(stage, step), { discard: true })
  )
  const end: Effect.Effect<TreeEnd> = Effect.gen(function* () {
    const ended = living(play, Deferred.isDoneUnsafe(leader))
    if (ended.length > 0 && play.script.ignoresTerm === true) {
      yield* Effect.sleep(request.grace ?? Duration.millis(processLimits.graceMillis))
    }
    yield* Fiber.interrupt(actor)
    finishBoth(taps, false)
    return { ended, survivors: [] }
  })
  const close = Effect.sync(() => finishBoth(taps, true))
  const subject: Subject<E, R> = { pid: play.pid, cookie: play.cookie, taps, leader, end, close }
  return subject
})

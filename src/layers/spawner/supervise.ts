import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { RunCookie } from "../../domain/process/cookie.ts"
import { processLimits } from "../../domain/process/limits.ts"
import { Outcome, type RunFacts } from "../../domain/process/outcome.ts"
import type { RunRequest } from "../../services/Spawner.ts"
import type { TreeEnd } from "./endTree.ts"
import type { OutputTap } from "./outputTap.ts"

/** How the leader ended by itself. */
export type LeaderEnd =
  { readonly _tag: "Exited"; readonly code: number } | { readonly _tag: "Signaled"; readonly signal: string }

type Verdict =
  LeaderEnd | { readonly _tag: "TimedOut"; readonly kind: "wall" | "idle"; readonly limit: Duration.Duration }

/** Taps of both outputs. */
export interface Taps<E, R> {
  readonly stdout: OutputTap<E, R>
  readonly stderr: OutputTap<E, R>
}

/** A started run, real or scripted. */
export interface Subject<E, R> {
  readonly pid: number
  readonly cookie: RunCookie
  readonly taps: Taps<E, R>
  readonly leader: Deferred.Deferred<LeaderEnd>
  /** Ends the whole tree; bounded. */
  readonly end: Effect.Effect<TreeEnd>
  /** Ends both taps and lets go of everything that would keep our process alive. */
  readonly close: Effect.Effect<void>
}

type Limits = Pick<RunRequest, "timeout" | "idleTimeout">

const both = <E, R>({ stdout, stderr }: Taps<E, R>) => [stdout, stderr] as const

const watchSilence = Effect.fnUntraced(function* <E, R>(taps: Taps<E, R>, limit: Duration.Duration) {
  const clock = yield* Clock.Clock
  const limitNanos = Duration.toNanosUnsafe(limit)
  for (;;) {
    const now = clock.monotonicTimeNanosUnsafe()
    const [last = now] = both(taps)
      .map((tap) => (tap.isHoldingBack() ? now : tap.lastActivity()))
      .toSorted((one, other) => (one > other ? -1 : 1))
    const left = limitNanos - (now - last)
    if (left <= 0) return { _tag: "TimedOut", kind: "idle", limit } satisfies Verdict
    yield* Effect.sleep(Duration.nanos(left))
  }
})

/** First of: the leader's exit, the wall limit, silence, a failing sink. */
const decide = <E, R>(
  subject: Subject<E, R>,
  limits: Limits,
  pumps: Fiber.Fiber<void, E>
): Effect.Effect<Verdict, E> => {
  const wall: Verdict = { _tag: "TimedOut", kind: "wall", limit: limits.timeout }
  const contenders: ReadonlyArray<Effect.Effect<Verdict, E>> = [
    Deferred.await(subject.leader),
    Effect.as(Effect.sleep(limits.timeout), wall),
    // Both outputs may be closed long before the exit: only a failure of the sinks decides.
    Effect.andThen(Fiber.join(pumps), Effect.never)
  ]
  const silence = limits.idleTimeout === undefined ? [] : [watchSilence(subject.taps, limits.idleTimeout)]
  return Effect.raceAllFirst([...contenders, ...silence])
}

const within = (millis: number) => Effect.timeoutOption(Duration.millis(millis))

/** After the tree has ended: reads what the pipes still hold, then closes them and waits for the sinks. */
const collect = Effect.fnUntraced(function* <E, R>(subject: Subject<E, R>, pumps: Fiber.Fiber<void, E>) {
  for (const tap of both(subject.taps)) tap.flow()
  yield* Fiber.await(pumps).pipe(within(processLimits.drainMillis))
  yield* subject.close
  yield* Fiber.await(pumps).pipe(within(processLimits.sinkFlushMillis))
  // Seen before the interruption, or a slow sink would look like a failed one.
  const settled = pumps.pollUnsafe()
  yield* Fiber.interrupt(pumps)
  return settled ?? Exit.void
})

const elapsed = (from: bigint, to: bigint) => Duration.nanos(to - from)

const outcomeOf = (verdict: Verdict, facts: RunFacts): Outcome => {
  switch (verdict._tag) {
    case "Exited":
      return Outcome.Exited({ ...facts, code: verdict.code })
    case "Signaled":
      return Outcome.Signaled({ ...facts, signal: verdict.signal })
    case "TimedOut":
      return Outcome.TimedOut({ ...facts, kind: verdict.kind, limit: verdict.limit })
  }
}

/**
 * Follows a started run to its end. Call it where it cannot be interrupted and give the `restore` of that
 * place: only the waiting is interruptible, the ending of the tree is not. Errors: the sinks' own.
 */
export const supervise = Effect.fnUntraced(function* <E, R>(
  subject: Subject<E, R>,
  limits: Limits,
  restore: <A, E2, R2>(effect: Effect.Effect<A, E2, R2>) => Effect.Effect<A, E2, R2>
) {
  const clock = yield* Clock.Clock
  const started = clock.monotonicTimeNanosUnsafe()
  const pumps = yield* Effect.forkChild(
    Effect.all(
      both(subject.taps).map((tap) => tap.pump),
      { concurrency: "unbounded", discard: true }
    )
  )
  const verdict = yield* Effect.exit(restore(decide(subject, limits, pumps)))
  const decided = clock.monotonicTimeNanosUnsafe()
  if (Exit.isSuccess(verdict) && verdict.value._tag !== "TimedOut") {
    yield* Effect.exit(restore(Fiber.await(pumps).pipe(within(processLimits.drainMillis))))
  }
  const { ended, survivors } = yield* subject.end
  if (Exit.isFailure(verdict)) {
    yield* subject.close
    yield* Fiber.interrupt(pumps)
    return yield* Effect.failCause(verdict.cause)
  }
  yield* yield* collect(subject, pumps)
  return outcomeOf(verdict.value, {
    pid: subject.pid,
    cookie: subject.cookie,
    stdout: subject.taps.stdout.capture(),
    stderr: subject.taps.stderr.capture(),
    duration: elapsed(started, decided),
    endingDuration: elapsed(decided, clock.monotonicTimeNanosUnsafe()),
    ended,
    survivors
  })
})

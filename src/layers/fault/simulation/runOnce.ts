import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Scheduler from "effect/Scheduler"
import type * as Scope from "effect/Scope"
import { type Draws, drawsOf } from "../draws.ts"
import type { Calls } from "../Faults.ts"
import { faultyAll } from "../faulty.ts"
import { failAt, type Point, proveAt } from "../PointFailed.ts"
import { drive } from "./drive.ts"
import type { SimulatedRun, Simulation } from "./Simulation.ts"
import { makeTurns, type Turns } from "./Turns.ts"
import { makeVirtualTime, type VirtualTime } from "./VirtualClock.ts"

/** The program that a fiber belongs to. */
const Owner = Context.Reference("gsd/layers/fault/Owner", { defaultValue: () => "" })

interface Stage {
  readonly turns: Turns
  readonly time: VirtualTime
  readonly draws: Draws
  readonly trace: Array<string>
  isOver: boolean
}

/** Writes every call down, and lets another program go on before some of them. */
const callsOf = (stage: Stage): Calls => ({
  around: (call, effect) =>
    Effect.flatMap(Owner, (owner) => {
      if (stage.isOver) return effect
      const begin = Effect.suspend(() => {
        stage.trace.push(`${owner} ${call.name}`)
        return effect
      })
      return stage.turns.pauses() ? Effect.andThen(Effect.yieldNow, begin) : begin
    })
})

/** Numbers for a program that the seed decides. */
const randomOf = (draws: Draws): Random.Random => ({
  nextDoubleUnsafe: draws,
  nextIntUnsafe: () => Math.floor(draws() * Number.MAX_SAFE_INTEGER)
})

/** A program, and by whose name. */
interface Starting<A, E, R> {
  readonly name: string
  readonly program: Effect.Effect<A, E, R>
  readonly services: Context.Context<R>
}

/** Starts a program whose fibers, time and randomness are the simulation's. */
const start = <A, E, R>(stage: Stage, { name, program, services }: Starting<A, E, R>): Fiber.Fiber<A, E> =>
  Effect.runForkWith(
    services.pipe(
      Context.add(Owner, name),
      Context.add(Scheduler.Scheduler, stage.turns.schedulerOf(name)),
      Context.add(Clock.Clock, stage.time.clockOf(name)),
      Context.add(Random.Random, randomOf(stage.draws))
    )
  )(Effect.andThen(Effect.yieldNow, program))

const exitOf = <A, E>(fiber: Fiber.Fiber<A, E>): Exit.Exit<A, E> =>
  fiber.pollUnsafe() ?? Exit.die(new Error("it never ended"))

/** Gives turns until the fibers have ended; interrupts them when this is interrupted, or nobody can go on. */
const finish = (stage: Stage, fibers: ReadonlyArray<Fiber.Fiber<unknown, unknown>>) => {
  const isDone = () => fibers.every((fiber) => fiber.pollUnsafe() !== undefined)
  const end = Effect.suspend(() => {
    for (const fiber of fibers) fiber.interruptUnsafe()
    return drive(stage.turns, stage.time, isDone)
  })
  return drive(stage.turns, stage.time, isDone).pipe(
    Effect.tap((isFinished) => (isFinished ? Effect.void : end)),
    Effect.onInterrupt(() => Effect.asVoid(end))
  )
}

const defectOf = (exits: SimulatedRun["exits"]): string | undefined => {
  for (const [name, exit] of exits)
    if (Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      return `${name} ended with a defect\n${Cause.pretty(exit.cause)}`
  return undefined
}

/** What of a finished run is not as it should be, whatever the programs are. */
const faultOf = (isFinished: boolean, exits: SimulatedRun["exits"]): string | undefined =>
  isFinished ? defectOf(exits) : "Nobody can go on, and nobody sleeps: they wait for each other"

const makeStage = (seed: number): Stage => {
  const draws = drawsOf(seed)
  const turns = makeTurns(draws)
  return { turns, time: makeVirtualTime(turns), draws, trace: [], isOver: false }
}

/** Makes the services in the same way as the programs run, so that nothing of it escapes the seed. */
const buildWorld = Effect.fnUntraced(function* <W, WE>(
  stage: Stage,
  world: Layer.Layer<W, WE>,
  services: Context.Context<never>
) {
  const scope = yield* Effect.scope
  const program = Layer.buildWithMemoMap(world, Layer.makeMemoMapUnsafe(), scope)
  const building = start(stage, { name: "world", program, services })
  yield* finish(stage, [building])
  return yield* exitOf(building)
})

/** One run of all programs by one seed. Dies with PointFailed. */
export const runOnce = Effect.fnUntraced(function* <W, WE, R, E2, R2>(
  seed: number,
  { invariant, programs, world }: Simulation<W, WE, R, E2, R2>
): Effect.fn.Return<SimulatedRun, WE, Exclude<R | R2, W> | Scope.Scope> {
  const stage = makeStage(seed)
  const calls = callsOf(stage)
  const ambient = yield* Effect.context<Exclude<R | R2, W>>()
  const made = yield* buildWorld(stage, world(calls), ambient)
  // What the world lacks, the caller provides.
  const left = Context.merge(ambient, made) as Context.Context<R | R2>
  const services = Context.merge(left, faultyAll(made, calls))
  const names = Object.keys(programs)
  // Whatever a program fails with is an exit for the invariant.
  // @effect-diagnostics-next-line anyUnknownInErrorContext:off
  const fibers = Object.entries(programs).map(([name, program]) => start(stage, { name, program, services }))
  const isFinished = yield* finish(stage, fibers)
  stage.isOver = true
  const exits = new Map(fibers.map((fiber, at) => [names[at] ?? "", exitOf(fiber)]))
  const point: Point = { where: `${names.join(", ")} at once`, seed: String(seed) }
  const fault = faultOf(isFinished, exits)
  if (fault !== undefined) return yield* failAt(point, fault)
  const run: SimulatedRun = { seed, exits, trace: stage.trace }
  yield* proveAt(() => point)(Effect.provideContext(invariant(run), left))
  return run
}, Effect.scoped)

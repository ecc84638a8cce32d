import type * as Fiber from "effect/Fiber"
import type * as Scheduler from "effect/Scheduler"
import { drawBelow, type Draws } from "../draws.ts"

/** Something that a program is about to do. */
interface Turn {
  readonly program: string
  readonly run: () => void
}

/** Who is next, drawn by a seed; one value is one simulation. */
export interface Turns {
  readonly add: (program: string, run: () => void) => void
  /** Lets one of those that wait go on; false when nobody waits. */
  readonly next: () => boolean
  /** The scheduler of a program's fibers. */
  readonly schedulerOf: (program: string) => Scheduler.Scheduler
  /** Whether a program pauses at a call of a service. */
  readonly pauses: () => boolean
}

/** How readily programs change places; drawn once, so that some runs alternate and others take long turns. */
const readiness = [0.02, 0.1, 0.3, 1] as const

/** Operations of a fiber between pauses that are no calls: up to so many. */
const maxOperations = 400

/** Takes the turn at a place out of the queue. */
const takeAt = (queue: Array<Turn>, at: number): Turn | undefined => queue.splice(at, 1)[0]

/** The queue of one simulation, its choices drawn. */
export const makeTurns = (draws: Draws): Turns => {
  const queue: Array<Turn> = []
  const changing = readiness[drawBelow(draws, readiness.length)] ?? 1
  let last = ""

  const choose = (): number => {
    const own = queue.findIndex(({ program }) => program === last)
    return own !== -1 && draws() >= changing ? own : drawBelow(draws, queue.length)
  }

  const add: Turns["add"] = (program, run) => {
    queue.push({ program, run })
  }

  const next = (): boolean => {
    const turn = queue.length === 0 ? undefined : takeAt(queue, choose())
    if (turn === undefined) return false
    last = turn.program
    turn.run()
    return true
  }

  const flush = (program: string): void => {
    for (let at = 0; at !== -1; at = queue.findIndex((one) => one.program === program)) {
      if (queue[at]?.program === program) takeAt(queue, at)?.run()
    }
  }

  const schedulerOf = (program: string): Scheduler.Scheduler => {
    let budget = 1 + drawBelow(draws, maxOperations)
    return {
      executionMode: "async",
      shouldYield: (fiber: Fiber.Fiber<unknown, unknown>) => {
        if (fiber.currentOpCount < budget) return false
        budget = 1 + drawBelow(draws, maxOperations)
        return true
      },
      makeDispatcher: () => ({
        scheduleTask: (task) => add(program, task),
        flush: () => flush(program)
      })
    }
  }

  return { add, next, schedulerOf, pauses: () => draws() < 0.7 }
}

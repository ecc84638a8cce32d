import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Duration from "effect/Duration"
import { PowerLost } from "./PowerLost.ts"

/** One call of a wrapped service. */
export interface FaultCall {
  /**
   * Such as `Durable.rename`, or `File.sync` of a file that a FileSystem lent; `Repository.users.byId` of a group of
   * methods, `Send` of a service that is a function itself.
   */
  readonly name: string
  /** Key of the service, such as `gsd/services/Durable`. */
  readonly service: string
  readonly arguments: ReadonlyArray<unknown>
}

/** What happens instead of a call, or to it. */
export type Fault =
  /** The call fails without having been made; a call for which there is no error is left alone. */
  | { readonly kind: "fail"; readonly error: (call: FaultCall) => unknown }
  /** The call dies without having been made. */
  | { readonly kind: "die" }
  /** The fiber that runs the program is interrupted from outside just before the call. */
  | { readonly kind: "interrupt" }
  /** The call is made after this time of the Clock. */
  | { readonly kind: "delay"; readonly duration: Duration.Input }
  /** Neither this call nor any later one happens: each dies with PowerLost, whatever finaliser makes it. */
  | { readonly kind: "crash" }

/** Which call of all, or of one method, meets a fault. */
export interface FaultPlan {
  /** Counted from 1. */
  readonly at: number
  /** `Service.method`; omitted: all calls of all wrapped services together. */
  readonly method?: string
  readonly fault: Fault
}

/** Defect of a call that was told to die. */
export class PlannedDeath extends Error {
  override readonly name = "PlannedDeath"
}

/** What happens around every call of a wrapped service. */
export interface Calls {
  readonly around: <A, E, R>(call: FaultCall, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** The counter and the one fault that several wrapped services share. Deterministic: the same plan strikes the same call. */
export interface Faults extends Calls {
  /** What strikes; undefined when it only counts. */
  readonly kind: Fault["kind"] | undefined
  /** Calls until now by `Service.method`, the struck one included. */
  readonly counts: () => ReadonlyMap<string, number>
  /** The call that met the fault; undefined while none did. */
  readonly struck: () => FaultCall | undefined
  /** Whether the struck call was left alone, having no error to fail with. */
  readonly isSpared: () => boolean
  /** Runs the program in a fiber of its own, the one that `interrupt` strikes; never fails. */
  readonly run: <A, E, R>(program: Effect.Effect<A, E, R>) => Effect.Effect<Exit.Exit<A, E>, never, R>
  /** Until the next `run` nothing is counted and nothing struck: who makes or looks at the world calls the same services. */
  readonly rest: () => void
}

interface State {
  readonly plan: FaultPlan | undefined
  readonly counts: Map<string, number>
  calls: number
  struck: FaultCall | undefined
  isSpared: boolean
  isDark: boolean
  isResting: boolean
  target: Fiber.Fiber<unknown, unknown> | undefined
}

const isTurn = (state: State, call: FaultCall): boolean => {
  const { plan } = state
  if (plan === undefined || state.struck !== undefined) return false
  if (plan.method === undefined) return state.calls === plan.at
  return plan.method === call.name && state.counts.get(call.name) === plan.at
}

const interruptTarget = (state: State): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    ;(state.target ?? fiber).interruptUnsafe()
    return Effect.yieldNow
  })

const strike = <A, E, R>(
  state: State,
  call: FaultCall,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const fault = state.plan?.fault
  if (fault === undefined) return effect
  switch (fault.kind) {
    case "fail": {
      const error = fault.error(call)
      state.isSpared = error === undefined
      // The plan promises that it is an error of this method.
      return state.isSpared ? effect : Effect.fail(error as E)
    }
    case "die":
      return Effect.die(new PlannedDeath(call.name))
    case "interrupt":
      return Effect.andThen(interruptTarget(state), effect)
    case "delay":
      return Effect.delay(effect, fault.duration)
    case "crash":
      state.isDark = true
      return Effect.die(new PowerLost({ call: call.name }))
  }
}

const around =
  (state: State): Calls["around"] =>
  (call, effect) =>
    Effect.suspend(() => {
      if (state.isResting) return effect
      if (state.isDark) return Effect.die(new PowerLost({ call: call.name }))
      state.calls += 1
      state.counts.set(call.name, (state.counts.get(call.name) ?? 0) + 1)
      if (!isTurn(state, call)) return effect
      state.struck = call
      return strike(state, call, effect)
    })

const run =
  (state: State): Faults["run"] =>
  (program) =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(program)
      state.target = fiber
      state.isResting = false
      return yield* Fiber.await(fiber)
    })

/** A counter that strikes once by the plan; without one it only counts. */
export const makeFaults = (plan?: FaultPlan): Faults => {
  const state: State = {
    plan,
    counts: new Map(),
    calls: 0,
    struck: undefined,
    isSpared: false,
    isDark: false,
    isResting: false,
    target: undefined
  }
  return {
    kind: plan?.fault.kind,
    counts: () => new Map(state.counts),
    struck: () => state.struck,
    isSpared: () => state.isSpared,
    around: around(state),
    run: run(state),
    rest: () => {
      state.isResting = true
    }
  }
}

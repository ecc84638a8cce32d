import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { type Fault, type FaultCall, type Faults, makeFaults } from "./Faults.ts"
import { addPoint, type Points } from "./points.ts"

/** Defect: what was proved does not hold at one point; the message says which, so that it can be run alone. */
export class PointFailed extends Error {
  override readonly name = "PointFailed"
}

/** Makes a failure at one point say where it was. */
export const proveAt =
  (where: () => string) =>
  <A, E, R>(proof: Effect.Effect<A, E, R>): Effect.Effect<A, never, R> =>
    Effect.catchCause(proof, (cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.die(new PointFailed(`${where()}\n${Cause.pretty(cause)}`, { cause: Cause.squash(cause) }))
    )

/** A program, and what must hold whatever call of it meets a fault. */
export interface EveryCall<E, R> {
  /** Faults to try at every call, each in runs of its own. */
  readonly faults: ReadonlyArray<Fault>
  /** Only calls of this `Service.method`. */
  readonly method?: string
  /** Which of the calls to strike; omitted: all. */
  readonly at?: (nth: number) => boolean
  /** Makes a fresh world with services wrapped by `faulty`, runs the program by `faults.run`, and proves. */
  readonly prove: (faults: Faults) => Effect.Effect<void, E, R>
}

const spare: Fault = { kind: "fail", error: () => undefined }

/** Strikes call 1, 2, 3 … of the program with each fault, until a run ends before its turn. Dies with PointFailed. */
export const everyCall = Effect.fnUntraced(function* <E, R>(
  options: EveryCall<E, R>
): Effect.fn.Return<Points, never, R> {
  const struck = new Map<string, Map<string, number>>()
  let used: ReadonlyMap<string, number> = new Map()
  for (const fault of options.faults) {
    for (let at = 1, met: FaultCall | undefined = undefined; at === 1 || met !== undefined; at += 1) {
      // A call that is not chosen still has to be counted to know where the program ends.
      const isChosen = options.at?.(at) ?? true
      const plan = {
        at,
        fault: isChosen ? fault : spare,
        ...(options.method === undefined ? {} : { method: options.method })
      }
      const faults: Faults = makeFaults(plan)
      const where = () => `${fault.kind} at call ${at} (${faults.struck()?.name ?? "none"})`
      yield* proveAt(where)(options.prove(faults))
      met = faults.struck()
      if (met === undefined) used = faults.counts()
      else if (isChosen && !faults.isSpared()) addPoint(struck, met.name, fault.kind)
    }
  }
  return { used, struck }
})

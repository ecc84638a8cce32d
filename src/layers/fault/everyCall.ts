import * as Effect from "effect/Effect"
import { type Fault, type FaultCall, type Faults, makeFaults } from "./Faults.ts"
import { proveAt } from "./PointFailed.ts"
import { addPoint, type Points } from "./points.ts"

/** A program, and what must hold whatever call of it meets a fault. */
export interface EveryCall<E, R> {
  /** Faults to try at every call, each in runs of its own. */
  readonly faults: ReadonlyArray<Fault>
  /** Only calls of this `Service.method`. */
  readonly method?: string
  /** Which of the calls to strike; omitted: all. */
  readonly at?: (nth: number) => boolean
  /** The one point that a failure named, such as `fail@17`; omitted: all. */
  readonly seed?: string
  /** Makes a fresh world with services wrapped by `faulty`, runs the program by `faults.run`, and proves. */
  readonly prove: (faults: Faults) => Effect.Effect<void, E, R>
}

const spare: Fault = { kind: "fail", error: () => undefined }

const seedOf = (fault: Fault, at: number): string => `${fault.kind}@${at}`

/** The call that a seed names, for the fault it names; undefined for another fault. */
const calledBy = (seed: string, fault: Fault): number | undefined => {
  const [kind, at = ""] = seed.split("@")
  return kind === fault.kind && /^[1-9]\d*$/u.test(at) ? Number(at) : undefined
}

/** One run, with one call struck; says which call met its turn. */
const runAt = Effect.fnUntraced(function* <E, R>(options: EveryCall<E, R>, fault: Fault, at: number) {
  const { method } = options
  // A call that is not chosen still has to be counted to know where the program ends.
  const isChosen = options.seed !== undefined || (options.at?.(at) ?? true)
  const plan = { at, fault: isChosen ? fault : spare, ...(method === undefined ? {} : { method }) }
  const faults: Faults = makeFaults(plan)
  yield* proveAt(() => ({
    where: `${fault.kind} at call ${at} (${faults.struck()?.name ?? "none"})`,
    seed: seedOf(fault, at)
  }))(options.prove(faults))
  return { met: faults.struck(), isStruck: isChosen && !faults.isSpared(), used: faults.counts() }
})

/**
 * Strikes call 1, 2, 3 … of the program with each fault, until a run ends before its turn. Dies with PointFailed, whose
 * seed runs that one point again. `everyFault` is the same for a program and a layer, without a proof to write.
 */
export const everyCall = Effect.fnUntraced(function* <E, R>(
  options: EveryCall<E, R>
): Effect.fn.Return<Points, never, R> {
  const { seed } = options
  const struck = new Map<string, Map<string, number>>()
  let used: ReadonlyMap<string, number> = new Map()
  for (const fault of options.faults) {
    const only = seed === undefined ? undefined : calledBy(seed, fault)
    if (seed !== undefined && only === undefined) continue
    for (let at = only ?? 1, isOver = false; !isOver; at += 1) {
      const run: {
        readonly met: FaultCall | undefined
        readonly isStruck: boolean
        readonly used: typeof used
      } = yield* runAt(options, fault, at)
      isOver = run.met === undefined || only !== undefined
      if (run.met === undefined) used = run.used
      else if (run.isStruck) addPoint(struck, run.met.name, fault.kind)
    }
  }
  return { used, struck }
})

import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { errorOf } from "./errorOf.ts"
import { everyCall } from "./everyCall.ts"
import type { Fault, FaultCall, Faults } from "./Faults.ts"
import { faultyAll } from "./faulty.ts"
import type { Points } from "./points.ts"

/** One run of a program in which one call met a fault. */
export interface FaultRun<A, E> {
  readonly exit: Exit.Exit<A, E>
  /** The call that was struck; undefined in the clean pass, the last of each kind. */
  readonly struck: FaultCall | undefined
}

/** Where the program runs, and what must hold afterwards. */
export interface FaultOptions<A, E, W = never, WE = never, E2 = never, R2 = never> {
  /**
   * Services, made anew for every run: what the program leaves is then its own. Given the faults, services below them can
   * be struck as well: `(faults) => gsdMemory({ disk: start.copy(), calls: faults })`. Left out: the services that the
   * caller provides, all runs on the same.
   */
  readonly world?: (faults: Faults) => Layer.Layer<W, WE>
  /** Looks at what was left, with the services of the run, unharmed. */
  readonly invariant?: (run: FaultRun<A, E>) => Effect.Effect<void, E2, R2>
  /**
   * What a call fails with; a call for which this says undefined is left alone. Left out: what each method of the engine's
   * services can fail with, and `PlannedFailure` for every other service, whose errors are not known here.
   */
  readonly error?: (call: FaultCall) => unknown
  readonly kinds?: ReadonlyArray<"fail" | "die" | "interrupt">
  /** Only calls of this `Service.method`. */
  readonly method?: string
  /** The one point that a failure named, such as `fail@17`; omitted: all. */
  readonly seed?: string
}

const buildFresh = <W, WE>(world: Layer.Layer<W, WE>): Effect.Effect<Context.Context<W>, WE, Scope.Scope> =>
  Effect.flatMap(Effect.scope, (scope) => Layer.buildWithMemoMap(world, Layer.makeMemoMapUnsafe(), scope))

/** A fault that is an error, or an interruption, must not come out as a defect. */
const noDefect = <A, E>(exit: Exit.Exit<A, E>, kind: Fault["kind"] | undefined): Effect.Effect<void> =>
  kind !== "die" && Exit.isFailure(exit) && Cause.hasDies(exit.cause)
    ? Effect.die(new Error(`came out as a defect\n${Cause.pretty(exit.cause)}`))
    : Effect.void

const faultOf = (kind: "fail" | "die" | "interrupt", error: (call: FaultCall) => unknown): Fault =>
  kind === "fail" ? { kind, error } : { kind }

/**
 * Fails the first call of any service, then the second, and so on until the program passes clean; then lets each die,
 * then interrupts before each. After every run the invariant is proved, and a fault that was an error may not have come
 * out as a defect. Dies with PointFailed, whose seed runs that one point again. Deterministic when the program is.
 *
 * Whatever of the calls of an install fails, the next one succeeds:
 *
 * ```ts
 * import * as Duration from "effect/Duration"
 * import * as Effect from "effect/Effect"
 * import { globalScope, install, list } from "gsd-engine"
 * import { everyFault, gsdMemory, makeMemoryDisk } from "gsd-engine/testing"
 * import * as assert from "node:assert/strict"
 *
 * const manifest = { id: "notes", role: "feature", version: "1.0.0", title: "Notes", description: "Takes notes", tier: "core",
 *   requires: [], engines: { gsd: ">=1.0.0" }, runtimeCompat: { supported: ["*"], unsupported: [] }, skills: [], agents: [],
 *   hooks: [], config: {}, steps: [], contributions: [], gates: [] }
 * const start = makeMemoryDisk({ files: { "/notes/capability.json": JSON.stringify(manifest) } })
 * const installing = install({ op: "install", spec: "/notes", scope: globalScope, replace: false, allowDowngrade: false,
 *   wait: Duration.seconds(1) })
 * const points = await Effect.runPromise(everyFault(installing, {
 *   kinds: ["fail"],
 *   world: () => gsdMemory({ disk: start.copy() }),
 *   invariant: () => Effect.gen(function* () {
 *     yield* installing
 *     const [row] = yield* list(globalScope)
 *     assert.equal(row?.status, "active")
 *   })
 * }))
 * assert.ok(points.struck.has("OpenTransaction.commit"))
 * ```
 */
export const everyFault = Effect.fnUntraced(function* <
  A,
  E,
  R,
  W = never,
  WE = never,
  E2 = never,
  R2 = never
>(
  program: Effect.Effect<A, E, R>,
  options: FaultOptions<A, E, W, WE, E2, R2> = {}
): Effect.fn.Return<Points, never, Exclude<R | R2, W>> {
  const { error = errorOf, kinds = ["fail", "die", "interrupt"], world } = options
  const ambient = yield* Effect.context<Exclude<R | R2, W>>()
  return yield* everyCall({
    ...(options.method === undefined ? {} : { method: options.method }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    faults: kinds.map((kind) => faultOf(kind, error)),
    prove: Effect.fnUntraced(function* (faults: Faults) {
      faults.rest()
      // Either the world has them all, or the caller does: what one lacks, the other provides.
      const made: Context.Context<W> =
        world === undefined ? Context.makeUnsafe(new Map()) : yield* buildFresh(world(faults))
      const services = Context.merge(ambient, made) as Context.Context<R | R2>
      const struck = Effect.provideContext(program, faultyAll(services, faults))
      // The same chance in every run, so that a seed names the same point again.
      const exit = yield* faults.run(Random.withSeed(struck, "everyFault"))
      faults.rest()
      yield* noDefect(exit, faults.kind)
      if (options.invariant === undefined) return
      yield* Effect.provideContext(options.invariant({ exit, struck: faults.struck() }), services)
    }, Effect.scoped)
  })
})

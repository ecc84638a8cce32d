import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Sink from "effect/Sink"
import * as Stream from "effect/Stream"
import type { Calls, FaultCall } from "./Faults.ts"

/** What is known of a service beyond its shape. */
export interface FaultyOptions {
  /** Methods whose result has methods of its own, with the name under which those are counted. */
  readonly lends?: Readonly<Record<string, string>>
}

interface Wrapping {
  readonly calls: Calls
  readonly name: string
  readonly lends: Readonly<Record<string, string>>
}

/** Wraps what a method lent: a File always, anything else when the options name the method. */
const wrapLent = (wrapping: Wrapping, method: string, lent: unknown): unknown => {
  if (typeof lent !== "object" || lent === null) return lent
  const name = Object.hasOwn(wrapping.lends, method) ? wrapping.lends[method] : undefined
  if (name !== undefined) return wrapMembers({ ...wrapping, name }, lent)
  return FileSystem.isFile(lent) ? wrapMembers({ ...wrapping, name: "File" }, lent) : lent
}

const wrapOutcome = (wrapping: Wrapping, method: string, call: FaultCall) => {
  const { calls } = wrapping
  return (outcome: unknown): unknown => {
    if (Effect.isEffect(outcome)) {
      // Whatever the wrapped service's method fails with or needs: this wraps every service alike.
      // @effect-diagnostics-next-line anyUnknownInErrorContext:off
      return Effect.map(calls.around(call, outcome), (lent) => wrapLent(wrapping, method, lent))
    }
    if (Stream.isStream(outcome)) return Stream.unwrap(calls.around(call, Effect.succeed(outcome)))
    return Sink.isSink(outcome) ? Sink.unwrap(calls.around(call, Effect.succeed(outcome))) : outcome
  }
}

/** Services that are wrapped already, so that a call that two hands wrap counts once. */
const wrapped = new WeakSet<object>()

/** Every member that is or returns an Effect, a Stream or a Sink becomes a counted call. */
const wrapMembers = <S extends object>(wrapping: Wrapping, members: S): S => {
  const proxy = new Proxy(members, {
    get: (target, property): unknown => {
      const member: unknown = Reflect.get(target, property, target)
      if (typeof property === "symbol") return member
      const call = { name: `${wrapping.name}.${property}`, arguments: [] }
      if (typeof member !== "function") return wrapOutcome(wrapping, property, call)(member)
      return (...given: ReadonlyArray<unknown>): unknown =>
        wrapOutcome(wrapping, property, { ...call, arguments: given })(Reflect.apply(member, target, given))
    }
  })
  wrapped.add(proxy)
  return proxy
}

/** What services of ours lend. */
const lends = new Map<string, Readonly<Record<string, string>>>([
  ["gsd/services/Store", { stage: "Staging" }],
  ["gsd/services/Transaction", { begin: "OpenTransaction" }]
])

const lentBy = (key: string): Readonly<Record<string, string>> => lends.get(key) ?? {}

/** Last word of a service's key: `Durable` of `gsd/services/Durable`. */
const shortName = (key: string): string => key.slice(key.lastIndexOf("/") + 1)

/**
 * The same service with every call counted and struck by the shared faults. Provide the real one below it:
 * `faulty(Durable, faults).pipe(Layer.provide(DurableMemory.layerOn(disk)))`.
 */
export const faulty = <Identifier, Shape extends object>(
  service: Context.Key<Identifier, Shape>,
  calls: Calls,
  options: FaultyOptions = {}
): Layer.Layer<Identifier, never, Identifier> =>
  Layer.effect(
    service,
    Effect.map(service, (real) =>
      wrapMembers({ calls, name: shortName(service.key), lends: options.lends ?? lentBy(service.key) }, real)
    )
  )

/** Effect's own services that do something in the world; the rest of `effect/…` is its machinery. */
const doing = /^effect\/(?:FileSystem$|http\/|process\/|sql\/|persistence\/)/u

const isOthers = (key: string): boolean => !key.startsWith("effect/") || doing.test(key)

/** Every service of a context, wrapped; what is wrapped already, and Effect's own machinery, stay as they are. */
export const faultyAll = <R>(services: Context.Context<R>, calls: Calls): Context.Context<R> =>
  Context.makeUnsafe(
    new Map(
      [...services.mapUnsafe].map(([key, service]: readonly [string, unknown]) => {
        const isService = typeof service === "object" && service !== null && !wrapped.has(service)
        if (!isService || !isOthers(key)) return [key, service]
        return [key, wrapMembers({ calls, name: shortName(key), lends: lentBy(key) }, service)]
      })
    )
  )

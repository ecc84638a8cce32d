import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Sink from "effect/Sink"
import * as Stream from "effect/Stream"
import type { FaultCall, Faults } from "./Faults.ts"

/** What is known of a service beyond its shape. */
export interface FaultyOptions {
  /** Methods whose result has methods of its own, with the name under which those are counted. */
  readonly lends?: Readonly<Record<string, string>>
}

interface Wrapping {
  readonly faults: Faults
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
  const { faults } = wrapping
  return (outcome: unknown): unknown => {
    if (Effect.isEffect(outcome)) {
      // Whatever the wrapped service's method fails with or needs: this wraps every service alike.
      // @effect-diagnostics-next-line anyUnknownInErrorContext:off
      return Effect.map(faults.around(call, outcome), (lent) => wrapLent(wrapping, method, lent))
    }
    if (Stream.isStream(outcome)) return Stream.unwrap(faults.around(call, Effect.succeed(outcome)))
    return Sink.isSink(outcome) ? Sink.unwrap(faults.around(call, Effect.succeed(outcome))) : outcome
  }
}

/** Every member that is or returns an Effect, a Stream or a Sink becomes a counted call. */
const wrapMembers = <S extends object>(wrapping: Wrapping, members: S): S =>
  new Proxy(members, {
    get: (target, property): unknown => {
      const member: unknown = Reflect.get(target, property, target)
      if (typeof property === "symbol") return member
      const call = { name: `${wrapping.name}.${property}`, arguments: [] }
      if (typeof member !== "function") return wrapOutcome(wrapping, property, call)(member)
      return (...given: ReadonlyArray<unknown>): unknown =>
        wrapOutcome(wrapping, property, { ...call, arguments: given })(Reflect.apply(member, target, given))
    }
  })

/** Last word of a service's key: `Durable` of `gsd/services/Durable`. */
const shortName = (key: string): string => key.slice(key.lastIndexOf("/") + 1)

/**
 * The same service with every call counted and struck by the shared faults. Provide the real one below it:
 * `faulty(Durable, faults).pipe(Layer.provide(DurableMemory.layerOn(disk)))`.
 */
export const faulty = <Identifier, Shape extends object>(
  service: Context.Key<Identifier, Shape>,
  faults: Faults,
  options: FaultyOptions = {}
): Layer.Layer<Identifier, never, Identifier> =>
  Layer.effect(
    service,
    Effect.map(service, (real) =>
      wrapMembers({ faults, name: shortName(service.key), lends: options.lends ?? {} }, real)
    )
  )

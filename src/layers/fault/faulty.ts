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
  /** Key of the service. */
  readonly service: string
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

const isClass = (one: object): boolean => typeof one === "function" && /^class\b/u.test(String(one))

/** A group of methods, such as `users` of a service with `users.byId`: a literal that has a call in it, however deep. */
const isGroup = (one: unknown): one is object => {
  if (typeof one !== "object" || one === null || Object.getPrototypeOf(one) !== Object.prototype) return false
  return Object.values(one).some(
    (member) =>
      typeof member === "function" ||
      Effect.isEffect(member) ||
      Stream.isStream(member) ||
      Sink.isSink(member) ||
      isGroup(member)
  )
}

/**
 * Answers for the members in their place. It stands for nothing itself, since what is frozen could not be answered
 * otherwise than it is.
 */
const standIn = <S extends object>(members: S, answers: Pick<ProxyHandler<S>, "get" | "apply">): S =>
  new Proxy(typeof members === "function" ? () => {} : {}, {
    ...answers,
    has: (_, property) => Reflect.has(members, property),
    set: (_, property, value) => Reflect.set(members, property, value, members),
    ownKeys: () => Reflect.ownKeys(members),
    getPrototypeOf: () => Reflect.getPrototypeOf(members),
    getOwnPropertyDescriptor: (_, property) => {
      const own = Reflect.getOwnPropertyDescriptor(members, property)
      return own === undefined ? undefined : { ...own, configurable: true }
    }
  } as ProxyHandler<object>) as S

/** Every member that is or returns an Effect, a Stream or a Sink becomes a counted call, and the service itself when it is called. */
const wrapMembers = <S extends object>(wrapping: Wrapping, members: S): S => {
  const { name, service } = wrapping
  const groups = new Map<object, object>()
  const groupOf = (group: object, property: string): object => {
    const made = groups.get(group) ?? wrapMembers({ ...wrapping, name: `${name}.${property}` }, group)
    groups.set(group, made)
    return made
  }
  const proxy = standIn(members, {
    apply: (_, self, given: ReadonlyArray<unknown>): unknown =>
      wrapOutcome(wrapping, "", { name, service, arguments: given })(
        Reflect.apply(members as () => unknown, self, given)
      ),
    get: (_, property): unknown => {
      const member: unknown = Reflect.get(members, property, members)
      if (typeof property === "symbol") return member
      if (isGroup(member)) return groupOf(member, property)
      const call = { name: `${name}.${property}`, service, arguments: [] }
      if (typeof member !== "function") return wrapOutcome(wrapping, property, call)(member)
      return (...given: ReadonlyArray<unknown>): unknown =>
        wrapOutcome(wrapping, property, { ...call, arguments: given })(Reflect.apply(member, members, given))
    }
  })
  wrapped.add(proxy)
  return proxy
}

/** A service in whatever form: a call itself, a function, or an object with members. */
const wrapService = <S extends object>(wrapping: Wrapping, service: S): S => {
  const { name, service: key } = wrapping
  const called = wrapOutcome(wrapping, "", { name, service: key, arguments: [] })(service)
  if (called === service) return isClass(service) ? service : wrapMembers(wrapping, service)
  // What is around an Effect is one as well, and the same for the others.
  wrapped.add(called as S)
  return called as S
}

/** What services of ours lend. */
const lends = new Map<string, Readonly<Record<string, string>>>([
  ["gsd/services/LoopLog", { open: "OpenLoopLog" }],
  ["gsd/services/Repairs", { beginRebuild: "OpenRebuild" }],
  ["gsd/services/Signatures", { open: "Signer" }],
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
      wrapService(
        {
          calls,
          service: service.key,
          name: shortName(service.key),
          lends: options.lends ?? lentBy(service.key)
        },
        real
      )
    )
  )

/** Effect's own services that do something in the world; the rest of `effect/…` is its machinery. */
const doing = /^effect\/(?:FileSystem$|http\/|process\/|sql\/|persistence\/)/u

const isOthers = (key: string): boolean => !key.startsWith("effect/") || doing.test(key)

const isWrappable = (service: unknown): service is object =>
  (typeof service === "function" || (typeof service === "object" && service !== null)) &&
  !wrapped.has(service)

/** Every service of a context, wrapped; what is wrapped already, and Effect's own machinery, stay as they are. */
export const faultyAll = <R>(services: Context.Context<R>, calls: Calls): Context.Context<R> =>
  Context.makeUnsafe(
    new Map(
      [...services.mapUnsafe].map(([key, service]: readonly [string, unknown]) => {
        if (!isWrappable(service) || !isOthers(key)) return [key, service]
        const wrapping = { calls, service: key, name: shortName(key), lends: lentBy(key) }
        return [key, wrapService(wrapping, service)]
      })
    )
  )

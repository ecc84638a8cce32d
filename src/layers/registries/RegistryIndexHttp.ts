import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { limits } from "../../domain/limits.ts"
import { RegistryUnknown } from "../../domain/registryIndex/addedErrors.ts"
import { readEnvelope, signedBytes } from "../../domain/registryIndex/envelope.ts"
import { RegistryMalformed } from "../../domain/registryIndex/errors.ts"
import {
  judgeCapability,
  judgeChecks,
  judgeRoot,
  planChecks,
  type Expectation
} from "../../domain/registryIndex/judge.ts"
import { fileUrl, rootName } from "../../domain/registryIndex/place.ts"
import type { HighestSeen } from "../../domain/registryIndex/record.ts"
import { Http } from "../../services/Http.ts"
import { Policies } from "../../services/Policies.ts"
import { Registries } from "../../services/Registries.ts"
import { RegistryIndex, type RegistryPlace } from "../../services/RegistryIndex.ts"
import { Signatures } from "../../services/Signatures.ts"

type Services = Http | Policies | Registries | Signatures

/** One file of a registry, within the bounds of a look. */
const readFile = Effect.fnUntraced(function* (url: string, path: string, maxBytes: number) {
  const http = yield* Http
  const { body } = yield* http.read({
    url: fileUrl(url, path),
    accept: "application/json",
    deadline: Duration.millis(limits.peekMillis),
    idle: Duration.millis(limits.requestIdleMillis),
    maxBytes,
    redirects: limits.redirects
  })
  return body
})

/** Reads a root and believes it only when everything about it is as expected. */
const lookAt = Effect.fnUntraced(function* (place: RegistryPlace, highest: HighestSeen | undefined) {
  const signatures = yield* Signatures
  const { signatures: wanted } = yield* (yield* Policies).read
  const { keys, name: registry, url } = place
  const body = yield* readFile(url, rootName, limits.registryRootBytes)
  const envelope = yield* Effect.fromResult(
    Result.mapError(
      readEnvelope(body),
      (problem) => new RegistryMalformed({ registry, file: rootName, problem })
    )
  )
  const now = yield* Clock.currentTimeMillis
  const expected: Expectation = { registry, keys, highest, now, required: wanted === "required" }
  const checks = yield* Effect.fromResult(planChecks(expected, envelope))
  const bytes = signedBytes(envelope.payloadType, envelope.payload)
  const good = yield* Effect.forEach(checks, ({ key, signature }) =>
    signatures.verify({ bytes, signature: signature.bytes, key })
  )
  yield* Effect.fromResult(judgeChecks(expected, checks, good))
  return yield* Effect.fromResult(judgeRoot(expected, envelope))
})

const rootOf = Effect.fnUntraced(function* (name: string) {
  const registries = yield* Registries
  const state = yield* registries.read
  const record = state.get(name)
  if (record === undefined) return yield* new RegistryUnknown({ registry: name, known: [...state.keys()] })
  const seen = yield* lookAt({ name, url: record.url, keys: record.keys }, record.highest)
  yield* registries.seen(name, seen)
  return { ...seen, record }
})

const offeredOf = Effect.fnUntraced(function* (name: string, id: string) {
  const { record, root } = yield* rootOf(name)
  const entry = root.capabilities.get(id)
  if (entry === undefined) return Option.none()
  const bytes = yield* readFile(record.url, entry.path, limits.registryCapabilityBytes)
  const index = yield* Effect.fromResult(judgeCapability({ registry: name, id, bytes }, entry))
  return Option.some({ url: record.url, entry, index })
})

/** Registries as files of web servers, behind Http. */
export const layer = Layer.effect(
  RegistryIndex,
  Effect.gen(function* () {
    const services = Context.pick(Http, Policies, Registries, Signatures)(yield* Effect.context<Services>())
    return RegistryIndex.of({
      look: Effect.fn("RegistryIndex.look")(
        (place: RegistryPlace) => lookAt(place, undefined),
        Effect.provide(services)
      ),
      root: Effect.fn("RegistryIndex.root")(rootOf, Effect.provide(services)),
      capability: Effect.fn("RegistryIndex.capability")(
        // A registry that is being published shows a new file beside its old root for a moment, and the servers of a
        // CDN different ones: once more, then.
        (name: string, id: string) =>
          Effect.retry(offeredOf(name, id), {
            times: 1,
            while: ({ _tag }) => _tag === "RegistrySignatureOfOther" || _tag === "RegistryRolledBack"
          }),
        Effect.provide(services)
      )
    })
  })
)

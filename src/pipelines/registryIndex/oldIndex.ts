import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { limits } from "../../domain/limits.ts"
import type { OldIndex } from "../../domain/registryIndex/build.ts"
import type { CapabilityIndex } from "../../domain/registryIndex/capabilityIndex.ts"
import { readEnvelope, rootPayloadType } from "../../domain/registryIndex/envelope.ts"
import { judgeCapability } from "../../domain/registryIndex/judge.ts"
import { nextRootName, rootName } from "../../domain/registryIndex/place.ts"
import { decodeRoot, type RegistryRoot, type RootEntry } from "../../domain/registryIndex/root.ts"
import { IndexRefused } from "../../domain/registryIndex/signingErrors.ts"
import { Durable } from "../../services/Durable.ts"

/** Counter and dates are in it: it is put right by hand, and never begun anew. */
const unreadable = (subject: string, problem: string) =>
  new IndexRefused({
    subject,
    rule: "old-index",
    reason: `is of the index before, and cannot be read: ${problem}`,
    hint: "Put back what was published; an index begun anew is refused by everybody who knows the old one"
  })

const decode = (bytes: Uint8Array): Result.Result<RegistryRoot, string> =>
  Result.flatMap(readEnvelope(bytes), ({ payload, payloadType }) =>
    payloadType === rootPayloadType ? decodeRoot(payload) : Result.fail("it is no root of a registry")
  )

const rootAt = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  if (Option.isNone(yield* durable.identify(path))) return undefined
  const bytes = yield* durable.read(path, { maxBytes: limits.registryRootBytes })
  return yield* Effect.fromResult(Result.mapError(decode(bytes), (problem) => unreadable(path, problem)))
})

/** What a file may be: as the root pins it, or as a run that was interrupted was about to. */
const judgeFile = (
  fetched: Parameters<typeof judgeCapability>[0],
  entry: RootEntry,
  next: RootEntry | undefined
) => {
  const judged = judgeCapability(fetched, entry)
  const other = next === undefined ? judged : judgeCapability(fetched, next)
  return Result.isSuccess(judged) ? judged : Result.isSuccess(other) ? other : judged
}

const capabilitiesOf = Effect.fnUntraced(function* (
  directory: string,
  root: RegistryRoot,
  next: RegistryRoot | undefined
) {
  const durable = yield* Durable
  const capabilities = new Map<string, CapabilityIndex>()
  for (const [id, entry] of root.capabilities) {
    const path = `${directory}/${entry.path}`
    const index = yield* durable.read(path, { maxBytes: limits.registryCapabilityBytes }).pipe(
      Effect.flatMap((bytes) =>
        Effect.fromResult(judgeFile({ registry: root.name, id, bytes }, entry, next?.capabilities.get(id)))
      ),
      Effect.mapError((failure) => unreadable(path, failure.message))
    )
    capabilities.set(id, index)
  }
  return capabilities
})

/** The index that an earlier run left in a folder; undefined when there is none. */
export const oldIndexIn = Effect.fn("registryIndex.oldIndexIn")(function* (directory: string) {
  const root = yield* rootAt(`${directory}/${rootName}`)
  if (root === undefined) return undefined
  const next = yield* Effect.orElseSucceed(rootAt(`${directory}/${nextRootName}`), () => undefined)
  return { root, capabilities: yield* capabilitiesOf(directory, root, next) } satisfies OldIndex
})

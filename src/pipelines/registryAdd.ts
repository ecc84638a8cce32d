import * as Effect from "effect/Effect"
import type * as Duration from "effect/Duration"
import { RegistryTaken } from "../domain/registryIndex/addedErrors.ts"
import type { RegistryKey } from "../domain/registryIndex/key.ts"
import { readPlace } from "../domain/registryIndex/place.ts"
import type { RegistryRecord } from "../domain/registryIndex/record.ts"
import type { RegistryAdded } from "../domain/registryIndex/reports.ts"
import { Registries } from "../services/Registries.ts"
import { RegistryIndex } from "../services/RegistryIndex.ts"
import { publicKeyOf } from "./registryIndex/keys.ts"

/** A registry, as a person names it. */
export interface RegistryAddRequested {
  readonly name: string
  readonly url: string
  /** The key itself, PEM or base64, or a file that holds it; undefined for a registry that is taken unsigned. */
  readonly publicKey: string | undefined
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/** Whether a registry is the one that was added: the same address, and a key that is trusted of it. */
const isSame = (record: RegistryRecord, url: string, key: RegistryKey | undefined): boolean =>
  record.url === url &&
  (key === undefined ? record.keys.length === 0 : record.keys.some((one) => one.keyid === key.keyid))

const look = Effect.fnUntraced(function* (
  place: { readonly name: string; readonly url: string },
  key: RegistryKey | undefined,
  wait: Duration.Duration
) {
  const index = yield* RegistryIndex
  const registries = yield* Registries
  const { name, url } = place
  const record = (yield* registries.read).get(name)
  if (record !== undefined && !isSame(record, url, key))
    return yield* new RegistryTaken({ registry: name, url: record.url })
  if (record !== undefined) return { ...(yield* index.root(name)), status: "unchanged" } as const
  const seen = yield* index.look({ name, url, keys: key === undefined ? [] : [key] })
  yield* registries.add(name, { url, keys: seen.keys, highest: seen.highest }, wait)
  return { ...seen, status: "added" } as const
})

/**
 * Adds a registry: its root is fetched and judged at once, and its counter remembered. The name is the one that its
 * root has. Nothing is remembered of one that is refused.
 */
export const registryAdd = Effect.fn("registryAdd")(function* (requested: RegistryAddRequested) {
  const place = yield* Effect.fromResult(readPlace(requested.name, requested.url))
  const key = requested.publicKey === undefined ? undefined : yield* publicKeyOf(requested.publicKey)
  const { highest, keys, root, status } = yield* look(place, key, requested.wait)
  return {
    status,
    ...place,
    keys: keys.map((one) => one.keyid),
    seen: highest.version,
    expires: root.expires,
    capabilities: root.capabilities.size
  } satisfies RegistryAdded
})

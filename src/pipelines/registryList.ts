import * as Effect from "effect/Effect"
import type * as Duration from "effect/Duration"
import type { RegistryRecord } from "../domain/registryIndex/record.ts"
import type { RegistryRemoved, RegistryRow } from "../domain/registryIndex/reports.ts"
import { Registries } from "../services/Registries.ts"

const rowOf = (name: string, { highest, keys, url }: RegistryRecord): RegistryRow => ({
  name,
  url,
  keys: keys.map((key) => key.keyid),
  seen: highest.version
})

/** The registries that were added, by name; none of them is asked. */
export const registryList = Effect.fn("registryList")(function* () {
  const registries = yield* Registries
  const state = yield* registries.read
  return [...state].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, record]) => rowOf(name, record))
})

/** Forgets a registry, with its keys and what was seen of it. What was installed from it stays. */
export const registryRemove = Effect.fn("registryRemove")(function* (requested: {
  readonly name: string
  readonly wait: Duration.Duration
}) {
  const registries = yield* Registries
  const record = yield* registries.remove(requested.name, requested.wait)
  return { status: "removed", ...rowOf(requested.name, record) } satisfies RegistryRemoved
})

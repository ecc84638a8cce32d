import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DirectoryEntry, FileIdentity } from "../../domain/disk/identity.ts"
import { Durable } from "../../services/Durable.ts"

const nothing: ReadonlyArray<DirectoryEntry> = []

/** Names in a folder that may not be there, or may not be one, or may not be looked into. */
export const entriesOf = Effect.fn("doctor.entriesOf")(function* (folder: string) {
  const durable = yield* Durable
  return yield* Effect.orElseSucceed(durable.entries(folder), () => nothing)
})

/** What stands at a path; none when nothing does, or it cannot be told. */
export const standsAt = Effect.fn("doctor.standsAt")(function* (path: string) {
  const durable = yield* Durable
  return yield* Effect.orElseSucceed(durable.identify(path), () => Option.none<FileIdentity>())
})

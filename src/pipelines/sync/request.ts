import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { LockEntryUnusable } from "../../domain/project/errors.ts"
import { entryProblem, decodedEntry } from "../../domain/project/drift.ts"
import { lockedSource } from "../../domain/project/lockedSource.ts"
import type { LockEntry } from "../../domain/project/lockfile.ts"
import { projectPlaces, type ProjectScope } from "../../domain/project/places.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import { Policies } from "../../services/Policies.ts"
import type { Requested } from "../install/stages.ts"
import { trustAddRequest } from "../trustAdd.ts"
import { storedSupply } from "./supply.ts"

/** What the caller decides for all of them. */
export interface Bringing {
  /** Settings files to put hooks and servers into, as typed. */
  readonly wire?: ReadonlyArray<string>
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/** A lower version is no reason to refuse: the team went back to it. It is asked about all the same. */
const usual = (bringing: Bringing) =>
  ({
    op: "install",
    replace: true,
    allowDowngrade: true,
    asksToDowngrade: true,
    keepsLock: true,
    ...bringing
  }) as const

/** The entry of an id, when something can be brought in by it. */
export const usableEntry = Effect.fn("sync.usableEntry")(function* (
  scope: ProjectScope,
  id: string,
  raw: JsonValue
) {
  const problem = entryProblem(raw)
  const entry = decodedEntry(raw)
  if (problem === undefined && entry !== undefined) return entry
  const path = projectPlaces(scope.root).lockfile
  return yield* new LockEntryUnusable({ id, path, problem: problem ?? "" })
})

const vendoredRequest = Effect.fnUntraced(function* (
  scope: ProjectScope,
  locked: Locked,
  bringing: Bringing
) {
  const { entry, id } = locked
  const canonical = locked.installedFrom ?? projectPlaces(scope.root).vendored(id)
  const supplied = yield* storedSupply(entry.contentHash, { canonical })
  if (supplied === undefined)
    return { ...(yield* trustAddRequest(scope, { id, ...bringing })), ...usual(bringing) } satisfies Requested
  const from = { spec: canonical, scope, expectedId: id, agreed: entry.contentHash, supplied }
  return { ...usual(bringing), ...from } satisfies Requested
})

/** One entry of a lockfile, usable. */
export interface Locked {
  readonly id: string
  readonly entry: LockEntry
  /** Recorded source of what is installed, when it is what the entry says: it stays. */
  readonly installedFrom?: string
}

/**
 * The install that brings in exactly what a lockfile names: from the store when the bytes are there, else from its source
 * at exactly that commit or version, with the digest that its one file must have. A signature is asked for at its registry.
 */
export const lockedRequest = Effect.fn("sync.request")(function* (
  scope: ProjectScope,
  locked: Locked,
  bringing: Bringing
) {
  const { entry, id } = locked
  const leads = Result.getOrUndefined(lockedSource(entry))
  if (leads === undefined || leads._tag === "Vendored") return yield* vendoredRequest(scope, locked, bringing)
  const { signatures } = yield* (yield* Policies).read
  const { exactly, ref, source } = leads
  const { contentHash, sha512 } = entry
  const resolved = exactly === undefined ? {} : { resolved: exactly }
  const artifact = sha512 === undefined ? {} : { artifact: sha512 }
  const known = { ...resolved, ...artifact, ...(ref === undefined ? {} : { ref }) }
  const supplied =
    signatures === "required" && source.kind === "registry"
      ? undefined
      : yield* storedSupply(contentHash, known)
  return {
    ...usual(bringing),
    spec: entry.source,
    scope,
    expectedId: id,
    agreed: contentHash,
    ...(exactly === undefined ? {} : { exactly }),
    ...(sha512 === undefined ? {} : { integrity: sha512 }),
    ...(supplied === undefined ? {} : { supplied })
  } satisfies Requested
})

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ownKeys } from "../../domain/config/federated.ts"
import { ConfigKeyForeign } from "../../domain/config/errors.ts"
import { parseAssignments } from "../../domain/config/flags.ts"
import type { RegistryMember } from "../../domain/registry/Registry.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import type { ConfigWritten } from "../../services/Config.ts"
import { disable, enable } from "../enable.ts"
import { loopContext } from "../loop/context.ts"
import { findEntry } from "../overlays/find.ts"
import { firstPartyMembers } from "../registry/firstParty.ts"
import { storedManifest } from "../registry/members.ts"
import { wantedFor, writeAssignments, type ConfigChange } from "./set.ts"

/** What is set of one capability. */
export interface CapabilitySetRequested extends ConfigChange {
  readonly id: string
  /** Whose ledger says that it is installed and on. */
  readonly scope: LedgerScope
  /** `KEY=VALUE` of its own keys. */
  readonly gates: ReadonlyArray<string>
  /** Undefined leaves it as it is. */
  readonly enabled: boolean | undefined
}

/** JSON of `capability set`. */
export interface CapabilitySet {
  readonly id: string
  /** Keys that were written, with the file; absent when none was given. */
  readonly gates?: ConfigWritten & { readonly keys: ReadonlyArray<string> }
  /** What switching did; absent when it was not asked for. */
  readonly switched?: Effect.Success<ReturnType<typeof enable>>
}

/** A capability that is switched off, or not acted on, by its manifest. */
const aside = Effect.fnUntraced(function* (scope: LedgerScope, id: string) {
  const own = firstPartyMembers().find((member) => member.id === id)
  if (own !== undefined) return own
  const entry = yield* findEntry(scope, id)
  const manifest = yield* storedManifest(entry.contentHash)
  return Option.map(manifest, (found): RegistryMember => ({
    id,
    origin: scope.kind === "project" ? "project" : "global",
    manifest: found
  })).pipe(Option.getOrUndefined)
})

const writeGates = Effect.fnUntraced(function* (requested: CapabilitySetRequested) {
  const { gates, id } = requested
  const { registry, scope } = yield* loopContext(wantedFor(requested))
  const member =
    registry.members.get(id) ??
    (yield* aside(requested.scope, id).pipe(
      Effect.catchTag("NotInstalled", (error) =>
        scope.kind === requested.scope.kind ? Effect.fail(error) : aside(scope, id)
      )
    ))
  const keys = ownKeys(id, member)
  const foreign = gates
    .flatMap((gate) => gate.split("=", gate.includes("=") ? 1 : 0))
    .find((key) => !keys.has(key))
  if (foreign !== undefined)
    return yield* new ConfigKeyForeign({ id, key: foreign, own: [...keys.keys()].toSorted() })
  const assignments = yield* Effect.fromResult(parseAssignments(gates, keys))
  const members = new Map([...registry.members, ...(member === undefined ? [] : [[id, member] as const])])
  const written = yield* writeAssignments({ members }, assignments, requested)
  return { ...written, keys: assignments.map(({ known }) => known.key) }
})

/**
 * Sets keys of one capability, all of them or none, and switches it on or off. Keys are written first: where one is
 * refused, nothing is switched.
 */
export const capabilitySet = Effect.fn("capability.set")(function* (requested: CapabilitySetRequested) {
  const { enabled, gates, id, scope, wait } = requested
  const written = gates.length === 0 ? undefined : yield* writeGates(requested)
  const switching = { id, scope, wait }
  const switched = enabled === undefined ? undefined : yield* enabled ? enable(switching) : disable(switching)
  return {
    id,
    ...(written === undefined ? {} : { gates: written }),
    ...(switched === undefined ? {} : { switched })
  } satisfies CapabilitySet
})

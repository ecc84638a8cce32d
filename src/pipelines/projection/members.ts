import * as Effect from "effect/Effect"
import type { JsonValue } from "../../domain/json/value.ts"
import { globalScope, type LedgerScope } from "../../domain/paths.ts"
import type { Registry, RegistryMember } from "../../domain/registry/Registry.ts"
import { registryOf } from "../../domain/registry/registryOf.ts"
import { Ledger } from "../../services/Ledger.ts"
import { firstPartyMembers } from "../registry/firstParty.ts"
import type { Trouble } from "./bundle.ts"
import { sortedMembers, type Sorted, type Standing } from "./sorted.ts"

const nothing: Sorted = { active: [], raws: new Map(), out: new Set(), troubles: new Map() }

/** The user's own, beside a project. */
const usersOf = Effect.fnUntraced(function* ({ consent, ledger, policy, scope }: Standing) {
  const ledgers = yield* Ledger
  if (scope.kind === "global") return { sorted: nothing, ledger }
  const users = yield* ledgers.read(globalScope)
  return {
    sorted: yield* sortedMembers({ scope: globalScope, ledger: users, consent, policy }),
    ledger: users
  }
})

/** A registry with what is not in it. */
export interface Once {
  readonly registry: Registry
  /** Manifests of installed members as they were read, by content hash. */
  readonly raws: ReadonlyMap<string, JsonValue>
  /** Of the scope: not acted on, which is certain. */
  readonly out: ReadonlySet<string>
  /** Nobody can tell of these at the moment whether they are acted on, in this scope or in the user's. */
  readonly troubles: ReadonlyMap<string, Trouble>
}

/** The registry of a scope as it will be once this stands: loaded like `loadRegistry`, from a ledger that is not written yet. */
export const registryOnce = Effect.fn("projection.registry")(function* (standing: Standing) {
  const own = yield* sortedMembers(standing)
  const users = yield* usersOf(standing)
  const ids = new Set(own.active.map(({ id }) => id))
  const off = new Set([...users.ledger.switches.keys(), ...standing.ledger.switches.keys()])
  const registry: Registry = registryOf(
    [
      ...firstPartyMembers().filter(({ id }) => !off.has(id)),
      ...own.active,
      ...users.sorted.active.filter(({ id }) => !ids.has(id))
    ],
    firstPartyMembers()
      .filter(({ id }) => off.has(id))
      .map(({ id, manifest }) => ({
        id,
        origin: "first-party" as const,
        manifest,
        reason: { _tag: "NotActive" as const, status: "inactive" as const, reason: "", isSwitchedOff: true }
      }))
  )
  return {
    registry,
    raws: new Map([...users.sorted.raws, ...own.raws]),
    out: own.out,
    troubles: new Map([...users.sorted.troubles, ...own.troubles])
  } satisfies Once
})

/** Members whose artefacts a scope projects: in a project the project's own, else the user's and what the product brings along. */
export const projectedMembers = (registry: Registry, scope: LedgerScope): ReadonlyArray<RegistryMember> =>
  [...registry.members.values()].filter(({ origin }) =>
    scope.kind === "project" ? origin === "project" : origin !== "project"
  )

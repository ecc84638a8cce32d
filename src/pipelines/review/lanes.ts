import * as Effect from "effect/Effect"
import { agentCalling } from "../../domain/agent/markers.ts"
import { findRecord, type ConsentRecord } from "../../domain/consent/record.ts"
import { droppedWarning, lanesOf } from "../../domain/lane/lane.ts"
import { globalScope, scopeKey, type LedgerScope } from "../../domain/paths.ts"
import type { Registry } from "../../domain/registry/Registry.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Environment } from "../../services/Environment.ts"
import { Ledger } from "../../services/Ledger.ts"
import { loadRegistry } from "../loadRegistry.ts"
import { laneSettings } from "./settings.ts"
import type { LanesFound } from "./stages.ts"

const scopeOf = (origin: string, scope: LedgerScope): LedgerScope =>
  origin === "project" ? scope : globalScope

/** The consent that each member's active bytes rest on; a store that cannot be read holds none. */
const recordsOf = Effect.fnUntraced(function* (registry: Registry, scope: LedgerScope) {
  const ledgers = yield* Ledger
  const consents = yield* ConsentStore
  const state = yield* Effect.orElseSucceed(consents.read, () => new Map<string, ConsentRecord>())
  const records = new Map<string, ConsentRecord>()
  for (const where of scope.kind === "project" ? [globalScope, scope] : [globalScope]) {
    const ledger = yield* ledgers.read(where)
    for (const { id, origin } of registry.members.values()) {
      const entry = origin === where.kind ? ledger.entries.get(id) : undefined
      const key = { scope: scopeKey(where), id, digest: entry?.consentDigest ?? "" }
      const record = findRecord(state, key)
      if (entry !== undefined && record !== undefined) records.set(id, record)
    }
  }
  return records
})

/** Finds the reviewer lanes of the first-party and the installed capabilities, with configuration and consents. */
export const findLanes = Effect.fn("review.findLanes")(function* (scope: LedgerScope) {
  const { variables } = yield* Environment
  const registry = yield* loadRegistry({ includeInstalled: true, scope })
  const { settings, warnings } = yield* laneSettings(registry)
  const roster = lanesOf(registry.members.values())
  const scopes = [...registry.members].map(
    ([id, { origin }]) => [id, scopeKey(scopeOf(origin, scope))] as const
  )
  return {
    roster,
    settings,
    warnings: [...roster.dropped.map(droppedWarning), ...warnings],
    host: agentCalling(variables),
    records: yield* recordsOf(registry, scope),
    scopes: new Map(scopes)
  } satisfies LanesFound
})

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { ConsentState } from "../../domain/consent/record.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { globalScope, type LedgerScope } from "../../domain/paths.ts"
import type { Registry, RegistryMember } from "../../domain/registry/Registry.ts"
import { registryOf } from "../../domain/registry/registryOf.ts"
import { Ledger } from "../../services/Ledger.ts"
import { inspectContext } from "../overlays/context.ts"
import { inspectAll } from "../overlays/inspect.ts"
import { firstPartyMembers } from "../registry/firstParty.ts"
import { manifestOfBytes, storedManifest } from "../registry/members.ts"
import { openStaged, type StagedBundle } from "./bundle.ts"

/** What will be recorded in a scope, before it is. */
export interface Standing {
  readonly scope: LedgerScope
  readonly ledger: LedgerState
  /** As it will be; that of the store when left out. */
  readonly consent?: ConsentState
  /** A bundle that the ledger names and that is not in the store yet; judged and consented to. */
  readonly staged?: StagedBundle
}

const stagedMember = Effect.fnUntraced(function* ({ ledger, scope, staged }: Standing) {
  const entry = staged === undefined ? undefined : ledger.entries.get(staged.id)
  if (staged === undefined || entry?.contentHash !== staged.contentHash || entry.disabled === true) return []
  const bundle = yield* openStaged(staged)
  const bytes = yield* Effect.option(bundle.read(manifestName))
  const manifest = Option.flatMap(bytes, manifestOfBytes)
  return Option.match(manifest, {
    onNone: (): ReadonlyArray<RegistryMember> => [],
    onSome: (found) => [
      { id: staged.id, origin: scope.kind, manifest: found, contentHash: staged.contentHash }
    ]
  })
})

const storedMembers = Effect.fnUntraced(function* ({ consent, ledger, scope, staged }: Standing) {
  const isStored = ([id, { contentHash }]: [string, { readonly contentHash: string }]) =>
    id !== staged?.id || contentHash !== staged.contentHash
  const read = yield* inspectContext(scope, { ...ledger, files: new Map() })
  const context = consent === undefined ? read : { ...read, consent: Result.succeed(consent) }
  const rows = yield* inspectAll(context, [...ledger.entries].filter(isStored))
  const active = rows.filter(({ row }) => row.status === "active")
  const found = yield* Effect.forEach(active, ({ row: { id } }) => {
    const contentHash = ledger.entries.get(id)?.contentHash ?? ""
    return Effect.map(
      storedManifest(contentHash),
      Option.match({
        onNone: (): ReadonlyArray<RegistryMember> => [],
        onSome: (manifest) => [{ id, origin: scope.kind, manifest, contentHash }]
      })
    )
  })
  return found.flat()
})

/** What an installed set will be acted on, ascending by id. */
const installedMembers = Effect.fnUntraced(function* (standing: Standing) {
  const found = [...(yield* storedMembers(standing)), ...(yield* stagedMember(standing))]
  return found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
})

/** The user's own, beside a project. */
const usersOf = Effect.fnUntraced(function* ({ ledger, scope }: Standing) {
  const ledgers = yield* Ledger
  if (scope.kind === "global") return { members: [], ledger }
  const users = yield* ledgers.read(globalScope)
  return { members: yield* installedMembers({ scope: globalScope, ledger: users }), ledger: users }
})

/** The registry of a scope as it will be once this stands: loaded like `loadRegistry`, from a ledger that is not written yet. */
export const registryOnce = Effect.fn("projection.registry")(function* (standing: Standing) {
  const own = yield* installedMembers(standing)
  const users = yield* usersOf(standing)
  const ids = new Set(own.map(({ id }) => id))
  const off = new Set([...users.ledger.switches.keys(), ...standing.ledger.switches.keys()])
  const registry: Registry = registryOf(
    [
      ...firstPartyMembers().filter(({ id }) => !off.has(id)),
      ...own,
      ...users.members.filter(({ id }) => !ids.has(id))
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
  return registry
})

/** Members whose artefacts a scope projects: in a project the project's own, else the user's and what the product brings along. */
export const projectedMembers = (registry: Registry, scope: LedgerScope): ReadonlyArray<RegistryMember> =>
  [...registry.members.values()].filter(({ origin }) =>
    scope.kind === "project" ? origin === "project" : origin !== "project"
  )

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { federatedKeys } from "../../domain/config/federated.ts"
import { entryOf } from "../../domain/config/key.ts"
import { resolveKey } from "../../domain/config/resolve.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { hookStates } from "../../domain/loop/activation.ts"
import type { OverlayHook } from "../../domain/overlay/overlayState.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import type { Registry, RegistryMember } from "../../domain/registry/Registry.ts"
import { Config } from "../../services/Config.ts"
import { loadRegistry } from "../loadRegistry.ts"
import { firstPartyMembers } from "../registry/firstParty.ts"
import { storedManifest } from "../registry/members.ts"

const noHooks: ReadonlyArray<OverlayHook> = []

type Named = Pick<RegistryMember, "id" | "manifest">

/** Judges hooks by the configuration in force; where that cannot be read, none of them is. */
const judgeWith = Effect.fnUntraced(function* (registry: Registry) {
  const config = yield* Config
  const keys = federatedKeys(registry)
  const layers = yield* Effect.result(config.layers({}))
  const values = Result.getOrElse(layers, () => [])
  const valueOf = (key: string) => resolveKey(values, key, entryOf(keys, key))
  return (named: Named): ReadonlyArray<OverlayHook> => {
    const states = hookStates(registry, named, valueOf)
    if (Result.isSuccess(layers)) return states
    const reason = `the configuration cannot be read: ${layers.failure.message}`
    return states.map((one) => ({
      ...one,
      active: false,
      reason: one.active ? reason : (one.reason ?? reason)
    }))
  }
})

/** Everything that says which hooks of the loop are in force in a scope. */
export const hooksIn = Effect.fn("overlays.hooks")(function* (scope: LedgerScope, ledger: LedgerState) {
  const registry = yield* loadRegistry({ includeInstalled: true, scope })
  const judge = yield* judgeWith(registry)
  const ours = new Map(firstPartyMembers().map((member) => [member.id, member]))
  return {
    registry,
    firstParty: ours,
    ofFirstParty: (id: string): Effect.Effect<ReadonlyArray<OverlayHook>> => {
      const member = ours.get(id)
      return Effect.succeed(member === undefined ? noHooks : judge(member))
    },
    /** Of an installed one, acted on or not; none when its manifest cannot be read. */
    ofInstalled: Effect.fnUntraced(function* (id: string) {
      const contentHash = ledger.entries.get(id)?.contentHash
      if (contentHash === undefined) return noHooks
      const member = registry.members.get(id)
      if (member?.contentHash === contentHash) return judge(member)
      return Option.match(yield* storedManifest(contentHash), {
        onNone: () => noHooks,
        onSome: (manifest) => judge({ id, manifest })
      })
    })
  }
})

import * as Effect from "effect/Effect"
import { federatedKeys } from "../../domain/config/federated.ts"
import { flagLayer } from "../../domain/config/flags.ts"
import { entryOf } from "../../domain/config/key.ts"
import { resolveKey, type ConfigLayer, type ResolvedValue } from "../../domain/config/resolve.ts"
import type { LoopRegistry } from "../../domain/loop/view.ts"
import { Config } from "../../services/Config.ts"
import { Policies } from "../../services/Policies.ts"

/** What an agent's call says beside the point. */
export interface LoopWanted {
  /** Workstream that the command line names; else the environment's, else the project's active one. */
  readonly workstream?: string
  /** What the command line sets: the strongest layer. */
  readonly flags?: ConfigLayer
  /** The same as `KEY=VALUE` each, judged by the keys that are known here; `flags` does not count beside it. */
  readonly set?: ReadonlyArray<string>
}

/** What decides, beside a registry, what is in force in the loop: the policy, and configuration of its keys. */
export const contextOver = Effect.fn("loop.contextOver")(function* (
  registry: Pick<LoopRegistry, "members">,
  wanted: LoopWanted
) {
  const config = yield* Config
  const policies = yield* Policies
  const files = yield* config.layers(wanted.workstream === undefined ? {} : { workstream: wanted.workstream })
  const keys = federatedKeys(registry)
  const flags =
    wanted.set === undefined ? wanted.flags : yield* Effect.fromResult(flagLayer(wanted.set, keys))
  const layers = flags === undefined ? files : [...files, flags]
  // A hook's key is asked for wherever the hook is looked at.
  const known = new Map<string, ResolvedValue>()
  const valueOf = (key: string): ResolvedValue => {
    const value = known.get(key) ?? resolveKey(layers, key, entryOf(keys, key))
    known.set(key, value)
    return value
  }
  return { policy: yield* policies.read, keys, layers, valueOf }
})

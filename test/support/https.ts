import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readFileSync } from "node:fs"
import type { GivenConsent } from "../../src/domain/consent/decide.ts"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import * as HttpNode from "../../src/layers/network/HttpNode.ts"
import { engineOver, environmentFixed, lockMemory } from "../../src/testing.ts"
import type { Authority } from "./tls.ts"

/** A network policy as it stands in `policy.json`. */
export interface NetworkPolicy {
  readonly allow?: ReadonlyArray<string>
  readonly mirror?: string
}

/** How an engine on the real network differs from the usual one. */
export interface NetOptions extends HttpNode.HttpOptions {
  readonly consent?: GivenConsent
  readonly variables?: Readonly<Record<string, string>>
}

/** A disk whose user trusts an authority, in `/ca.pem`, and lets `localhost` lead anywhere. */
export const netDisk = (
  by: Authority,
  network: NetworkPolicy = { allow: ["localhost"] },
  files: Readonly<Record<string, string | Uint8Array>> = {}
) =>
  MemoryDisk.make({
    directories: ["/home/ada"],
    files: {
      "/home/ada/.gsd/policy.json": JSON.stringify({ network }),
      "/ca.pem": readFileSync(by.caFile),
      ...files
    }
  })

/** Every service of the pipelines over a memory disk and the real network. */
export const netEngine = (disk: MemoryDisk.MemoryDisk, options: NetOptions = {}) => {
  const { consent = { yes: true }, variables = {} } = options
  const engine = engineOver({ lock: lockMemory, http: HttpNode.layerWith(options) })
  return ConsentGateFixed.layerWith(consent).pipe(
    Layer.provideMerge(engine),
    Layer.provideMerge(
      Layer.merge(
        DurableMemory.layerOn(disk),
        environmentFixed({ variables: { SSL_CERT_FILE: "/ca.pem", ...variables } })
      )
    )
  )
}

/** Runs a program on an engine of its own. */
export const runNet =
  (disk: MemoryDisk.MemoryDisk, options: NetOptions = {}) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    program.pipe(Effect.provide(netEngine(disk, options)))

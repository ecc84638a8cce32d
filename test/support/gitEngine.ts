import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, writeFileSync } from "node:fs"
import type { Bounds } from "../../src/domain/archive/bounds.ts"
import { contentHash } from "../../src/domain/content/contentHash.ts"
import type { GivenConsent } from "../../src/domain/consent/decide.ts"
import { parseSource } from "../../src/domain/source/grammar.ts"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import * as HttpNode from "../../src/layers/network/HttpNode.ts"
import * as SourceResolverLive from "../../src/layers/source/SourceResolverLive.ts"
import * as SpawnerNode from "../../src/layers/spawner/SpawnerNode.ts"
import { Durable } from "../../src/services/Durable.ts"
import type { Spawner } from "../../src/services/Spawner.ts"
import { SourceResolver, type SourceWish } from "../../src/services/SourceResolver.ts"
import { Store } from "../../src/services/Store.ts"
import { engineOver } from "../../src/testing.ts"
import { durableOnNode, Room, roomOnNode, text } from "./disk.ts"
import type { NetworkPolicy } from "./https.ts"
import { environmentIn, onNode } from "./home.ts"

/** How an engine on this machine differs from the usual one. */
export interface GitEngineOptions {
  /** PEM file of the authority that is trusted. */
  readonly caFile?: string
  readonly network?: NetworkPolicy
  readonly variables?: Readonly<Record<string, string>>
  readonly consent?: GivenConsent
  readonly spawner?: Layer.Layer<Spawner>
  readonly offline?: boolean
  readonly bounds?: Partial<Bounds>
  /** Addresses of every host name; those of the system when left out. */
  readonly addresses?: ReadonlyArray<string>
}

/** Every service of the pipelines on the machine's disk, with real programs and a real network; H is `<room>/home/.gsd`. */
export const gitEngineIn = (room: string, options: GitEngineOptions = {}) => {
  const { addresses, caFile, consent = { yes: true }, network = { allow: ["localhost"] } } = options
  mkdirSync(`${room}/home/.gsd`, { recursive: true, mode: 0o700 })
  writeFileSync(`${room}/home/.gsd/policy.json`, JSON.stringify({ network }))
  const variables = {
    PATH: process.env["PATH"] ?? "",
    ...(caFile === undefined ? {} : { SSL_CERT_FILE: caFile }),
    ...options.variables
  }
  const ground = Layer.merge(durableOnNode, Layer.succeed(Room, room))
  const engine = engineOver({
    lock: onNode.lock,
    http: HttpNode.layerWith({
      offline: options.offline === true,
      ...(addresses === undefined ? {} : { resolve: () => Effect.succeed(addresses) })
    }),
    spawner: options.spawner ?? SpawnerNode.layer
  })
  const bounded =
    options.bounds === undefined
      ? engine
      : SourceResolverLive.layerWith(options.bounds).pipe(Layer.provideMerge(engine))
  return ConsentGateFixed.layerWith(consent).pipe(
    Layer.provideMerge(bounded),
    Layer.provideMerge(environmentIn(onNode, { variables: () => variables })),
    Layer.provideMerge(ground)
  )
}

/** A room of the machine's disk, gone with the scope. */
export const room = Effect.map(Layer.build(roomOnNode), (context) => Context.get(context, Room))

/** What a spec resolves to. */
export const resolved = Effect.fnUntraced(function* (spec: string, wish?: SourceWish) {
  const resolver = yield* SourceResolver
  return yield* resolver.resolve(yield* Effect.fromResult(parseSource(spec)), wish)
})

/** Fetches what a spec means into a staging that is gone afterwards; its texts by path. */
export const fetched = Effect.fnUntraced(function* (spec: string, wish?: SourceWish) {
  const resolver = yield* SourceResolver
  const store = yield* Store
  const durable = yield* Durable
  const source = yield* resolved(spec, wish)
  const staging = yield* store.stage
  const { files } = yield* resolver.fetch(source, staging)
  const bytes = yield* Effect.forEach(files, (file) => staging.read(file.path))
  return {
    resolved: source,
    files,
    hash: contentHash(files),
    left: (yield* durable.entries(staging.folder)).map(({ name }) => name),
    texts: Object.fromEntries(files.map((file, at) => [file.path, text(bytes[at] ?? new Uint8Array())]))
  }
}, Effect.scoped)

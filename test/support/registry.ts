import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash, generateKeyPairSync, sign, type KeyObject } from "node:crypto"
import { encodeCapabilityIndex, type IndexVersion } from "../../src/domain/registryIndex/capabilityIndex.ts"
import { encodeEnvelope, rootPayloadType, signedBytes } from "../../src/domain/registryIndex/envelope.ts"
import { keyOf, type RegistryKey } from "../../src/domain/registryIndex/key.ts"
import { momentOf } from "../../src/domain/registryIndex/moment.ts"
import { encodeRoot, type RegistryRoot, type RootEntry } from "../../src/domain/registryIndex/root.ts"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import type { Signatures } from "../../src/services/Signatures.ts"
import {
  durableMemoryOn,
  engineOver,
  environmentFixed,
  httpScripted,
  lockMemory,
  makeMemoryDisk,
  type MemoryDisk,
  type ScriptedAnswer
} from "../../src/testing.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { capability, type CapabilityFiles } from "./capabilities.ts"

/** A key of a test. */
export interface Pair {
  readonly key: RegistryKey
  readonly pem: string
  readonly sign: (bytes: Uint8Array) => Uint8Array
}

const pairOf = (privateKey: KeyObject, publicKey: KeyObject): Pair => ({
  key: keyOf(publicKey.export({ type: "spki", format: "der" }).subarray(-32)),
  pem: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  sign: (bytes) => sign(null, bytes, privateKey)
})

/** A fresh Ed25519 key. */
export const keyPair = (): Pair => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  return pairOf(privateKey, publicKey)
}

const digestOf = (bytes: Uint8Array): string =>
  `sha512-${createHash("sha512").update(bytes).digest("base64")}`

/** Address of the registry of a test. */
export const registryUrl = "https://registry.example/gsd"

/** How a root differs from the usual one. */
export interface Published {
  readonly root?: Partial<RegistryRoot>
  readonly signers?: ReadonlyArray<Pair>
  readonly payloadType?: string
  /** Changes the bytes of the payload after they were signed. */
  readonly tampered?: (payload: Uint8Array) => Uint8Array
}

/** A registry whose files are in memory; each `publish` raises its counter. */
export const makeShop = (pair: Pair) => {
  const answers: Record<string, ScriptedAnswer> = {}
  const versions = new Map<string, Map<string, IndexVersion>>()
  let counter = 0
  const offer = (
    id: string,
    version: string,
    members: Partial<IndexVersion> = {},
    files: CapabilityFiles = {}
  ) => {
    const engines = members.engines === undefined ? {} : { engines: { ...members.engines } }
    const bytes = tgz(filesOf(capability({ id, version, skills: [], ...engines }, files)))
    const artifact = `${id}-${version}.tgz`
    answers[`${registryUrl}/${artifact}`] = { body: bytes }
    const entry = {
      tier: "full",
      artifact,
      sha512: digestOf(bytes),
      size: bytes.length,
      publishedAt: momentOf(0)
    }
    versions.set(
      id,
      (versions.get(id) ?? new Map<string, IndexVersion>()).set(version, { ...entry, ...members })
    )
  }
  const entries = () => {
    const capabilities = new Map<string, RootEntry>()
    for (const [id, offered] of versions) {
      const bytes = encodeCapabilityIndex({ id, versions: offered })
      const path = `capabilities/${id}.json`
      answers[`${registryUrl}/${path}`] = { body: bytes }
      const about = { title: `The ${id}`, description: `What ${id} does` }
      capabilities.set(id, {
        path,
        sha512: digestOf(bytes),
        latest: [...offered.keys()].at(-1) ?? "",
        ...about
      })
    }
    return capabilities
  }
  const publish = (published: Published = {}) => {
    counter += 1
    const { payloadType = rootPayloadType, root, signers = [pair], tampered } = published
    const payload = encodeRoot({
      name: "acme",
      version: counter,
      publishedAt: momentOf(0),
      expires: momentOf(90 * 86_400_000),
      keys: [pair.key],
      capabilities: entries(),
      ...root
    })
    const signed = signedBytes(payloadType, payload)
    const signatures = signers.map((one) => ({ keyid: one.key.keyid, bytes: one.sign(signed) }))
    const envelope = { payloadType, payload: tampered?.(payload) ?? payload, signatures }
    answers[`${registryUrl}/root.json`] = { body: encodeEnvelope(envelope) }
  }
  return { answers, offer, publish }
}

/** What the engine of a test is told beside its disk. */
export interface ShopOptions {
  readonly signatures?: Layer.Layer<Signatures>
  readonly hostVersion?: string
}

/** Runs programs on engines over one disk, in a network where the shop's files are. */
export const shopping = (
  shop: { readonly answers: Readonly<Record<string, ScriptedAnswer | ReadonlyArray<ScriptedAnswer>>> },
  disk: MemoryDisk,
  options: ShopOptions = {}
) => {
  const http = httpScripted({ answers: shop.answers })
  const engine = engineOver({ lock: lockMemory, hostVersion: "1.14.0", http, ...options })
  const layer = ConsentGateFixed.layerWith({ yes: true }).pipe(
    // The one that the engine has: layers are built once by reference.
    Layer.provideMerge(http),
    Layer.provideMerge(engine),
    Layer.provideMerge(Layer.merge(durableMemoryOn(disk), environmentFixed()))
  )
  return <A, E, R>(program: Effect.Effect<A, E, R>) => Effect.provide(program, layer)
}

/** A disk with a home, and a policy when one is given. */
export const homeWith = (policy?: object): MemoryDisk =>
  makeMemoryDisk({
    directories: ["/home/ada"],
    files: policy === undefined ? {} : { "/home/ada/.gsd/policy.json": JSON.stringify(policy) }
  })

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { readdirSync, readFileSync } from "node:fs"
import { Manifest } from "../../src/domain/capability/schema/manifest.ts"
import { federatedKeys } from "../../src/domain/config/federated.ts"
import { entryOf } from "../../src/domain/config/key.ts"
import { resolveKey, type ConfigLayer } from "../../src/domain/config/resolve.ts"
import type { JsonObject } from "../../src/domain/json/value.ts"
import { globalScope } from "../../src/domain/paths.ts"
import { effectivePolicy, type UserPolicy } from "../../src/domain/policy/policy.ts"
import { CapabilityFileUnreadable } from "../../src/domain/product/errors.ts"
import type { Registry, RegistryMember } from "../../src/domain/registry/Registry.ts"
import { registryOf, type NotActive } from "../../src/domain/registry/registryOf.ts"
import type { LoopContext } from "../../src/pipelines/loop/render.ts"
import { CapabilityFiles } from "../../src/services/CapabilityFiles.ts"
import { manifestOf } from "./capabilities.ts"

const decode = Schema.decodeUnknownSync(Manifest)

/** A member of a registry, decoded as it is when it is loaded. */
export const memberOf = (raw: JsonObject, origin: RegistryMember["origin"] = "global"): RegistryMember => {
  const manifest = decode(raw)
  return { id: manifest.id, origin, manifest }
}

/** A feature with nothing but what is given. */
export const featureOf = (members: JsonObject, origin: RegistryMember["origin"] = "global"): RegistryMember =>
  memberOf(manifestOf({ skills: [], hooks: [], ...members }), origin)

const folder = new URL("../data/first-party/", import.meta.url)

/** The public system's own capabilities, as data. */
export const publicMembers = (): ReadonlyArray<RegistryMember> =>
  readdirSync(folder).map((name) =>
    memberOf(JSON.parse(readFileSync(new URL(name, folder), "utf8")), "first-party")
  )

/** How a context differs from the usual one. */
export interface ContextOptions {
  readonly layers?: ReadonlyArray<ConfigLayer>
  readonly policy?: UserPolicy
  readonly notActive?: ReadonlyArray<NotActive>
}

/** A layer of configuration, the project's when nothing else is said. */
export const layerOf = (document: JsonObject, origin: ConfigLayer["origin"] = "project"): ConfigLayer => ({
  origin,
  file: `/${origin}.json`,
  document
})

/** Everything that decides what is in force, of these members. */
export const contextOf = (
  members: ReadonlyArray<RegistryMember>,
  { layers = [], notActive = [], policy = {} }: ContextOptions = {}
): LoopContext => {
  const registry: Registry = registryOf(members, notActive)
  const keys = federatedKeys(registry)
  return {
    scope: globalScope,
    registry,
    policy: effectivePolicy(policy, {}),
    keys,
    layers,
    valueOf: (key) => resolveKey(layers, key, entryOf(keys, key))
  }
}

/** Files of capabilities by `<id>/<path>`; any other is unreadable, unless a stand-in is wanted for each. */
export const filesWith = (files: Readonly<Record<string, string | Uint8Array>>, standIn?: string) =>
  Layer.mock(CapabilityFiles)({
    read: ({ id }, path, { maxBytes }) => {
      const found = files[`${id}/${path}`] ?? standIn
      const bytes = typeof found === "string" ? new TextEncoder().encode(found) : found
      const problem =
        bytes === undefined
          ? "there is no such file"
          : bytes.length > maxBytes
            ? `it has ${bytes.length} bytes, ${maxBytes} are the most`
            : undefined
      return bytes === undefined || problem !== undefined
        ? Effect.fail(new CapabilityFileUnreadable({ capability: id, path, problem: problem ?? "" }))
        : Effect.succeed(bytes)
    }
  })

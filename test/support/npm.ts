import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { JsonObject, JsonValue } from "../../src/domain/json/value.ts"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import * as HttpNode from "../../src/layers/network/HttpNode.ts"
import { engineOver, environmentFixed, lockMemory } from "../../src/testing.ts"
import { filesOf, tgz, type Entry } from "../layers/archive/build.ts"
import { capability, type CapabilityFiles } from "./capabilities.ts"
import { authority, serveTls, type Authority, type TlsServer } from "./tls.ts"

/** One authority for all tests of a block. */
export class TestAuthority extends Context.Service<TestAuthority, Authority>()("gsd/test/TestAuthority") {}

export const authorityLayer = Layer.effect(TestAuthority, authority())

/** One version as it is put into the registry of a test. */
export interface Published {
  readonly name: string
  readonly version: string
  /** Files of the package beside `package.json`; a capability of that version when left out. */
  readonly files?: CapabilityFiles
  /** Members of `package.json`. */
  readonly manifest?: JsonObject
  /** What the registry shows of `package.json`, when that is not the same. */
  readonly shown?: JsonObject
  /** Takes the place of members of `dist`. */
  readonly dist?: JsonObject
  readonly deprecated?: string
  readonly time?: string
  /** Entries of the tarball in place of the usual ones. */
  readonly entries?: ReadonlyArray<Entry>
  /** Bytes that are sent in place of the tarball. */
  readonly sent?: Uint8Array
}

const packed = ({ entries, files, manifest, name, version }: Published): Uint8Array => {
  const all = {
    "package.json": JSON.stringify({ name, version, ...manifest }),
    ...(files ?? capability({ version }))
  }
  return tgz(entries ?? filesOf(all, "package/"))
}

interface Stored {
  readonly published: Published
  readonly tarball: Uint8Array
}

/** What a registry of a test holds: by package and version, and the tags of each package. */
export interface Shelf {
  /** Publishes a version and tags it, `latest` when no tag is given. */
  readonly publish: (published: Published, tag?: string | null) => void
  readonly unpublish: (name: string, version: string) => void
  readonly requests: TlsServer["requests"]
  /** `https://localhost:<port>/`, with the registry's path. */
  readonly url: string
  /** `//localhost:<port>/` with the path, as keys of `.npmrc` begin. */
  readonly nerf: string
}

const versionObject = (base: string, { published, tarball }: Stored): JsonObject => {
  const { deprecated, dist, manifest, name, shown, version } = published
  const digest = createHash("sha512").update(tarball).digest("base64")
  return {
    name,
    version,
    ...(shown ?? manifest),
    ...(deprecated === undefined ? {} : { deprecated }),
    dist: {
      tarball: `${base}${name}/-/${name.split("/").at(-1)}-${version}.tgz`,
      integrity: `sha512-${digest}`,
      ...dist
    }
  }
}

/** Serves the protocol of an npm registry below a path; with a token, to those who send it. */
export const serveNpm = Effect.fnUntraced(function* (
  by: Authority,
  { path = "/", token }: { readonly path?: string; readonly token?: string } = {}
) {
  const packages = new Map<string, Map<string, Stored>>()
  const tags = new Map<string, Record<string, string>>()
  const times = new Map<string, Record<string, string>>()
  const packument = (base: string, name: string): JsonValue => ({
    name,
    "dist-tags": tags.get(name) ?? {},
    versions: Object.fromEntries(
      [...(packages.get(name) ?? [])].map(([version, stored]) => [version, versionObject(base, stored)])
    ),
    time: times.get(name) ?? {}
  })
  const tarballAt = (rest: string): Stored | undefined => {
    const [name = "", file = ""] = rest.split("/-/")
    return packages.get(name)?.get(file.replace(/^.*?-(?=[0-9])/u, "").replace(/\.tgz$/u, ""))
  }
  const server = yield* serveTls(by, (request, response) => {
    const rest = (request.url ?? "").slice(path.length)
    const base = `https://${request.headers.host}${path}`
    const isOurs = request.url?.startsWith(path) === true
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      return void response.writeHead(401).end()
    const stored = rest.includes("/-/") ? tarballAt(rest) : undefined
    if (isOurs && stored !== undefined) return void response.end(stored.published.sent ?? stored.tarball)
    const name = rest.replace("%2f", "/")
    if (!isOurs || rest.slice(1).includes("/") || !packages.has(name))
      return void response.writeHead(404).end()
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify(packument(base, name)))
  })
  const publish: Shelf["publish"] = (published, tag = "latest") => {
    const { name, time = "2026-01-01T00:00:00.000Z", version } = published
    const versions = packages.get(name) ?? new Map<string, Stored>()
    packages.set(name, versions.set(version, { published, tarball: packed(published) }))
    times.set(name, { ...times.get(name), [version]: time })
    if (tag !== null) tags.set(name, { ...tags.get(name), [tag]: version })
  }
  return {
    publish,
    unpublish: (name, version) => void packages.get(name)?.delete(version),
    requests: server.requests,
    url: `${server.url}${path}`,
    nerf: `${server.url.slice("https:".length)}${path}`
  } satisfies Shelf
})

/** A user on a disk in memory: what the files of npm hold, and what the policy says. */
export interface NpmUser {
  /** Text of `~/.npmrc`. */
  readonly npmrc?: string
  readonly policy?: JsonObject
  readonly files?: Readonly<Record<string, string | Uint8Array>>
}

/** The disk of such a user, who trusts the authority; the project `/projects/app` is there. */
export const npmDisk = (by: Authority, { files, npmrc, policy }: NpmUser = {}) =>
  MemoryDisk.make({
    directories: ["/home/ada", "/projects/app/.git"],
    files: {
      "/home/ada/.gsd/policy.json": JSON.stringify({ network: { allow: ["localhost"] }, ...policy }),
      "/ca.pem": readFileSync(by.caFile),
      ...(npmrc === undefined ? {} : { "/home/ada/.npmrc": npmrc }),
      ...files
    }
  })

/** How a command is run. */
export interface NpmRun {
  readonly offline?: boolean
  readonly workingDirectory?: string
  readonly variables?: Readonly<Record<string, string>>
}

/** Runs a program on an engine of its own, over the real network, in the project of the disk. */
export const runNpm =
  (disk: MemoryDisk.MemoryDisk, { offline = false, variables = {}, ...options }: NpmRun = {}) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) => {
    const world = Layer.merge(
      DurableMemory.layerOn(disk),
      environmentFixed({
        workingDirectory: "/projects/app",
        ...options,
        variables: { SSL_CERT_FILE: "/ca.pem", ...variables }
      })
    )
    const engine = engineOver({ lock: lockMemory, http: HttpNode.layerWith({ offline }) })
    const asked = ConsentGateFixed.layerWith({ yes: true }).pipe(Layer.provideMerge(engine))
    return program.pipe(Effect.provide(asked.pipe(Layer.provideMerge(world))))
  }

import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { sha512Integrity } from "../../src/domain/hash.ts"
import { globalScope, type LedgerScope } from "../../src/domain/paths.ts"
import { projectPlaces, projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import type { LedgerEntry } from "../../src/domain/ledger/entry.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import { adopt } from "../../src/pipelines/adopt.ts"
import { disable, enable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { lock } from "../../src/pipelines/lock.ts"
import { pin } from "../../src/pipelines/pin.ts"
import { registryAdd } from "../../src/pipelines/registryAdd.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { runtimeApply } from "../../src/pipelines/runtimeApply.ts"
import { runtimeRemove } from "../../src/pipelines/runtimeRemove.ts"
import { sync } from "../../src/pipelines/sync.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { httpScripted } from "../../src/testing.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { below, capability, manifestOf } from "../support/capabilities.ts"
import { requestOf, runOn, type EngineOptions } from "../support/engine.ts"
import { put } from "../support/home.ts"
import { publicHook, publicInstallation } from "../support/publicSystem.ts"
import { keyPair, makeShop, registryUrl } from "../support/registry.ts"
import { filesWithHosts, hosts } from "./withHosts.ts"

const wait = Duration.seconds(30)
const id = "hk-cap"

type Command =
  | "install"
  | "update"
  | "rollback"
  | "remove"
  | "revoke"
  | "enable"
  | "disable"
  | "cascade"
  | "pin"
  | "lock"
  | "sync"
  | "adopt"
  | "apply"
  | "withdraw"

/** What may come before a walk and is none itself: another capability, which requires the first. */
type Before = Command | "depend"

/** What answers over the network, by a script. */
type Server = "a web server" | "npm" | "a registry"

/**
 * The commands whose every step is struck; wired ones edit two settings files in two folders, those in a project its
 * vendored files and its lockfile, those with hosts what two of them are given.
 */
export type Walk =
  | Command
  | "disable, of what gsd brings along"
  | `${Command}, wired`
  | `${Command}, in a project`
  | `${Command}, in a project, wired`
  | `${Given}, with hosts`
  | `${"install" | "update"}, from an archive`
  | `update, from ${Server}`

/** Commands that change what hosts are given. */
type Given = "apply" | "install" | "update" | "remove" | "revoke" | "withdraw"

const commands: ReadonlyArray<Command> = [
  "install",
  "update",
  "rollback",
  "remove",
  "revoke",
  "enable",
  "disable"
]
export const plainWalks: ReadonlyArray<Walk> = [...commands, "pin", "disable, of what gsd brings along"]
export const wiredWalks: ReadonlyArray<Walk> = [...commands, "cascade" as const, "adopt" as const].map(
  (one): Walk => `${one}, wired`
)
export const projectWalks: ReadonlyArray<Walk> = [
  ...commands.flatMap((one): ReadonlyArray<Walk> => [`${one}, in a project`, `${one}, in a project, wired`]),
  "cascade, in a project, wired",
  "lock, in a project",
  "sync, in a project, wired"
]

const given: ReadonlyArray<Given> = ["apply", "install", "update", "remove", "revoke", "withdraw"]

/** Of a capability that two hosts are given. */
export const hostWalks: ReadonlyArray<Walk> = given.map((one): Walk => `${one}, with hosts`)

/** The archives hold what the folders of the other walks do. */
export const archiveWalks: ReadonlyArray<Walk> = ["install, from an archive", "update, from an archive"]

/** From servers, with the cache of what they sent. */
export const serverWalks: ReadonlyArray<Walk> = [
  "update, from a web server",
  "update, from npm",
  "update, from a registry"
]

/** Every walk but those with hosts, which have a file of their own; the slow tests take them all. */
export const allWalks: ReadonlyArray<Walk> = [
  ...plainWalks,
  ...wiredWalks,
  ...projectWalks,
  ...archiveWalks,
  ...serverWalks
]

/**
 * Those whose recovery is interrupted everywhere, in four parts that take about as long: each command once, where it
 * takes the most steps. What is wired in a project takes those of the plain and of the wired walk, and more.
 */
export const recoveryWalks: Readonly<
  Record<"wired" | "inProjects" | "newerInProjects" | "others", ReadonlyArray<Walk>>
> = {
  wired: ["revoke, wired", "enable, wired", "disable, wired", "cascade, wired", "adopt, wired"],
  inProjects: [
    "install, in a project, wired",
    "rollback, in a project, wired",
    "remove, in a project, wired"
  ],
  newerInProjects: ["update, in a project, wired", "sync, in a project, wired"],
  others: ["pin", "lock, in a project", "update, from an archive", "update, from a registry"]
}

/** Those of the fast tests: each command once, each ground once. */
export const walks: ReadonlyArray<Walk> = [
  "install",
  "update, wired",
  "rollback",
  "remove, in a project",
  "revoke, wired",
  "disable",
  "disable, of what gsd brings along",
  "cascade, wired",
  "adopt, wired",
  "update, from a registry",
  "withdraw, with hosts",
  "lock, in a project"
]

/** The project of the walks in one. */
export const project = projectScope("/workspace/app")

/** Settings files of the wired walks: one with comments and a foreign hook, one that is not there before. */
export const settingsFiles = ["/home/ada/.one/settings.json", "/home/ada/.two/mcp.json"] as const

const settings = `{
  // theirs
  "hooks": { "SessionStart": [ { "hooks": [ { "type": "command", "command": "other-tool" } ] } ] },
  "big": 12345678901234567890
}
`

const servers = { mcpServers: { demo: { command: "demo-server" } } }

const first = capability(servers)
const second = capability(
  { version: "1.1.0", ...servers },
  { "hooks/a.sh": "#!/bin/sh\necho changed\n", "more/b.txt": "more\n" }
)

const dependant = capability({
  id: "top",
  requires: [id],
  skills: [],
  mcpServers: { more: { command: "more-server" } }
})

const archives = {
  v1: tgz(filesOf(first, "hk-cap-1.0.0/")),
  v2: tgz(filesOf(second, "hk-cap-1.1.0/"))
}

const [webUrl, npmUrl] = ["https://files.example", "https://npm.example"]

const npmVersion = (version: string, bytes: Uint8Array) => ({
  name: "hk-cap",
  version,
  dist: { tarball: `${npmUrl}/hk-cap/-/hk-cap-${version}.tgz`, integrity: sha512Integrity(bytes) }
})

const packument = {
  name: "hk-cap",
  "dist-tags": { latest: "1.1.0" },
  versions: { "1.0.0": npmVersion("1.0.0", archives.v1), "1.1.0": npmVersion("1.1.0", archives.v2) },
  time: {}
}

/** A registry with both versions, under one key. */
const shop = (() => {
  const made = makeShop(keyPair())
  made.offer("hk-cap", "1.0.0")
  // What runs changes, so that the yes is a new one whatever of the old bytes can be read.
  made.offer("hk-cap", "1.1.0", {}, { "hooks/a.sh": "#!/bin/sh\necho changed\n" })
  made.publish()
  return made
})()

/** The network of the walks from servers. */
const http = httpScripted({
  answers: {
    [`${webUrl}/v1.tgz`]: { body: archives.v1 },
    [`${webUrl}/v2.tgz`]: { body: archives.v2 },
    [`${npmUrl}/hk-cap`]: { body: JSON.stringify(packument) },
    [`${npmUrl}/hk-cap/-/hk-cap-1.0.0.tgz`]: { body: archives.v1 },
    [`${npmUrl}/hk-cap/-/hk-cap-1.1.0.tgz`]: { body: archives.v2 },
    ...shop.answers
  }
})

const withHosts = (walk: string): boolean => walk.endsWith("with hosts")

const newDisk = (walk: string) =>
  MemoryDisk.make({
    directories: ["/home/ada", "/home/ada/.two", `${project.root}/.git`],
    files: {
      [`${project.root}/README.md`]: "theirs\n",
      [settingsFiles[0]]: settings,
      ...below("/v1/hk-cap", first),
      ...below("/v2/hk-cap", second),
      "/v1.tgz": archives.v1,
      "/v2.tgz": archives.v2,
      "/home/ada/.npmrc": `registry=${npmUrl}/\n`,
      ...below("/top/top", dependant),
      ...below("/other/other", capability({ id: "other", skills: [] })),
      ...(withHosts(walk) ? filesWithHosts(settings) : {})
    }
  })

const others = ["cascade", "pin", "lock", "sync", "adopt", "apply", "withdraw"] as const

const commandOf = (walk: Walk): Command =>
  [...commands, ...others].find((one) => walk.startsWith(one)) ?? "install"
const isDependant = (walk: string): boolean => walk.startsWith("depend")
const scopeOf = (walk: string): LedgerScope => (walk.includes("in a project") ? project : globalScope)
const isWired = (walk: string): boolean => walk.endsWith("wired")

const specOf = (walk: Walk, version: "v1" | "v2"): string => {
  const number = version === "v1" ? "1.0.0" : "1.1.0"
  if (walk.endsWith("web server")) return `${webUrl}/${version}.tgz`
  if (walk.endsWith("npm")) return `npm:hk-cap@${number}`
  if (walk.endsWith("registry")) return `hk-cap@acme#${number}`
  if (withHosts(walk)) return version === "v1" ? "/g1/hk-cap" : "/g2/hk-cap"
  return walk.endsWith("archive") ? `/${version}.tgz` : `/${version}/hk-cap`
}

const wireOf = (walk: string) => (isWired(walk) ? { wire: settingsFiles } : {})

class RowFailed extends Data.TaggedError("RowFailed")<{ readonly message: string }> {}

interface Row {
  readonly status: string
  readonly error?: { readonly message: string }
}

/** A row that failed is the failure of the walk, which is about one capability. */
const succeeded = ({ results }: { readonly results: ReadonlyArray<Row> }) => {
  const failed = results.find(({ status }) => status === "failed")
  return failed === undefined
    ? Effect.void
    : Effect.fail(new RowFailed({ message: failed.error?.message ?? "" }))
}

const synced = Effect.flatMap(sync(project, { prune: false, wait }), succeeded)

const adopted = Effect.flatMap(adopt({ which: [id], scope: globalScope, wait }), succeeded)

/** Whom a walk switches. */
const switchedBy = (walk: Walk): string => (walk.endsWith("brings along") ? "ui" : id)

/** The command itself, on an engine over a disk. */
export const command = (walk: Walk) =>
  Effect.gen(function* () {
    const name = commandOf(walk)
    const scope = scopeOf(walk)
    if (name === "install") yield* install(requestOf(specOf(walk, "v1"), { scope, ...wireOf(walk) }))
    else if (name === "update")
      yield* update({ id, spec: specOf(walk, "v2"), scope, wait, allowDowngrade: false, ...wireOf(walk) })
    else if (name === "rollback") yield* rollback({ id, scope, wait })
    else if (name === "remove") yield* remove({ id, scope, wait })
    else if (name === "cascade") yield* remove({ id, scope, wait, cascade: true })
    else if (name === "pin") yield* pin({ id, scope, wait })
    else if (name === "lock") yield* lock(project, { prune: false, wait })
    else if (name === "sync") yield* synced
    else if (name === "apply") yield* runtimeApply({ ids: hosts, scope, wait })
    else if (name === "withdraw") yield* runtimeRemove({ ids: hosts, scope, wait })
    else if (name === "adopt") yield* adopted
    else if (name === "revoke") yield* trustRevoke({ id, scope, wait })
    else yield* (name === "enable" ? enable : disable)({ id: switchedBy(walk), scope, wait })
  })

const before: Record<Command, ReadonlyArray<Before>> = {
  install: [],
  update: ["install"],
  rollback: ["install", "update"],
  remove: ["install", "update"],
  revoke: ["install"],
  enable: ["install", "disable"],
  disable: ["install"],
  cascade: ["install", "depend"],
  pin: ["install"],
  lock: ["install"],
  sync: ["install", "update"],
  adopt: [],
  apply: ["install"],
  withdraw: ["install", "update"]
}

/** Hosts are applied before everything else, so that all of it reaches them. */
const beforeOf = (walk: Walk): ReadonlyArray<Before> => {
  const name = commandOf(walk)
  return withHosts(walk) && name !== "apply" ? ["apply", ...before[name]] : before[name]
}

/** What the public system had put there before; few files, as each of them is several steps. */
const publicFiles = (() => {
  const [path] = settingsFiles
  const bundle = {
    "capability.json": JSON.stringify(manifestOf({ skills: [], ...servers })),
    "hooks/a.sh": "#!/bin/sh\necho hello\n"
  }
  const source = { id, source: "/v1/hk-cap", files: bundle, settings: [path.slice("/home/ada/".length)] }
  const hook = JSON.stringify(publicHook(id, "'/home/ada/.gsd/capabilities/hk-cap/hooks/a.sh'"))
  const server = JSON.stringify({ demo: { command: "demo-server", _gsdCapability: id } })
  return {
    ...publicInstallation("/home/ada", [source]),
    [path]: settings
      .replace(" ] },", `, ${hook} ] },`)
      .replace("12345678901234567890", `12345678901234567890, "mcpServers": ${server}`)
  }
})()

/** The lockfile as the team had it before: the first version, of another day for the walk that writes it anew. */
const lockFirst = Effect.fnUntraced(function* (disk: MemoryDisk.MemoryDisk, walk: Walk) {
  const { entries } = yield* runOn(disk)(Effect.flatMap(Ledger, (ledger) => ledger.read(project)))
  const [generation]: ReadonlyArray<LedgerEntry["generations"][number]> = entries.get(id)?.generations ?? []
  const { consentDigest, contentHash } = generation ?? { consentDigest: "", contentHash: "" }
  const resolved = commandOf(walk) === "lock" ? "0.0.1" : "1.0.0"
  const entry = { source: "local", resolved, contentHash, consentDigest }
  const text = `${JSON.stringify({ version: 1, capabilities: { [id]: entry } }, null, 2)}\n`
  yield* Effect.provide(put(projectPlaces(project.root).lockfile, text), DurableMemory.layerOn(disk))
})

/** What comes before a walk, in its scope and with its wiring. */
const earlierOf = (walk: string) =>
  isDependant(walk)
    ? install(requestOf("/top/top", { scope: scopeOf(walk), ...wireOf(walk) }))
    : command(walk as Walk)

/** Runs a program with names of transactions that are the same every time. */
export const seeded = <A, E, R>(program: Effect.Effect<A, E, R>, seed: string) =>
  Random.withSeed(program, seed)

/** Runs a walk's command on a disk. */
export const runWalk = (disk: MemoryDisk.MemoryDisk, walk: Walk, options: EngineOptions = {}) =>
  runOn(disk, { http, ...options })(seeded(command(walk), `the ${walk} itself`))

/** A disk on which everything that comes before a walk is done; another capability is installed as a bystander. */
export const diskBefore = Effect.fnUntraced(function* (walk: Walk) {
  const disk = newDisk(walk)
  const bystander = requestOf("/other/other", isWired(walk) ? { wire: [settingsFiles[0]] } : {})
  yield* runOn(disk)(seeded(install(bystander), "bystander"))
  if (scopeOf(walk).kind === "project") {
    // So that the ledger's folder stands; nothing is left in the project.
    yield* runOn(disk)(
      seeded(install({ ...bystander, wire: [], scope: project }), "a ledger for the project")
    )
    yield* runOn(disk)(seeded(remove({ id: "other", scope: project, wait }), "nothing in the project"))
  }
  if (walk.endsWith("registry"))
    yield* runOn(disk, { http })(
      seeded(registryAdd({ name: "acme", url: registryUrl, publicKey: undefined, wait }), "a registry")
    )
  const name = commandOf(walk)
  for (const earlier of beforeOf(walk)) {
    yield* runOn(disk, { http })(seeded(earlierOf(walk.replace(name, earlier)), `before: ${earlier}`))
  }
  if (name === "lock" || name === "sync") yield* lockFirst(disk, walk)
  if (name === "adopt")
    for (const [path, text] of Object.entries(publicFiles))
      yield* Effect.provide(put(path, text), DurableMemory.layerOn(disk))
  return disk.copy()
})

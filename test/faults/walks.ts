import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { globalScope, type LedgerScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { disable, enable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { pin } from "../../src/pipelines/pin.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn, type EngineOptions } from "../support/engine.ts"

const wait = Duration.seconds(30)
const id = "hk-cap"

type Command =
  "install" | "update" | "rollback" | "remove" | "revoke" | "enable" | "disable" | "cascade" | "pin"

/** What may come before a walk and is none itself: another capability, which requires the first. */
type Before = Command | "depend"

/**
 * The commands whose every step is struck; wired ones edit two settings files in two folders, those in a project its
 * vendored files and its lockfile.
 */
export type Walk =
  | Command
  | `${Command}, wired`
  | `${Command}, in a project`
  | `${Command}, in a project, wired`
  | `${"install" | "update"}, from an archive`

const commands: ReadonlyArray<Command> = [
  "install",
  "update",
  "rollback",
  "remove",
  "revoke",
  "enable",
  "disable",
  "cascade",
  "pin"
]
export const plainWalks: ReadonlyArray<Walk> = commands
export const wiredWalks: ReadonlyArray<Walk> = commands.map((one): Walk => `${one}, wired`)
export const projectWalks: ReadonlyArray<Walk> = commands.flatMap((one): ReadonlyArray<Walk> => [
  `${one}, in a project`,
  `${one}, in a project, wired`
])

/** The archives hold what the folders of the other walks do. */
export const archiveWalks: ReadonlyArray<Walk> = ["install, from an archive", "update, from an archive"]

/** Every walk; the slow tests take them all. */
export const allWalks: ReadonlyArray<Walk> = [...plainWalks, ...wiredWalks, ...projectWalks, ...archiveWalks]
export const walks: ReadonlyArray<Walk> = [
  ...plainWalks,
  ...wiredWalks,
  "install, in a project",
  "remove, in a project",
  "update, from an archive"
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

const newDisk = () =>
  MemoryDisk.make({
    directories: ["/home/ada", "/home/ada/.two", `${project.root}/.git`],
    files: {
      [`${project.root}/README.md`]: "theirs\n",
      [settingsFiles[0]]: settings,
      ...below("/v1/hk-cap", first),
      ...below("/v2/hk-cap", second),
      "/v1.tgz": tgz(filesOf(first, "hk-cap-1.0.0/")),
      "/v2.tgz": tgz(filesOf(second, "hk-cap-1.1.0/")),
      ...below("/top/top", dependant),
      ...below("/other/other", capability({ id: "other", skills: [] }))
    }
  })

const commandOf = (walk: Walk): Command => commands.find((one) => walk.startsWith(one)) ?? "install"
const isDependant = (walk: string): boolean => walk.startsWith("depend")
const scopeOf = (walk: string): LedgerScope => (walk.includes("in a project") ? project : globalScope)
const isWired = (walk: string): boolean => walk.endsWith("wired")
const specOf = (walk: Walk, version: "v1" | "v2") =>
  walk.includes("archive") ? `/${version}.tgz` : `/${version}/hk-cap`
const wireOf = (walk: string) => (isWired(walk) ? { wire: settingsFiles } : {})

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
    else if (name === "revoke") yield* trustRevoke({ id, scope, wait })
    else yield* (name === "enable" ? enable : disable)({ id, scope, wait })
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
  pin: ["install"]
}

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
  runOn(disk, options)(seeded(command(walk), `the ${walk} itself`))

/** A disk on which everything that comes before a walk is done; another capability is installed as a bystander. */
export const diskBefore = Effect.fnUntraced(function* (walk: Walk) {
  const disk = newDisk()
  const bystander = requestOf("/other/other", isWired(walk) ? { wire: [settingsFiles[0]] } : {})
  yield* runOn(disk)(seeded(install(bystander), "bystander"))
  if (scopeOf(walk).kind === "project") {
    // So that the ledger's folder stands; nothing is left in the project.
    yield* runOn(disk)(
      seeded(install({ ...bystander, wire: [], scope: project }), "a ledger for the project")
    )
    yield* runOn(disk)(seeded(remove({ id: "other", scope: project, wait }), "nothing in the project"))
  }
  const name = commandOf(walk)
  for (const earlier of before[name]) {
    yield* runOn(disk)(seeded(earlierOf(walk.replace(name, earlier)), `before: ${earlier}`))
  }
  return disk.copy()
})

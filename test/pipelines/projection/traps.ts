import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { projectScope } from "../../../src/domain/project/places.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { differing, hostFiles, hostsOf, lifeOf, type Hosts } from "../../support/hosts.ts"

/** The project. */
export const root = "/projects/shop"
/** Hosts that are given something in a project. */
export const four = ["claude", "codex", "cursor", "opencode"]
const locals = [".claude", ".codex", ".cursor", ".opencode"].map((name) => `${root}/${name}`)

/** Hosts and a project that one stands in. */
export const inProject = (files: Readonly<Record<string, string>> = {}) =>
  hostsOf(
    { ...hostFiles, "/out/target": "not ours\n", ...files },
    { directories: [`${root}/.planning`], workingDirectory: root, scope: projectScope(root) }
  )

const at = (work: (durable: Durable["Service"]) => Effect.Effect<void, unknown>) => (hosts: Hosts) =>
  hosts.onDisk(Effect.orDie(Effect.flatMap(Durable, work)))

const link = (target: string, path: string) => at((durable) => durable.link(target, path))
const hardLink = (target: string, path: string) => (hosts: Hosts) =>
  Effect.flatMap(FileSystem.FileSystem, (files) => files.link(target, path)).pipe(
    Effect.provide(hosts.disk.layer),
    Effect.orDie
  )
const folder = (path: string) => at((durable) => durable.makeDirectory(path, { mode: 0o755 }))

type Plant = (hosts: Hosts) => Effect.Effect<unknown, unknown>

const plantAll =
  (plants: ReadonlyArray<Plant>): Plant =>
  (hosts) =>
    Effect.forEach(plants, (plant) => plant(hosts))

/** Files that gsd would write, some of them edited and some its own as a whole. */
export const places = [
  `${root}/.claude/settings.local.json`,
  `${root}/.claude/agents/hk-a.md`,
  `${root}/.mcp.json`,
  `${root}/.codex/config.toml`,
  `${root}/.codex/hooks.json`,
  `${root}/.cursor/mcp.json`,
  `${root}/.cursor/skills/gsd-hk-s/SKILL.md`,
  `${root}/.opencode/opencode.json`
]

const beside =
  (path: string): Plant =>
  (hosts) =>
    hosts.write(`${path}.keep`, "keep")

/** What a repository may hold in the places of what gsd would write. */
export const plants: ReadonlyArray<readonly [string, Plant]> = [
  ["links in the places of the folders of hosts", plantAll(locals.map((path) => link("/out", path)))],
  ["links to the user's own hosts", plantAll([link("/home/ada/.claude", `${root}/.claude`)])],
  [
    "links in the places of folders in them",
    plantAll(
      locals.flatMap((path) => [
        folder(path),
        ...["skills", "agents", "commands"].map((kind) => link("/out", `${path}/${kind}`))
      ])
    )
  ],
  [
    "links in the places of skills",
    plantAll(
      locals.flatMap((path) => [
        folder(path),
        folder(`${path}/skills`),
        link("/out", `${path}/skills/gsd-hk-s`)
      ])
    )
  ],
  [
    "links in the places of files",
    plantAll(places.flatMap((path) => [beside(path), link("/out/target", path)]))
  ],
  [
    "hard links in the places of files",
    plantAll(places.flatMap((path) => [beside(path), hardLink("/out/target", path)]))
  ],
  [
    "links that lead back into it",
    plantAll([folder(`${root}/real`), ...locals.map((path) => link("real", path))])
  ],
  ["files of somebody else", plantAll(places.map((path) => (hosts) => hosts.write(path, "]] theirs")))],
  ["files in the places of folders", plantAll(locals.map((path) => (hosts) => hosts.write(path, "theirs")))]
]

/** Whether a path lies in the project. */
export const isBelow = (path: string): boolean => path.startsWith(`${root}/`)

const outside = (hosts: Hosts) =>
  Object.fromEntries(Object.entries(hosts.outside()).filter(([path]) => !isBelow(path)))

/** What is below the project, but for what the repository shares of capabilities. */
const inside = (hosts: Hosts) =>
  Object.fromEntries(
    Object.entries(hosts.outside()).filter(([path]) => isBelow(path) && !path.startsWith(`${root}/.gsd`))
  )

/** Lives on to the end; nothing outside of the project changes at any step. */
const liveOn = Effect.fnUntraced(function* (hosts: Hosts, wanted: Record<string, string>) {
  for (const [name, step] of lifeOf(hosts, four)) {
    yield* step
    assert.deepStrictEqual(outside(hosts), wanted, name)
  }
})

/** Lays traps before anything is installed: none is followed or touched, and all is told. */
export const proveTraps = Effect.fnUntraced(function* (plant: Plant) {
  const hosts = inProject()
  yield* plant(hosts)
  const before = { outside: outside(hosts), inside: inside(hosts) }
  yield* hosts.install()
  const { warnings } = yield* hosts.apply(...four)
  assert.isTrue(warnings.some((one) => one.includes("left as it is")))
  assert.deepStrictEqual(outside(hosts), before.outside)
  for (const [path, text] of Object.entries(before.inside)) assert.strictEqual(hosts.outside()[path], text)
  assert.isTrue((yield* differing(hosts)).every((row) => row.includes(": foreign ")))
  yield* liveOn(hosts, before.outside)
  assert.deepStrictEqual(inside(hosts), before.inside)
})

/** Lays traps after hosts were given something, whose folders are gone then: none is followed. */
export const proveLaterTraps = Effect.fnUntraced(function* (plant: Plant) {
  const hosts = inProject()
  yield* hosts.install()
  yield* hosts.apply(...four)
  for (const path of locals)
    yield* at((durable) => durable.rename(path, `/out/${path.slice(root.length + 2)}`))(hosts)
  yield* hosts.unlink(`${root}/.mcp.json`)
  yield* plant(hosts)
  const wanted = outside(hosts)
  assert.isNotEmpty(yield* differing(hosts))
  yield* liveOn(hosts, wanted)
})

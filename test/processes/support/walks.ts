import { join } from "node:path"
import { assert } from "vitest"
import { capability } from "../../support/capabilities.ts"
import { proveHooksStand } from "./hooks.ts"
import { endOf, leftovers, readTree, writeTree, type Ends } from "./state.ts"
import type { Order } from "./orders.ts"
import type { User } from "./users.ts"
import {
  drive,
  gsd,
  makeWorld,
  publish,
  publishSmall,
  put,
  type Server,
  type Told,
  type World
} from "./world.ts"

/** The commands whose every moment is struck. */
export type Walk = "install" | "update" | "rollback" | "remove"

/** All of them. */
export const walks: ReadonlyArray<Walk> = ["install", "update", "rollback", "remove"]

/** Where a walk installs and wires: in global scope, or in a project below the home, so that one tree holds all of it. */
export type Place = "home" | "project"

/** Both of them. */
export const places: ReadonlyArray<Place> = ["home", "project"]

/** A world in which one walk can be done again and again, wired into two settings files. */
export interface Ground extends Ends {
  readonly world: World
  readonly walk: Walk
  readonly place: Place
  readonly order: Told
  readonly settings: ReadonlyArray<string>
}

const theirs = `{
  // theirs
  "hooks": { "SessionStart": [ { "hooks": [ { "type": "command", "command": "other-tool" } ] } ] },
  "big": 12345678901234567890
}
`

const servers = { mcpServers: { demo: { command: "demo-server" } } }

const publishAll = (world: World): void => {
  publish(world, "v1/hk-cap", capability(servers))
  publish(
    world,
    "v2/hk-cap",
    capability({ version: "1.1.0", ...servers }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" })
  )
  publishSmall(world, "other", { id: "other" })
}

const earlier: Record<Walk, ReadonlyArray<Walk>> = {
  install: [],
  update: ["install"],
  rollback: ["install", "update"],
  remove: ["install", "update"]
}

const orderOf = (world: World, walk: Walk, wire: ReadonlyArray<string>): Told => {
  if (walk === "install") return { op: walk, spec: join(world.work, "v1/hk-cap"), wire }
  if (walk === "update") return { op: walk, spec: join(world.work, "v2/hk-cap"), wire }
  return { op: walk }
}

/** The same on the command line. */
export const argsOf = ({ order, walk }: Pick<Ground, "walk" | "order">): ReadonlyArray<string> => [
  "capability",
  walk,
  ...(walk === "install" ? [order.spec ?? ""] : ["hk-cap"]),
  ...(walk === "update" ? [order.spec ?? ""] : []),
  ...(order.wire ?? []).flatMap((file) => ["--wire", file]),
  ...(walk === "remove" ? [] : ["--yes"]),
  "--json"
]

/** How a walk is carried out where its end is learned. */
export type Carry = (world: World, order: Told, walk: Walk) => Promise<unknown>

const byDriver: Carry = (world, order) => drive(world, order)

/** Carries out a walk by the program. */
export const byProgram: Carry = async (world, order, walk) => {
  const ran = await gsd(world, argsOf({ order, walk }))
  assert.strictEqual(ran.code, 0, `${ran.stdout}${ran.stderr}`)
}

const inPlace = (world: World, place: Place): Partial<Pick<Order, "project" | "scope">> =>
  place === "home" ? {} : { project: join(world.home, "app"), scope: "project" }

/** A world right before a walk, with how its home looks before and after; another capability is a wired bystander. */
export const groundFor = async (
  user: User,
  walk: Walk,
  { carry = byDriver, place = "home" }: { readonly carry?: Carry; readonly place?: Place } = {}
): Promise<Ground> => {
  const world = makeWorld(user)
  publishAll(world)
  const here = inPlace(world, place)
  const folder = here.project ?? world.home
  if (place === "project") put(world, join(folder, ".git/HEAD"), "")
  const first = put(world, join(folder, ".one/settings.json"), theirs, 0o640)
  const second = join(folder, ".two/mcp.json")
  put(world, join(folder, ".two/keep"), "")
  const settings = [first, second]
  await drive(world, { op: "install", spec: "./other", wire: [first] })
  if (place === "project") {
    // So that the ledger's folder stands; nothing is left in the project.
    await drive(world, { op: "install", spec: join(world.work, "other"), ...here })
    await drive(world, { op: "remove", id: "other", ...here })
  }
  for (const step of earlier[walk]) await drive(world, { ...orderOf(world, step, settings), ...here })
  const before = readTree(world.home)
  const order = { ...orderOf(world, walk, settings), ...here }
  await carry(world, order, walk)
  const after = readTree(world.home)
  proveHooksStand(settings, `after ${walk}`)
  writeTree(world.home, before)
  assert.strictEqual(endOf(world.home, { before, after }, "put back"), "before")
  return { world, walk, place, order, settings, before, after }
}

/** Puts a ground back to where its walk begins. */
export const again = ({ before, world }: Ground): void => writeTree(world.home, before)

interface Row {
  readonly id: string
  readonly version: string
  readonly status: string
}

const versionBefore: Record<Walk, string | undefined> = {
  install: undefined,
  update: "1.0.0",
  rollback: "1.1.0",
  remove: "1.1.0"
}

const versionAfter: Record<Walk, string | undefined> = {
  install: "1.0.0",
  update: "1.1.0",
  rollback: "1.0.0",
  remove: undefined
}

/** Fails unless a list shows the old or the new state, whole. */
export const proveRows = ({ place, walk }: Ground, listed: unknown, where: string): void => {
  const all: ReadonlyArray<Row> = JSON.parse(JSON.stringify(listed))
  // What merely stands in a project is inactive, and half of it may stand there.
  const rows = place === "home" ? all : all.filter((row) => row.status === "active")
  assert.isTrue(
    rows.every((row) => row.status === "active"),
    `${where}: ${JSON.stringify(rows)}`
  )
  assert.include(
    [versionBefore[walk], versionAfter[walk]],
    rows.find((row) => row.id === "hk-cap")?.version,
    where
  )
  assert.isTrue(rows.some((row) => row.id === "other"))
}

/** The order that lists everything which a walk may change. */
export const lookOf = ({ order: { project, scope } }: Ground): Told => ({
  op: "list",
  ...(project === undefined || scope === undefined ? {} : { project, scope })
})

/** Says what the next commands see after a process died, and whether the old or the new state came of it. */
export const proveRecovers = async (ground: Ground, server: Server, where: string): Promise<keyof Ends> => {
  const { settings, world } = ground
  proveHooksStand(settings, `${where}, before the next command`)
  proveRows(ground, await server.ask(world, lookOf(ground)), where)
  await server.ask(world, { op: "next" })
  assert.deepStrictEqual(leftovers(world.home), [], where)
  const end = endOf(world.home, ground, where)
  proveHooksStand(settings, where)
  return end
}

import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { makeRoom } from "../../support/rooms.ts"
import { capability, type CapabilityFiles } from "../../support/capabilities.ts"
import { launch, type Child, type Ran } from "./children.ts"
import type { Order, Said } from "./orders.ts"
import { tools } from "./tools.ts"
import { caller, give, type User } from "./users.ts"

/** A home and a place to work in, of one user. */
export interface World {
  readonly user: User
  readonly root: string
  readonly home: string
  readonly work: string
  /** H. */
  readonly own: string
}

/** A fresh world; `name` is that of a folder around it. */
export const makeWorld = (user: User = caller, name = ""): World => {
  const outer = makeRoom("gsd-world-")
  const root = join(outer, name)
  const home = join(root, "home")
  const work = join(root, "workspace")
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o700)
  mkdirSync(work)
  give(outer, user)
  return { user, root, home, work, own: join(home, ".gsd") }
}

/** Writes a file with its folders, as the world's user. */
export const put = (world: World, path: string, content: string, mode = 0o644): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
  for (let at = path; at !== world.root && at !== "/"; at = dirname(at)) give(at, world.user)
  return path
}

/** Writes a capability's folder into the work folder; gives its path. */
export const publish = (world: World, name: string, files: CapabilityFiles): string => {
  const folder = join(world.work, name)
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) put(world, join(folder, path), text)
  return folder
}

/** Writes a small valid capability of this id and version. */
export const publishSmall = (
  world: World,
  name: string,
  members: { readonly id: string; readonly version?: string }
) =>
  publish(
    world,
    name,
    capability(
      { skills: [], ...members },
      { "hooks/a.sh": `#!/bin/sh\necho ${members.id} ${members.version ?? ""}\n` }
    )
  )

/** An environment with nothing of the caller's in it. */
export const environment = (world: World) => ({
  HOME: world.home,
  PATH: [dirname(tools.node), process.env["PATH"] ?? ""].join(":")
})

/** Starts a program of Node's in the world. */
export const startNode = (
  world: World,
  args: ReadonlyArray<string>,
  more: Readonly<Record<string, string>> = {}
): Child =>
  launch({
    command: tools.node,
    args,
    cwd: world.work,
    env: { ...environment(world), ...more },
    user: world.user
  })

/** Starts the built program. */
export const startGsd = (world: World, args: ReadonlyArray<string>): Child =>
  startNode(world, [tools.gsd, ...args])

/** Runs the built program. */
export const gsd = (world: World, args: ReadonlyArray<string>): Promise<Ran> => startGsd(world, args).ended

/** An order without the root, and perhaps in another project than the work folder. */
export type Told = Omit<Order, "root" | "project"> & Partial<Pick<Order, "project">>

/** An order in a world. */
export const orderIn = (world: World, order: Told): Order => ({
  root: world.home,
  project: world.work,
  ...order
})

/** Starts the driver with one order. */
export const startDriver = (world: World, order: Told): Child =>
  startNode(world, [tools.driver, JSON.stringify(orderIn(world, order))])

/** Reads a line of the driver. */
export const saidIn = (line: string | undefined): Said => (line === undefined ? {} : JSON.parse(line))

/** Runs one order to its end; what went wrong is thrown. */
export const drive = async (world: World, order: Told): Promise<unknown> => {
  const { stdout, stderr } = await startDriver(world, order).ended
  const said = saidIn(stdout.trim().split("\n").at(-1))
  if (said.error !== undefined || !("ok" in said))
    throw new Error(`${order.op}: ${JSON.stringify(said.error)} ${stderr}`)
  return said.ok
}

/** A driver that stays: answers one order after the other, in any world of its user. */
export const serve = (user: User) => {
  const child = launch({
    command: tools.node,
    args: [tools.driver, "--serve"],
    cwd: "/",
    env: { HOME: "/nonexistent", PATH: process.env["PATH"] ?? "" },
    user,
    open: true
  })
  const answer = async (): Promise<Said> => {
    const said = saidIn(await child.line())
    return "go" in said ? answer() : said
  }
  return {
    /** The result; what went wrong is thrown. */
    ask: async (world: World, order: Told): Promise<unknown> => {
      child.write(`${JSON.stringify(orderIn(world, order))}\n`)
      const said = await answer()
      if (!("ok" in said)) throw new Error(`${order.op}: ${JSON.stringify(said)}`)
      return said.ok
    }
  }
}

/** Somebody who carries out orders, such as a driver that stays. */
export type Server = ReturnType<typeof serve>

/** The program itself as the next command: it lists, or installs again what is installed, which sweeps and recovers. */
export const program: Server = {
  ask: async (world, { op }) => {
    const args = op === "list" ? ["list"] : ["install", "./other", "--yes"]
    const { code, stderr, stdout } = await gsd(world, ["capability", ...args, "--json"])
    if (code !== 0) throw new Error(`${op} ended with ${code}: ${stdout}${stderr}`)
    return JSON.parse(stdout)
  }
}

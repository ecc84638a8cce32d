import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { assert, describe, it } from "vitest"
import type { RuntimeReport } from "../../../src/domain/projection/report.ts"
import { pause, until } from "../../processes/support/children.ts"
import { useTools } from "../../processes/support/setUp.ts"
import {
  differences,
  endOf,
  isAtWork,
  leftovers,
  readTree,
  shown,
  writeTree,
  type Ends,
  type Shown
} from "../../processes/support/state.ts"
import { caller } from "../../processes/support/users.ts"
import { gsd, makeWorld, publish, publishSmall, startGsd, type World } from "../../processes/support/world.ts"
import { hostFiles, rich } from "../../support/hosts.ts"

useTools()

const hosts = ["claude", "codex"]
const installs = ["capability", "install", "./v1/hk-cap", "--yes"]
const applies = ["runtime", "apply", ...hosts]

const ok = async (world: World, args: ReadonlyArray<string>): Promise<string> => {
  const { code, stderr, stdout } = await gsd(world, [...args, "--json"])
  assert.strictEqual(code, 0, `${args.join(" ")}: ${stdout}${stderr}`)
  return stdout
}

/** A world with hosts of somebody's; another capability is a bystander. */
const prepared = async (...earlier: ReadonlyArray<ReadonlyArray<string>>): Promise<World> => {
  const world = makeWorld(caller)
  publish(world, "v1/hk-cap", rich())
  publishSmall(world, "other", { id: "other" })
  for (const [path, text] of Object.entries(hostFiles)) {
    const at = path.replace("/home/ada", world.home)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, text, { mode: 0o640 })
  }
  for (const args of [["capability", "install", "./other", "--yes"], ...earlier]) await ok(world, args)
  return world
}

const differing = async (world: World): Promise<ReadonlyArray<string>> => {
  const { code, stdout } = await gsd(world, ["runtime", "status", "--json"])
  assert.include([0, 7], code, stdout)
  const reports: ReadonlyArray<RuntimeReport> = JSON.parse(stdout)
  return reports.flatMap(({ rows }) =>
    rows.filter(({ state }) => state !== "present").map(({ path, state }) => `${state} ${path}`)
  )
}

/** Hosts alone, to the byte. */
const outside = (world: World): Shown =>
  new Map([...shown(readTree(world.home))].filter(([path]) => path !== ".gsd" && !path.startsWith(".gsd/")))

interface Ground extends Ends {
  readonly world: World
  readonly args: ReadonlyArray<string>
  /** How long it writes, in milliseconds. */
  readonly duration: number
}

const groundFor = async (
  args: ReadonlyArray<string>,
  ...earlier: ReadonlyArray<ReadonlyArray<string>>
): Promise<Ground> => {
  const world = await prepared(...earlier)
  const before = readTree(world.home)
  const child = startGsd(world, args)
  await until(() => isAtWork(world.home), child)
  const started = performance.now()
  assert.strictEqual((await child.ended).code, 0)
  const duration = performance.now() - started
  return { world, args, duration, before, after: readTree(world.home) }
}

/** Kills a command so long after it began to write; gives what came of it once others read and wrote. */
const killAfter = async ({ after, args, before, world }: Ground, millis: number): Promise<keyof Ends> => {
  const where = `${args.join(" ")} killed ${millis.toFixed(1)} ms after it began`
  writeTree(world.home, before)
  const child = startGsd(world, args)
  await until(() => isAtWork(world.home), child)
  await pause(millis)
  child.kill("SIGKILL")
  await child.ended
  assert.deepStrictEqual(await differing(world), [], where)
  await ok(world, ["capability", "install", "./other", "--yes"])
  assert.deepStrictEqual(leftovers(world.home), [], where)
  assert.strictEqual((await gsd(world, ["doctor", "--json"])).code, 0, where)
  return endOf(world.home, { before, after }, where)
}

const instants = 5

const struck: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<ReadonlyArray<string>>]> =
  [
    ["runtime apply", applies, [installs]],
    ["remove, with hosts", ["capability", "remove", "hk-cap"], [installs, applies]]
  ]

describe("SIGKILL while hosts are written", () => {
  it.each(struck)("at some instants of %s leaves all as before or after", async (_name, args, earlier) => {
    const ground = await groundFor(args, ...earlier)
    const ends = new Set<string>()
    for (let index = 0; index < instants; index += 1)
      ends.add(await killAfter(ground, (index / instants) * ground.duration))
    assert.isTrue(ends.has("before"), "every kill came too late")
  })
})

const races: ReadonlyArray<
  readonly [string, ReadonlyArray<ReadonlyArray<string>>, ReadonlyArray<ReadonlyArray<string>>]
> = [
  ["an apply and an install", [], [applies, installs]],
  ["two applies of the same", [installs], [applies, applies]],
  [
    "applies of one host each, and an install",
    [],
    [...hosts.map((id) => ["runtime", "apply", id]), installs]
  ],
  ["an apply and a switch", [installs], [applies, ["capability", "disable", "other"]]]
]

const orders = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  all.length < 2
    ? [all]
    : all.flatMap((first, at) => orders(all.toSpliced(at, 1)).map((rest) => [first, ...rest]))

/** Hosts alone as they stand in a world, told as if they stood in another. */
const outsideAsIn = (one: World, world: World): Shown =>
  new Map([...outside(one)].map(([path, text]) => [path, text.replaceAll(one.home, world.home)]))

/**
 * Asks that hosts stand as some order of the commands leaves them. Orders differ: what comes to a list later stands behind
 * what is there, and a list that is written whole is in the order of the capabilities.
 */
const checkOneOfOrders = async (
  world: World,
  earlier: ReadonlyArray<ReadonlyArray<string>>,
  commands: ReadonlyArray<ReadonlyArray<string>>
): Promise<void> => {
  const off: Array<ReadonlyArray<string>> = []
  for (const order of orders(commands)) {
    const one = await prepared(...earlier, ...order)
    off.push(differences(outside(world), outsideAsIn(one, world)))
    if (off.at(-1)?.length === 0) return
  }
  assert.fail(`like none of the orders: ${JSON.stringify(off)}`)
}

describe("several processes at once", () => {
  it.each(races)("end as one after the other would: %s", async (_name, earlier, commands) => {
    const world = await prepared(...earlier)
    const ran = await Promise.all(commands.map((args) => startGsd(world, [...args, "--json"]).ended))
    assert.deepStrictEqual(
      ran.filter(({ code }) => code !== 0),
      []
    )
    assert.deepStrictEqual(await differing(world), [])
    assert.deepStrictEqual(leftovers(world.home), [])
    await checkOneOfOrders(world, earlier, commands)
    await ok(world, ["capability", "remove", "hk-cap"])
    await ok(world, ["capability", "remove", "other"])
    await ok(world, ["runtime", "remove", ...hosts])
    const fresh = await prepared()
    await ok(fresh, ["capability", "remove", "other"])
    assert.deepStrictEqual(differences(outside(world), outside(fresh)), [])
  })

  it("an apply and a removal leave nothing of what was removed", async () => {
    const world = await prepared(installs)
    const ran = await Promise.all(
      [applies, ["capability", "remove", "hk-cap"]].map((args) => startGsd(world, [...args, "--json"]).ended)
    )
    assert.deepStrictEqual(
      ran.filter(({ code }) => code !== 0),
      []
    )
    assert.deepStrictEqual(await differing(world), [])
    assert.deepStrictEqual(
      [...outside(world).keys()].filter((path) => path.includes("hk-")),
      []
    )
  })
})

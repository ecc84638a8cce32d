import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert } from "vitest"
import type { Child, Ran } from "./children.ts"
import { auditOf, commitsOf, leftovers } from "./state.ts"
import type { User } from "./users.ts"
import { gsd, makeWorld, publishSmall, startGsd, type World } from "./world.ts"

interface Row {
  readonly id: string
  readonly version: string
  readonly status: string
}

interface Answer {
  readonly status?: "installed" | "upgraded" | "downgraded" | "unchanged" | "removed"
  readonly version?: string
  readonly previousVersion?: string
  readonly generation?: number
  readonly error?: { readonly _tag: string; readonly exitCode: number }
}

interface Ledger {
  readonly rev: number
  readonly auditHead: string
  readonly entries: Readonly<
    Record<
      string,
      {
        readonly version: string
        readonly generation: number
        readonly generations: ReadonlyArray<{ readonly version: string; readonly generation: number }>
      }
    >
  >
}

const ledgerOf = (world: World): Ledger => JSON.parse(readFileSync(join(world.own, "ledger.json"), "utf8"))

/** Lists over and over while some processes run; gives what each reading saw. */
const readWhile = async (
  world: World,
  children: ReadonlyArray<Child>
): Promise<ReadonlyArray<ReadonlyArray<Row>>> => {
  const seen: Array<ReadonlyArray<Row>> = []
  while (children.some((child) => child.isRunning())) {
    const { code, stderr, stdout } = await gsd(world, ["capability", "list", "--json"])
    assert.strictEqual(code, 0, `a reader ended with ${code}: ${stdout} ${stderr}`)
    seen.push(JSON.parse(stdout))
  }
  return seen
}

const provePeace = async (world: World): Promise<void> => {
  const { code, stdout } = await gsd(world, ["capability", "verify", "--json"])
  assert.deepStrictEqual([code, JSON.parse(stdout).verdict], [0, "ok"])
  assert.deepStrictEqual(leftovers(world.home), [])
  auditOf(world.home)
}

const proveAllEndedWell = (ran: ReadonlyArray<Ran>): void =>
  assert.deepStrictEqual(
    ran
      .filter(({ code }) => code !== 0)
      .map(({ code, signal, stderr, stdout }) => ({ code, signal, stdout, stderr })),
    []
  )

/** Every reading is whole, and holds everything that an earlier one held. */
const proveGrowing = (readings: ReadonlyArray<ReadonlyArray<Row>>): void => {
  readings.forEach((rows, index) => {
    assert.isTrue(
      rows.every((row) => row.status === "active"),
      JSON.stringify(rows)
    )
    const ids = new Set(rows.map((row) => row.id))
    for (const earlier of readings[index - 1] ?? [])
      assert.isTrue(ids.has(earlier.id), `${earlier.id} vanished`)
  })
}

/** Installs `count` ids in as many processes on a home where nothing was. */
export const raceIds = async (user: User, count: number): Promise<World> => {
  const world = makeWorld(user)
  const ids = Array.from({ length: count }, (_, index) => `cap-${String(index).padStart(2, "0")}`)
  for (const id of ids) publishSmall(world, id, { id })
  const children = ids.map((id) => startGsd(world, ["capability", "install", `./${id}`, "--yes", "--json"]))
  const readings = await readWhile(world, children)
  proveAllEndedWell(await Promise.all(children.map((child) => child.ended)))
  proveGrowing(readings)
  const ledger = ledgerOf(world)
  assert.deepStrictEqual(Object.keys(ledger.entries).toSorted(), ids)
  assert.strictEqual(ledger.rev, count)
  assert.deepStrictEqual(
    commitsOf(world.home)
      .map((line) => line.id ?? "")
      .toSorted(),
    ids
  )
  await provePeace(world)
  return world
}

/** Removes half of what `raceIds` installed while as many others are installed, all at once. */
export const raceRemoves = async (world: World): Promise<void> => {
  const ids = Object.keys(ledgerOf(world).entries).toSorted()
  const old = ids.filter((_, index) => index % 2 === 0)
  const fresh = old.map((id) => `new-${id}`)
  for (const id of fresh) publishSmall(world, id, { id })
  const children = old.flatMap((id, index) => [
    startGsd(world, ["capability", "remove", id, "--json"]),
    startGsd(world, ["capability", "install", `./${fresh[index]}`, "--yes", "--json"])
  ])
  const readings = await readWhile(world, children)
  proveAllEndedWell(await Promise.all(children.map((child) => child.ended)))
  for (const rows of readings)
    assert.isTrue(
      rows.every((row) => row.status === "active"),
      JSON.stringify(rows)
    )
  const left = [...ids.filter((id) => !old.includes(id)), ...fresh].toSorted()
  assert.deepStrictEqual(Object.keys(ledgerOf(world).entries).toSorted(), left)
  await provePeace(world)
}

const answerOf = (ran: Ran): Answer => JSON.parse(ran.stdout)

interface Runner {
  readonly version: string
  readonly mayGoDown: boolean
}

const proveLoser = (
  runner: Runner,
  { code, stderr, stdout }: Ran,
  committed: ReadonlyArray<string>
): void => {
  const { error } = answerOf({ code, signal: null, stderr, stdout })
  assert.include([4, 5], code, `${stdout} ${stderr}`)
  if (code === 5) return assert.include(["StateChanged", "LockBusy"], error?._tag)
  assert.strictEqual(error?._tag, "DowngradeRefused")
  assert.isFalse(runner.mayGoDown, "a downgrade was refused to who may")
  // A lower version than was there, or bytes that were active before and left in favour of older ones.
  const wanted = runner.version === "1.0.0" ? /1\.1\.0/u : /1\.1\.0 1\.0\.0/u
  assert.match(committed.join(" "), wanted, "nothing that would be gone back from was ever there")
}

const statusFrom = (before: string | undefined, after: string): Answer["status"] =>
  before === undefined ? "installed" : before < after ? "upgraded" : "downgraded"

/** Installs one id in `count` processes, in two versions from two folders; proves that some order explains the end. */
export const raceVersions = async (user: User, count: number): Promise<void> => {
  const world = makeWorld(user)
  const id = "hk-cap"
  publishSmall(world, "old/hk-cap", { id, version: "1.0.0" })
  publishSmall(world, "new/hk-cap", { id, version: "1.1.0" })
  const runners = Array.from({ length: count }, (_, index): Runner => ({
    version: index % 2 === 0 ? "1.0.0" : "1.1.0",
    mayGoDown: index % 4 === 0
  }))
  const children = runners.map(({ mayGoDown, version }) =>
    startGsd(world, [
      "capability",
      "install",
      version === "1.0.0" ? "./old/hk-cap" : "./new/hk-cap",
      "--replace",
      "--yes",
      "--json",
      ...(mayGoDown ? ["--allow-downgrade"] : [])
    ])
  )
  const readings = await readWhile(world, children)
  for (const rows of readings)
    assert.isTrue(
      rows.every((row) => row.status === "active"),
      JSON.stringify(rows)
    )
  const ran = await Promise.all(children.map((child) => child.ended))
  const commits = commitsOf(world.home)
  const committed = commits.map((line) => line.version ?? "")
  ran.forEach((one, index) => {
    const runner = runners[index]
    if (one.code !== 0 && runner !== undefined) proveLoser(runner, one, committed)
  })
  // The log is the order; every receipt must be what its place in it makes of it.
  const receipts = ran.flatMap((one, index) =>
    one.code === 0 ? [{ ...answerOf(one), ...runners[index] }] : []
  )
  const changing = receipts
    .filter((one) => one.status !== "unchanged")
    .toSorted((a, b) => (a.generation ?? 0) - (b.generation ?? 0))
  const wanted = commits.map((line, index) => {
    const before = commits[index - 1]?.version
    return [index + 1, line.version, before, statusFrom(before, line.version ?? "")]
  })
  assert.deepStrictEqual(
    changing.map((one) => [one.generation, one.version, one.previousVersion, one.status]),
    wanted
  )
  assert.isTrue(changing.every((one) => one.status !== "downgraded" || one.mayGoDown === true))
  for (const one of receipts) assert.include(committed, one.version)
  const ledger = ledgerOf(world)
  const entry = ledger.entries[id]
  assert.strictEqual(ledger.rev, commits.length)
  assert.deepStrictEqual([entry?.generation, entry?.version], [commits.length, commits.at(-1)?.version])
  assert.deepStrictEqual(
    entry?.generations.map((one) => [one.generation, one.version]),
    wanted.slice(-3).map(([generation, version]) => [generation, version])
  )
  await provePeace(world)
}

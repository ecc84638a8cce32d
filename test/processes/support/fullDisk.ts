import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import { assert } from "vitest"
import { capability } from "../../support/capabilities.ts"
import { mounted, type Mounted } from "./mounts.ts"
import { endOf, leftovers, readTree, writeTree, type Ends } from "./state.ts"
import { caller } from "./users.ts"
import { makeWorld, publish, publishSmall, type World } from "./world.ts"

/** What a small disk runs out of. */
export type Scarce = "bytes" | "names"

/** A command on a small disk. */
export type Filled = "install" | "update"

const pageBytes = 4096

const refused = (code: unknown): boolean =>
  typeof code === "object" && code !== null && "code" in code && code.code === "ENOSPC"

const untilFull = (step: () => void): void => {
  for (;;) {
    try {
      step()
    } catch (cause) {
      if (refused(cause)) return
      throw cause
    }
  }
}

/** Fills a disk until only so many pages are left. */
const fillBytes = (folder: string, pages: number): void => {
  const file = openSync(join(folder, "fill"), "w")
  untilFull(() => void writeSync(file, Buffer.alloc(pageBytes)))
  ftruncateSync(file, fstatSync(file).size - pages * pageBytes)
  closeSync(file)
}

/** Fills a disk until only so many names are left. */
const fillNames = (folder: string, names: number): void => {
  const fill = join(folder, "fill")
  mkdirSync(fill)
  let made = 0
  untilFull(() => {
    writeFileSync(join(fill, String(made)), "")
    made += 1
  })
  for (let index = 1; index <= names; index += 1) rmSync(join(fill, String(made - index)))
}

const sizes: Record<Scarce, string> = { bytes: "size=512k", names: "size=64m,nr_inodes=160" }

interface SmallDisk extends Ends {
  readonly world: World
  readonly inside: Mounted
  /** The home, as seen from outside. */
  readonly home: string
  readonly args: ReadonlyArray<string>
}

const settings = '{ "hooks": {} }\n'

const smallDisk = async (scarce: Scarce, command: Filled): Promise<SmallDisk> => {
  const world = makeWorld(caller)
  publish(world, "v1/hk-cap", capability())
  publish(world, "v2/hk-cap", capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" }))
  publishSmall(world, "other", { id: "other" })
  const inside = await mounted(world, `mount -t tmpfs -o mode=700,${sizes[scarce]} none "$1"`)
  const home = inside.outside(world.home)
  const wire = [join(world.home, "settings.json")]
  writeFileSync(join(home, "settings.json"), settings)
  await inside.drive({ op: "install", spec: "./other", wire })
  if (command === "update") await inside.drive({ op: "install", spec: "./v1/hk-cap", wire })
  const before = readTree(home)
  const args =
    command === "install"
      ? ["capability", "install", "./v1/hk-cap", "--yes", "--json"]
      : ["capability", "update", "hk-cap", "./v2/hk-cap", "--yes", "--json"]
  const { code } = await inside.gsd(args).ended
  assert.strictEqual(code, 0)
  const after = readTree(home)
  writeTree(home, before)
  return { world, inside, home, args, before, after }
}

const proveLevel = async (disk: SmallDisk, scarce: Scarce, free: number): Promise<boolean> => {
  const { args, home, inside } = disk
  const where = `${free} ${scarce} left`
  writeTree(home, disk.before)
  if (scarce === "bytes") fillBytes(home, free)
  else fillNames(home, free)
  const ran = await inside.gsd(args).ended
  const said = `${where}: ${ran.stdout}${ran.stderr}`
  if (ran.code !== 0) {
    const { error } = JSON.parse(ran.stdout)
    assert.deepStrictEqual([ran.code, error._tag, error.details.reason], [1, "DiskFailure", "full"], said)
    assert.match(error.hints[0], /Free some space/u)
  }
  // The disk is full still: what is reported is the old or the new state.
  const listed = await inside.gsd(["capability", "list", "--json"]).ended
  assert.strictEqual(listed.code, 0, `${where}: ${listed.stdout}${listed.stderr}`)
  rmSync(join(home, "fill"), { recursive: true })
  await inside.drive({ op: "next" })
  assert.deepStrictEqual(leftovers(home), [], where)
  assert.strictEqual(endOf(home, disk, where), ran.code === 0 ? "after" : "before", said)
  const rows: ReadonlyArray<{ readonly status: string }> = JSON.parse(listed.stdout)
  assert.isTrue(
    rows.every((row) => row.status === "active"),
    said
  )
  return ran.code === 0
}

/** Runs a command at every level of a small disk; some must fail, and some succeed. */
export const proveLevels = async (
  scarce: Scarce,
  command: Filled,
  levels: ReadonlyArray<number>
): Promise<void> => {
  const disk = await smallDisk(scarce, command)
  const succeeded = []
  for (const free of levels) succeeded.push(await proveLevel(disk, scarce, free))
  assert.isTrue(succeeded.includes(false), "no level was low")
  assert.isTrue(succeeded.includes(true), "no level was high enough")
}

import { assert, describe, it } from "vitest"
import { until, type Ran } from "./support/children.ts"
import { useTools } from "./support/setUp.ts"
import { isAtWork, leftovers } from "./support/state.ts"
import { users, type User } from "./support/users.ts"
import { gsd, makeWorld, publishSmall, saidIn, startDriver, startGsd, type World } from "./support/world.ts"

useTools()

const install = ["capability", "install", "./hk-cap", "--yes", "--json"]

/** A world, and a process that holds its lock in the middle of a transaction. */
const holding = async (user: User) => {
  const world = makeWorld(user)
  publishSmall(world, "hk-cap", { id: "hk-cap" })
  const holder = startDriver(world, { op: "hold" })
  for (let said = saidIn(await holder.line()); said.stopped === undefined;) said = saidIn(await holder.line())
  return { world, holder }
}

const proveBusy = (ran: Ran, pid: number): void => {
  const { error } = JSON.parse(ran.stdout)
  assert.deepStrictEqual(
    [ran.code, error._tag, error.exitCode, error.details.holder.pid],
    [5, "LockBusy", 5, pid]
  )
}

const proveFree = async (world: World): Promise<void> => {
  const ran = await gsd(world, [...install, "--no-wait"])
  assert.strictEqual(ran.code, 0, `${ran.stdout}${ran.stderr}`)
  assert.deepStrictEqual(leftovers(world.home), [])
}

describe.each(users)("the lock, $name", (user) => {
  it("excludes while its holder lives, and while it is stopped; is free at once when it is killed", async () => {
    const { holder, world } = await holding(user)
    proveBusy(await gsd(world, [...install, "--no-wait"]), holder.pid)
    holder.kill("SIGSTOP")
    proveBusy(await gsd(world, [...install, "--no-wait"]), holder.pid)
    assert.deepStrictEqual(leftovers(world.home), [])
    holder.kill("SIGKILL")
    await holder.ended
    await proveFree(world)
  })

  it("is waited for until its holder lets go", async () => {
    const { holder, world } = await holding(user)
    const waiter = startGsd(world, install)
    await until(() => isAtWork(world.home), waiter)
    holder.kill("SIGKILL")
    const ran = await waiter.ended
    assert.strictEqual(ran.code, 0, `${ran.stdout}${ran.stderr}`)
    assert.deepStrictEqual(leftovers(world.home), [])
  })

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 143]
  ] as const)("waiting for a stopped holder ends at %s", async (signal, code) => {
    const { holder, world } = await holding(user)
    holder.kill("SIGSTOP")
    const waiter = startGsd(world, install)
    await until(() => isAtWork(world.home), waiter)
    waiter.kill(signal)
    const ran = await waiter.ended
    // Neither the lock's own end of waiting, which would be exit 5, nor the watchdog of the test.
    assert.deepStrictEqual([ran.code, JSON.parse(ran.stdout).error._tag], [code, "Interrupted"])
    assert.deepStrictEqual(leftovers(world.home), [])
  })
})

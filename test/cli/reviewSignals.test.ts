import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it, onTestFinished } from "vitest"
import { installLane, plan, putPlan, withLanes } from "./support/lanes.ts"
import { gsd, makeWorld, start, type World } from "./support/world.ts"
import { carrying } from "../support/processes.ts"
import { removeRooms } from "../support/rooms.ts"

afterAll(removeRooms)

const makeReviewed = (): World => {
  const world = makeWorld()
  putPlan(world)
  return world
}

const reportOf = (world: World): string => readFileSync(join(world.work, "plans/REVIEWS.md"), "utf8")

/** Waits until a condition holds; the test's own timeout is the watchdog. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe("a signal in the middle of a review", () => {
  for (const [signal, code] of [
    ["SIGTERM", 143],
    ["SIGINT", 130]
  ] as const) {
    it(`${signal} leaves no child, a report that says interrupted, and ends with ${code}`, async () => {
      const world = makeReviewed()
      const mark = `gsd-review-${process.pid}-${signal}`
      installLane(world, {
        slug: "slow",
        script: `cat > /dev/null; echo begun; MARK=${mark} sleep 300 & MARK=${mark} sleep 300`
      })
      const args = ["review", "--plan", plan, "--slow", "--plan-lint", "--events"]
      const { child, ended, said } = start(world, args, withLanes(world).env)
      await until(() => said().stdout.includes('"outcome":"completed"') && carrying(mark).length >= 2)
      child.kill(signal)
      const ran = await ended
      assert.deepStrictEqual([ran.code, ran.signal], [code, null])
      assert.deepStrictEqual(carrying(mark), [])
      assert.match(
        ran.stderr,
        new RegExp(`Interrupted \\(${signal}\\); the report says so: .*REVIEWS\\.md`, "u")
      )
      const report = reportOf(world)
      assert.match(report, /^interrupted: true$/mu)
      assert.match(report, /> \*\*Interrupted: the run was ended before every lane was\.\*\*/u)
      assert.match(report, /\| `slow` \| `lane-slow` \| `interrupted`/u)
      assert.match(report, /\| `plan-lint` \| `plan-lint` \| `completed`/u)
      assert.deepStrictEqual(readdirSync(join(world.home, ".gsd/runs")), ["history.jsonl"])
    })
  }

  it("a second one does not leave the lanes behind, and the report is written all the same", async () => {
    const world = makeReviewed()
    const mark = `gsd-review-${process.pid}-twice`
    installLane(world, {
      slug: "deaf",
      script: `trap '' TERM; cat > /dev/null; export MARK=${mark}; while :; do sleep 1; done`
    })
    onTestFinished(() => carrying(mark).forEach((pid) => void process.kill(pid, "SIGKILL")))
    const { child, ended } = start(world, ["review", "--plan", plan, "--deaf"], withLanes(world).env)
    await until(() => carrying(mark).length > 0)
    child.kill("SIGINT")
    await new Promise((resolve) => setTimeout(resolve, 100))
    child.kill("SIGINT")
    const ran = await ended
    assert.deepStrictEqual([ran.code, ran.signal], [130, null])
    assert.deepStrictEqual(carrying(mark), [])
    assert.match(reportOf(world), /\| `deaf` \| `lane-deaf` \| `interrupted`/u)
    assert.deepStrictEqual(readdirSync(join(world.home, ".gsd/runs")), ["history.jsonl"])
  })

  it("SIGKILL leaves what the next doctor names", async () => {
    const world = makeReviewed()
    const mark = `gsd-review-${process.pid}-killed`
    installLane(world, { slug: "slow", script: `cat > /dev/null; MARK=${mark} exec sleep 300` })
    const args = ["review", "--plan", plan, "--slow"]
    const { child, ended } = start(world, args, withLanes(world).env)
    await until(() => carrying(mark).length > 0)
    onTestFinished(() => carrying(mark).forEach((pid) => void process.kill(pid, "SIGKILL")))
    child.kill("SIGKILL")
    await ended
    const ran = gsd(world, ["doctor", "--json"])
    assert.strictEqual(ran.code, 7)
    const kinds = JSON.parse(ran.stdout).findings.map(({ kind }: { kind: string }) => kind)
    assert.deepStrictEqual(kinds, ["process-orphaned", "run-unfinished"])
    const [, run] = JSON.parse(ran.stdout).findings
    assert.include(run.message, `${carrying(mark)[0]}`)
  })
})

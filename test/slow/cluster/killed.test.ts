import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { installLane, plan, putPlan, withLanes } from "../../cli/support/lanes.ts"
import { makeWorld, start, type World } from "../../cli/support/world.ts"
import { startPostgres, type Postgres } from "../../support/postgres.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres()
})

afterAll(async () => {
  await postgres.stop()
  removeRooms()
})

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50))
}

const logged = (log: string): ReadonlyArray<string> =>
  readFileSync(log, { encoding: "utf8", flag: "a+" })
    .split("\n")
    .filter((line) => line !== "")

/** A lane whose program writes down who begins and who ends; it writes on while it works, so that it ends with its reader. */
const scriptOf = (log: string): string => `cat > /dev/null
echo "begin $MACHINE" >> '${log}'
i=0
while [ $i -lt 30 ]; do echo . || exit 1; sleep 0.1; i=$((i + 1)); done
echo "end $MACHINE" >> '${log}'
printf '%s\\n' '## 01-01' '### Concerns' '- [HIGH] \`${plan}:3\`: nothing undoes it. Verdict: concern'`

/** A machine of the team, with the lane installed and consented to. */
const machine = (log: string): World => {
  const world = makeWorld()
  putPlan(world)
  installLane(world, { slug: "slow", script: scriptOf(log) })
  return world
}

const environmentOf = (world: World, name: string) =>
  withLanes(world, { MACHINE: name, ADAS_TOKEN: "token-of-ada", GSD_CLUSTER_PASSWORD: postgres.password }).env

const startRunner = async (world: World, name: string) => {
  const args = ["review", "runner", "--cluster", postgres.url, "--lanes", "slow", "--events"]
  const started = start(world, args, environmentOf(world, name))
  await until(() => started.said().stdout.includes('"event":"offering"') || started.child.exitCode !== null)
  const offering: { readonly runner: string } = JSON.parse(started.said().stdout.split("\n")[0] ?? "")
  return { ...started, machine: name, runner: offering.runner }
}

describe("a runner that is killed in the middle of a lane", () => {
  it("has its lane begun again on the other runner, once, and the review counts it", async () => {
    const log = join(makeRoom("gsd-lane-log-"), "log")
    const runners = await Promise.all([startRunner(machine(log), "one"), startRunner(machine(log), "two")])
    const requester = machine(log)
    const review = start(
      requester,
      ["review", "--plan", plan, "--slow", "--quorum", "1", "--json", "--cluster", postgres.url],
      environmentOf(requester, "requester")
    )
    await until(() => logged(log).length > 0)
    const seen = postgres.query("select payload from gsd_messages union all select payload from gsd_replies")
    assert.include(seen, "## Task 1: write it")
    for (const secret of [postgres.password, "token-of-ada", requester.root]) assert.notInclude(seen, secret)
    const first = runners.find((one) => logged(log)[0] === `begin ${one.machine}`)
    const second = runners.find((one) => one !== first)
    assert.isDefined(first)
    assert.isDefined(second)
    first.child.kill("SIGKILL")

    const ran = await review.ended
    assert.strictEqual(ran.code, 0, ran.stdout + ran.stderr)
    assert.deepStrictEqual(logged(log), [
      `begin ${first.machine}`,
      `begin ${second.machine}`,
      `end ${second.machine}`
    ])
    const document = JSON.parse(ran.stdout)
    assert.deepInclude(document, { verdict: "met", usable: 1 })
    assert.deepInclude(document.lanes[0], { slug: "slow", outcome: "completed", ok: true })
    const report = readFileSync(join(requester.work, "plans/REVIEWS.md"), "utf8")
    assert.include(report, `It ran on \`${second.runner}\``)
    assert.include(report, `It was begun again: \`${first.runner}\` had begun it and did not end it`)
    assert.strictEqual(
      postgres.query("select (select count(*) from gsd_messages) + (select count(*) from gsd_replies)"),
      "0"
    )

    second.child.kill("SIGTERM")
    assert.strictEqual((await second.ended).code, 143)
    const told = second
      .said()
      .stdout.split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
    assert.deepStrictEqual(
      told.slice(1).map(({ event, identity, outcome }) => [event, identity, outcome]),
      [
        ["begun", "slow", undefined],
        ["ended", "slow", "completed"]
      ]
    )
  })
})

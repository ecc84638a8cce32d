import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, assert, describe, it, onTestFinished } from "vitest"
import { removeRooms } from "../support/rooms.ts"
import {
  concern,
  installEndpoint,
  installLane,
  plan,
  put,
  putPlan,
  reviewed,
  withLanes
} from "./support/lanes.ts"
import { gsd, makeWorld, tree, type World } from "./support/world.ts"

afterAll(removeRooms)

const reportOf = (world: World): string => readFileSync(join(world.work, "plans/REVIEWS.md"), "utf8")

const makeReviewed = (): World => {
  const world = makeWorld()
  putPlan(world)
  return world
}

const outcomes = (lanes: ReadonlyArray<{ readonly slug: string; readonly outcome: string }>) =>
  lanes.map(({ outcome, slug }) => `${slug} ${outcome}`)

describe("gsd review", () => {
  it("is met by two installed lanes, and says where they agree", () => {
    const world = makeReviewed()
    installLane(world, { slug: "one", script: concern("the migration has no rollback step") })
    installLane(world, { slug: "two", script: concern("there is no rollback of the migration", 2) })
    const { code, document } = reviewed(world, ["--one", "--two"])
    assert.strictEqual(code, 0)
    assert.deepInclude(document, { verdict: "met", quorum: 2, warnings: [] })
    assert.deepStrictEqual(
      document.lanes.map(({ id, ok, outcome, slug }) => ({ slug, id, outcome, ok })),
      [
        { slug: "one", id: "lane-one", outcome: "completed", ok: true },
        { slug: "two", id: "lane-two", outcome: "completed", ok: true }
      ]
    )
    for (const lane of document.lanes) {
      assert.isAbove(lane.ms, 0)
      assert.isAbove(lane.bytes, 0)
      assert.notProperty(lane, "reason")
    }
    assert.deepStrictEqual(
      document.findings.map(({ severity, standing }) => [standing, severity]),
      [["agreed", "HIGH"]]
    )
    assert.strictEqual(document.reviewsPath, join(world.work, "plans/REVIEWS.md"))
    assert.match(reportOf(world), /^---\nverdict: "met"\n/u)
    assert.match(reportOf(world), /^## Lane one Review$/mu)
    assert.deepStrictEqual(
      tree(world).filter((path) => /^\.gsd\/runs\/./u.test(path)),
      [".gsd/runs/history.jsonl"]
    )
  })

  it("ends with 7 when there are too few usable reviews, and the report says so first", () => {
    const world = makeReviewed()
    installLane(world, { slug: "good", script: concern("no rollback") })
    installLane(world, { slug: "bad", script: "cat > /dev/null; echo oops >&2; exit 3" })
    const { code, document } = reviewed(world, ["--lanes", "good,bad"])
    assert.strictEqual(code, 7)
    assert.strictEqual(document.verdict, "degraded")
    assert.deepStrictEqual(outcomes(document.lanes), ["bad failed", "good completed"])
    assert.strictEqual(document.lanes[0]?.reason, "exit-code")
    assert.match(reportOf(world), /---\n\n> \*\*Degraded: 1 of the 2 usable reviews asked for\.\*\*/u)
    assert.match(reportOf(world), /oops/u)
    assert.strictEqual(reviewed(world, ["--lanes", "good,bad", "--quorum", "1"]).code, 0)
    const history = JSON.parse(gsd(world, ["review", "history", "--json"]).stdout)
    assert.deepStrictEqual(
      history.lanes.map((one: { lane: string; degradedStreak: number }) => [one.lane, one.degradedStreak]),
      [
        ["bad", 2],
        ["good", 0]
      ]
    )
    assert.deepStrictEqual([history.runs.length, history.degradedStreak], [2, 0])
  })

  it("does not count a review that cites nothing that exists", () => {
    const world = makeReviewed()
    installLane(world, { slug: "liar", script: concern("this line is wrong", 4000) })
    const { code, document } = reviewed(world, ["--liar"])
    assert.strictEqual(code, 7)
    assert.deepStrictEqual(
      [document.lanes[0]?.outcome, document.lanes[0]?.reason],
      ["suspect", "no-citation-resolves"]
    )
  })

  it("needs nothing installed: plan-lint reviews on a fresh machine", () => {
    const world = makeReviewed()
    const { code, document } = reviewed(world, ["--plan-lint"])
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(outcomes(document.lanes), ["plan-lint completed"])
    assert.isAbove(document.findings.length, 0)
    const all = reviewed(world, [], { PATH: "/nowhere" })
    assert.strictEqual(all.document.verdict, "met")
    assert.deepStrictEqual(outcomes(all.document.lanes), ["plan-lint completed"])
    assert.match(all.document.warnings.join("\n"), /^Not available: gemini, /mu)
    assert.include(all.stderr, "Not available: gemini, ")
  })

  it("writes where it is told to, and one page besides", () => {
    const world = makeReviewed()
    const { document } = reviewed(world, ["--plan-lint", "--out", "here/there", "--html"])
    assert.strictEqual(document.reviewsPath, join(world.work, "here/there/REVIEWS.md"))
    assert.deepStrictEqual(readdirSync(join(world.work, "here/there")), ["REVIEWS.html", "REVIEWS.md"])
  })

  it("keeps prompt and answer with --keep, for nobody else to read", () => {
    const world = makeReviewed()
    const { document } = reviewed(world, ["--plan-lint", "--keep"])
    const folder = join(world.home, ".gsd/runs", document.runId)
    assert.deepStrictEqual(readdirSync(folder), ["kept.json", "plan-lint.answer.md", "plan-lint.prompt.md"])
    for (const name of readdirSync(folder))
      assert.strictEqual(statSync(join(folder, name)).mode & 0o777, 0o600)
    assert.strictEqual(statSync(folder).mode & 0o777, 0o700)
    assert.deepInclude(JSON.parse(gsd(world, ["doctor", "--json"]).stdout), { healthy: true })
  })

  it("prints what happens as lines of JSON, the result last", () => {
    const world = makeReviewed()
    const { stdout } = gsd(world, ["review", "--plan", plan, "--events", "--plan-lint"], withLanes(world))
    const events: ReadonlyArray<{ readonly event: string; readonly verdict?: string }> = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    const names = events.map(({ event }) => event).filter((event) => event !== "wrote")
    assert.deepStrictEqual(names, ["chosen", "started", "ended", "reported", "result"])
    assert.deepInclude(events.at(-1), { verdict: "met" })
  })
})

describe("the command line of gsd review", () => {
  it("names the nearest flag, of a lane or of its own, and ends with 2", () => {
    const world = makeReviewed()
    installLane(world, { slug: "one", script: "exit 0" })
    for (const [args, meant] of [
      [["--plan-lnt"], "--plan-lint"],
      [["--onee"], "--one"],
      [["--evnts"], "--events"],
      [["--quorm", "2"], "--quorum"]
    ] as const) {
      const ran = gsd(world, ["review", "--plan", plan, ...args])
      assert.strictEqual(ran.code, 2, ran.stderr)
      assert.include(ran.stderr, `Did you mean \`${meant}\`?`)
    }
  })

  it("refuses what cannot be carried out before anything is started", () => {
    const world = makeReviewed()
    const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, number]> = [
      [["review", "run"], 2],
      [["review", "--plan", plan, "--quorum", "0"], 2],
      [["review", "--plan", plan, "--lanes", "nobody"], 2],
      [["review", "--plan", plan, "--json", "--events"], 2],
      [["review", "--plan", "nothing.md"], 6]
    ]
    for (const [args, code] of wrong) assert.strictEqual(gsd(world, args).code, code, args.join(" "))
    assert.isFalse(existsSync(join(world.work, "plans/REVIEWS.md")))
    assert.isFalse(existsSync(join(world.home, ".gsd/runs")))
  })
})

describe("gsd review lanes, probe and plan", () => {
  it("tell who could review, and exactly what would be started", () => {
    const world = makeReviewed()
    const marker = join(world.root, "started")
    installLane(world, { slug: "one", script: `touch ${marker}`, args: ["--ask", "x y"] })
    const lanes = JSON.parse(gsd(world, ["review", "lanes", "--json"], withLanes(world)).stdout).lanes
    const states = new Map(lanes.map((row: { slug: string; state: string }) => [row.slug, row.state]))
    assert.deepStrictEqual([states.get("one"), states.get("plan-lint")], ["available", "available"])
    const probed = JSON.parse(gsd(world, ["review", "probe", "one", "--json"]).stdout).lanes
    assert.deepInclude(probed[0], { slug: "one", state: "unavailable", reason: "missing-binary" })
    const without = gsd(world, ["review", "plan", "--plan", plan, "--one", "--json"])
    const [{ detail, reason, state }] = JSON.parse(without.stdout).lanes
    assert.deepStrictEqual([state, reason, detail], ["unavailable", probed[0].reason, probed[0].detail])
    const { SECRET, ...named } = { SECRET: "do not tell", FOO: "1" }
    const ran = gsd(
      world,
      ["review", "plan", "--plan", plan, "--one", "--json"],
      withLanes(world, { ...named, SECRET })
    )
    const [planned] = JSON.parse(ran.stdout).lanes
    assert.deepInclude(planned, {
      slug: "one",
      state: "ready",
      argv: ["fake-one", "--ask", "x y"],
      stdin: "prompt",
      timeoutMs: 20_000
    })
    assert.includeMembers(planned.env, ["FOO", "HOME", "PATH", "SECRET"])
    assert.notInclude(ran.stdout, SECRET)
    assert.isAbove(planned.promptBytes, 100)
    assert.isFalse(existsSync(marker))
  })
})

/** A server that nobody should ask; tells how often somebody did. */
const listening = async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.end('{"data":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked: () => asked }
}

describe("egress", () => {
  it("is refused where a configuration points a consented lane elsewhere, which is not even probed", async () => {
    const world = makeReviewed()
    const there = await listening()
    put(world, { ".planning/config.json": '{"review":{"near_host":"http://127.0.0.1:9"}}' })
    installEndpoint(world, "near")
    put(world, { ".planning/config.json": JSON.stringify({ review: { near_host: there.url } }) })
    const { code, document } = reviewed(world, ["--near"])
    assert.strictEqual(code, 7)
    assert.deepStrictEqual(outcomes(document.lanes), ["near refused"])
    assert.strictEqual(document.lanes[0]?.reason, "host-changed")
    await new Promise((resolve) => setTimeout(resolve, 50))
    assert.strictEqual(there.asked(), 0)
    assert.notInclude(gsd(world, ["capability", "log"]).stdout, "egress")
  })

  it("is written down for every lane that was sent something, in the chain", () => {
    const world = makeReviewed()
    installLane(world, { slug: "one", script: concern("no rollback") })
    const { document } = reviewed(world, ["--one", "--plan-lint", "--codex"])
    const log = JSON.parse(gsd(world, ["capability", "log", "--verify", "--json"]).stdout)
    assert.deepStrictEqual(log.damage, [])
    const rows = log.rows.filter(({ op }: { op: string }) => op === "egress")
    assert.sameDeepMembers(
      rows.map(({ egress, id }: { id: string; egress: { lane: string; to: string; run: string } }) => [
        id,
        egress.lane,
        egress.to,
        egress.run
      ]),
      [
        ["lane-one", "one", "fake-one", document.runId],
        ["plan-lint", "plan-lint", "gsd", document.runId]
      ]
    )
    for (const { egress } of rows) assert.match(egress.prompt, /^sha512-/u)
    assert.match(gsd(world, ["capability", "log"]).stdout, / egress +one was sent \d+ bytes \(fake-one\) /u)
  })
})

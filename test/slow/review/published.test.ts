import * as Effect from "effect/Effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeWorld, start, type World } from "../../cli/support/world.ts"
import { until } from "../../support/processes.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"
import {
  configure,
  ended,
  installBrief,
  installPublished,
  packages,
  processesOf,
  published,
  withPrograms,
  type Published
} from "./published.ts"

const folder = makeRoom("gsd-published-")
let present: ReadonlyArray<Published> = []

beforeAll(() => {
  present = installPublished(folder)
}, 800_000)
afterAll(removeRooms)

interface Lane {
  readonly slug: string
  readonly outcome: string
  readonly ok: boolean
  readonly reason: string
  readonly notes: ReadonlyArray<string>
}

interface Document {
  readonly verdict: string
  readonly usable: number
  readonly lanes: ReadonlyArray<Lane>
}

const plan = "PLAN.md"

const projectOf = (settings: object): { readonly world: World; readonly env: Record<string, string> } => {
  const world = makeWorld()
  configure(world, settings)
  writeFileSync(join(world.work, plan), "# Plan\n\n## Task 1: write it\n")
  return { world, env: { ...withPrograms(world, folder) } }
}

const review = ["review", "--plan", plan]

/** What each says of itself without credentials; without a network as well, codex waits for one. */
const words: Readonly<Record<Published, RegExp>> = {
  gemini: /auth|api.?key/iu,
  codex: /error|unauthori|network|reconnect|log ?in|quota/iu,
  claude: /log ?in|auth|api.?key/iu
}

/** Asserts of one lane that its program ran, came to nothing, and that the outcome says why. */
const assertCameToNothing = (lane: Lane | undefined, name: Published): void => {
  assert.isDefined(lane, name)
  const told = `${lane.slug}: ${lane.outcome} ${lane.reason}: ${lane.notes.join("; ")}`
  if (!present.includes(name)) {
    assert.strictEqual(`${lane.outcome} ${lane.reason}`, "unavailable missing-binary", told)
    return
  }
  assert.include(["failed", "timed-out"], lane.outcome, told)
  assert.isFalse(lane.ok, told)
  assert.match(lane.notes.join("; "), words[name], told)
}

const assertReviewed = (said: string, lanes: Readonly<Record<Published, string>>): void => {
  const document: Document = JSON.parse(said)
  assert.deepInclude(document, { verdict: "degraded", usable: 0 })
  assert.strictEqual(document.lanes.length, published.length)
  for (const name of published)
    assertCameToNothing(
      document.lanes.find(({ slug }) => slug === lanes[name]),
      name
    )
}

describe("the programs that are published, without credentials", () => {
  it("are installed, at least two of them", () => {
    assert.isAtLeast(present.length, 2, `installed: ${present.map((name) => packages[name]).join(", ")}`)
  })

  it("are probed", async () => {
    const { env, world } = projectOf({})
    const ran = await ended(world, ["review", "probe", ...published, "--json"], env)
    const { lanes }: { readonly lanes: ReadonlyArray<{ readonly slug: string; readonly state: string }> } =
      JSON.parse(ran.stdout)
    const states = Object.fromEntries(lanes.map(({ slug, state }) => [slug, state]))
    const expected = (name: Published) => (present.includes(name) ? "available" : "unavailable")
    assert.deepStrictEqual(states, Object.fromEntries(published.map((name) => [name, expected(name)])))
    assert.deepStrictEqual(processesOf(world), [])
  })

  it("come to nothing as first-party lanes, which say why", async () => {
    const { env, world } = projectOf({ review: { idle_timeout: 6 } })
    const ran = await ended(world, [...review, "--lanes", published.join(","), "--json"], env)
    assert.strictEqual(ran.code, 7, ran.stderr)
    assert.deepStrictEqual(processesOf(world), [])
    assertReviewed(ran.stdout, { gemini: "gemini", codex: "codex", claude: "claude" })
    const report = readFileSync(join(world.work, "REVIEWS.md"), "utf8")
    assert.match(report, /Degraded: 0 of the 2 usable reviews/u)
  })

  it("are ended at their time limit as lanes of another maker", async () => {
    const { env, world } = projectOf({})
    for (const name of published) installBrief(world, name, 12_000)
    const lanes = { gemini: "brief-gemini", codex: "brief-codex", claude: "brief-claude" }
    const ran = await ended(world, [...review, "--lanes", Object.values(lanes).join(","), "--json"], env)
    assert.strictEqual(ran.code, 7, ran.stderr)
    assert.deepStrictEqual(processesOf(world), [])
    assertReviewed(ran.stdout, lanes)
  })

  it("are ended when gsd is in the middle of the review", async () => {
    const { env, world } = projectOf({})
    const running = start(world, [...review, "--lanes", published.join(",")], env)
    // gsd is one of them.
    await Effect.runPromise(until(() => processesOf(world).length > 1))
    running.child.kill("SIGTERM")
    const ran = await running.ended
    assert.deepStrictEqual(processesOf(world), [], ran.stderr)
    assert.isTrue(existsSync(join(world.work, "REVIEWS.md")), ran.stderr)
    assert.match(readFileSync(join(world.work, "REVIEWS.md"), "utf8"), /^interrupted: true$/mu)
  })
})

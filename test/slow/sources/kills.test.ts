import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeWorld, start } from "../../cli/support/world.ts"
import { removeRooms } from "../../support/rooms.ts"
import { authority } from "../../support/tls.ts"
import { done, personOf, publishers, run, setUp, type Json, type Person } from "./people.ts"

afterAll(removeRooms)

/** Replays a run when it is set; printed with every failure. */
const seed = Number(process.env["GSD_KILL_SEED"] ?? Date.now() % 1_000_000)

const instants = 6

/** A copy of everything a person has, put back before each strike. */
const kept = ({ world }: Person) => {
  const copy = join(makeWorld().root, "kept")
  cpSync(world.root, copy, { recursive: true, verbatimSymlinks: true })
  return () => {
    rmSync(world.root, { recursive: true, force: true })
    cpSync(copy, world.root, { recursive: true, verbatimSymlinks: true })
  }
}

/** Starts a command and kills it after some milliseconds; it may have ended by then. */
const struck = ({ env, world }: Person, args: ReadonlyArray<string>, millis: number) =>
  Effect.promise(async () => {
    const { child, ended } = start(world, [...args, "--json"], env)
    const timer = setTimeout(() => child.kill("SIGKILL"), millis)
    await ended
    clearTimeout(timer)
  })

const leftIn = ({ world }: Person): ReadonlyArray<string> =>
  ["tx", "staging"].flatMap((folder) => {
    const path = join(world.home, ".gsd", folder)
    return existsSync(path) ? readdirSync(path).map((name) => `${folder}/${name}`) : []
  })

interface Strike {
  readonly args: ReadonlyArray<string>
  /** What must hold afterwards, whichever side of the commit the strike was on; a text tells the side. */
  readonly side: Effect.Effect<string>
  /** The same command again, and what it must come to. */
  readonly again: Effect.Effect<unknown>
}

/** Strikes a command at instants spread over the time that it takes, and finishes it each time. */
const everyInstant = Effect.fnUntraced(function* (person: Person, strike: Strike) {
  const back = kept(person)
  const began = performance.now()
  yield* done(person, ...strike.args)
  const whole = performance.now() - began
  const chances = yield* Random.withSeed(
    Effect.forEach(Array.from({ length: instants }), () => Random.next),
    `${seed}`
  )
  const sides: Array<string> = []
  for (const [at, chance] of chances.entries()) {
    back()
    const millis = ((at + chance) / instants) * whole
    yield* struck(person, strike.args, millis)
    const told = `seed ${seed}, killed after ${Math.round(millis)} of ${Math.round(whole)} ms`
    sides.push(yield* strike.side)
    yield* strike.again
    assert.deepStrictEqual(leftIn(person), [], told)
  }
  assert.isTrue(
    sides.every((side) => side === "before" || side === "after"),
    `seed ${seed}: ${sides.join(", ")}`
  )
})

/** Makes a folder's manifest require the capability of the publishers. */
const dependsOnIt = (folder: string) =>
  Effect.sync(() => {
    const path = join(folder, "capability.json")
    const manifest: Json = { ...JSON.parse(readFileSync(path, "utf8")), requires: ["hk-cap"], tier: "full" }
    writeFileSync(path, JSON.stringify(manifest))
  })

/** Of two versions which one is active, whole and consented to. */
const sideOf = (person: Person, flags: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const verified = yield* run(person, "capability", "verify", ...flags)
    const rows = (yield* done(person, "capability", "list", ...flags)).filter(
      (row) => row["origin"] === "overlay" || row["id"] === "hk-cap"
    )
    const [row] = rows
    if (rows.length === 0) return "none"
    if (verified.code !== 0 || row?.["status"] !== "active") return JSON.stringify(rows)
    return row["version"] === "1.0.0" ? "before" : "after"
  })

describe("SIGKILL at any instant leaves the old or the new state, and the next command finishes it", () => {
  for (const [name, make] of publishers) {
    it.live(`of an update from ${name}`, () =>
      Effect.gen(function* () {
        const by = yield* authority()
        const publisher = yield* make(by, join(makeWorld().root, "touched"))
        yield* publisher.publish("1.0.0")
        const person = personOf(by, publisher)
        yield* setUp(person, publisher)
        yield* done(person, "capability", "install", publisher.spec, "--yes")
        yield* publisher.publish("1.1.0")
        const next = publisher.nextSpec === undefined ? [] : [publisher.nextSpec]
        const args = ["capability", "update", "hk-cap", ...next, "--yes"]
        const again = Effect.map(done(person, ...args), (receipt) =>
          assert.include(receipt, { version: "1.1.0" })
        )
        yield* everyInstant(person, { args, side: sideOf(person), again })
      })
    )
  }

  it.live("of a sync from a registry", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const [, make] = publishers.at(-1) ?? assert.fail("there is none")
      const publisher = yield* make(by, join(makeWorld().root, "touched"))
      yield* publisher.publish("1.0.0")
      const person = personOf(by, publisher)
      yield* setUp(person, publisher)
      const project = join(person.world.work, "app")
      mkdirSync(join(project, ".planning"), { recursive: true })
      const where = ["--project", project]
      const scoped = ["--scope", "project", ...where]
      yield* done(person, "capability", "install", publisher.spec, "--yes", ...scoped)
      const old = kept(person)
      yield* publisher.publish("1.1.0")
      yield* done(person, "capability", "update", "hk-cap", "--yes", ...scoped)
      const lockfile = join(project, ".gsd/capabilities.lock.json")
      const agreed = join(makeWorld().root, "agreed.json")
      cpSync(lockfile, agreed)
      old()
      cpSync(agreed, lockfile)
      const args = ["capability", "sync", "--yes", ...where]
      const again = Effect.andThen(
        done(person, ...args),
        Effect.map(done(person, "capability", "show", "hk-cap", ...scoped), (shown) =>
          assert.include(shown, { version: "1.1.0", status: "active" })
        )
      )
      yield* everyInstant(person, { args, side: sideOf(person, scoped), again })
    })
  )

  it.live("of a removal with what depends on it", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const [, make] = publishers[0] ?? assert.fail("there is none")
      const publisher = yield* make(by, join(makeWorld().root, "touched"))
      yield* publisher.publish("1.0.0")
      const person = personOf(by, publisher)
      yield* done(person, "capability", "install", publisher.spec, "--yes")
      yield* done(person, "capability", "init", "top")
      const top = join(person.world.work, "top")
      yield* dependsOnIt(top)
      yield* done(person, "capability", "install", top, "--yes")
      const args = ["capability", "remove", "hk-cap", "--cascade"]
      const side = Effect.map(done(person, "capability", "list"), (rows) => {
        const ids = rows.filter((row) => row["origin"] === "overlay").map((row) => row["id"])
        if (ids.length === 0) return "after"
        return ids.length === 2 ? "before" : ids.join(" and ")
      })
      const again = Effect.andThen(
        run(person, ...args),
        Effect.map(side, (now) => assert.strictEqual(now, "after"))
      )
      yield* everyInstant(person, { args, side, again })
    })
  )
})

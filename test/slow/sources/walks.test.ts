import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { makeWorld } from "../../cli/support/world.ts"
import { removeRooms } from "../../support/rooms.ts"
import { authority, type Authority } from "../../support/tls.ts"
import { done, personOf, publishers, setUp, type Json, type Person } from "./people.ts"
import type { Publisher } from "./publishers.ts"

afterAll(removeRooms)

const rowOf = (person: Person, ...flags: ReadonlyArray<string>) =>
  Effect.map(done(person, "capability", "outdated", ...flags), (rows) => {
    assert.strictEqual(rows.length, 1)
    return rows[0] ?? {}
  })

/** Installs, sees the next release, upgrades, goes back and on again, removes. */
const alone = Effect.fnUntraced(function* (person: Person, publisher: Publisher) {
  const { nextSpec, spec } = publisher
  yield* setUp(person, publisher)
  assert.include(yield* done(person, "capability", "install", spec, "--yes"), {
    status: "installed",
    version: "1.0.0"
  })
  assert.include(yield* rowOf(person), { status: nextSpec === undefined ? "current" : "manual" })
  yield* publisher.publish("1.1.0")
  assert.include(yield* rowOf(person), { status: nextSpec === undefined ? "outdated" : "manual" })
  const again = nextSpec === undefined ? [] : [nextSpec]
  const upgraded = yield* done(person, "capability", "update", "hk-cap", ...again, "--yes")
  assert.include(upgraded, { status: "upgraded", version: "1.1.0", previousVersion: "1.0.0" })
  assert.include(yield* done(person, "capability", "verify"), { verdict: "ok" })
  assert.include(yield* done(person, "capability", "rollback", "hk-cap"), { version: "1.0.0" })
  assert.include(yield* done(person, "capability", "remove", "hk-cap"), { status: "removed" })
})

const lockOf = (project: string): Json => {
  const file = JSON.parse(readFileSync(join(project, ".gsd/capabilities.lock.json"), "utf8")) as {
    readonly capabilities: Readonly<Record<string, Json>>
  }
  return file.capabilities["hk-cap"] ?? {}
}

const projectOf = ({ world }: Person, name: string): string => {
  const project = join(world.work, name)
  mkdirSync(join(project, ".planning"), { recursive: true })
  return project
}

const onlyLock = (from: string, to: string) => {
  mkdirSync(join(to, ".gsd"), { recursive: true })
  cpSync(join(from, ".gsd/capabilities.lock.json"), join(to, ".gsd/capabilities.lock.json"))
}

/** One person agrees for a project, another takes it over from the lockfile alone, and once more without a network. */
const together = Effect.fnUntraced(function* (by: Authority, one: Person, publisher: Publisher) {
  const spec = publisher.nextSpec ?? publisher.spec
  const project = projectOf(one, "app")
  yield* done(one, "capability", "install", spec, "--yes", "--scope", "project", "--project", project)
  yield* done(one, "capability", "lock", "--check", "--project", project)
  const locked = lockOf(project)
  assert.match(String(locked["contentHash"]), /^sha512-/u)
  const other = personOf(by, publisher)
  yield* setUp(other, publisher)
  const copy = projectOf(other, "app")
  onlyLock(project, copy)
  yield* done(other, "capability", "sync", "--yes", "--project", copy)
  assert.deepStrictEqual(lockOf(copy), locked)
  yield* done(other, "capability", "install", "--frozen", "--yes", "--project", copy)
  const before = publisher.requests?.()
  const second = projectOf(other, "second")
  onlyLock(project, second)
  yield* done(other, "capability", "sync", "--offline", "--yes", "--project", second)
  assert.deepStrictEqual(lockOf(second), locked)
  const [row] = yield* done(
    other,
    "capability",
    "outdated",
    "--offline",
    "--scope",
    "project",
    "--project",
    copy
  )
  assert.include(row, { status: publisher.nextSpec === undefined ? "unknown" : "manual" })
  assert.strictEqual(publisher.requests?.(), before)
  return locked
})

/** Everything from a mirror on the disk: no server is asked. */
const mirrored = Effect.fnUntraced(function* (by: Authority, publisher: Publisher, locked: Json) {
  const mirror = makeWorld().work
  yield* publisher.mirror(mirror)
  const person = personOf(by, publisher, { allow: [], mirror: `file://${mirror}` })
  const before = publisher.requests?.()
  yield* setUp(person, publisher)
  yield* done(person, "capability", "install", publisher.spec, "--yes")
  assert.include(yield* rowOf(person), { status: publisher.nextSpec === undefined ? "current" : "manual" })
  yield* done(
    person,
    "capability",
    "update",
    "hk-cap",
    ...(publisher.nextSpec === undefined ? [] : [publisher.nextSpec]),
    "--yes"
  )
  yield* done(person, "capability", "verify")
  const [row] = yield* done(person, "capability", "list")
  assert.include(yield* done(person, "capability", "show", "hk-cap"), { contentHash: locked["contentHash"] })
  assert.isDefined(row)
  assert.strictEqual(publisher.requests?.(), before)
})

describe("install, upgrade, outdated, lock, sync, offline and mirror", () => {
  for (const [name, make] of publishers) {
    it.live(`of ${name}; nothing of them is executed`, () =>
      Effect.gen(function* () {
        const by = yield* authority()
        const sentinel = join(makeWorld().root, "touched")
        const publisher = yield* make(by, sentinel)
        yield* publisher.publish("1.0.0")
        const person = personOf(by, publisher)
        yield* alone(person, publisher)
        const locked = yield* together(by, person, publisher)
        yield* mirrored(by, publisher, locked)
        assert.isFalse(existsSync(sentinel))
        rmSync(sentinel, { force: true })
      })
    )
  }
})

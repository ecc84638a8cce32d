import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { install } from "../../src/pipelines/install.ts"
import { below, capability, type CapabilityFiles } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { lifeOf, nobody } from "../support/life.ts"
import { refuse } from "../support/refusal.ts"

const at = (version: string): CapabilityFiles =>
  capability({ version }, { "hooks/a.sh": `#!/bin/sh\necho ${version}\n` })

/** A life in which these versions were installed one after the other, each asked for. */
const lived = Effect.fnUntraced(function* (...versions: ReadonlyArray<string>) {
  const life = lifeOf(at(versions[0] ?? "1.0.0"))
  yield* life.install()
  for (const version of versions.slice(1)) {
    yield* life.source(at(version))
    yield* life.update()
  }
  return life
})

type Life = ReturnType<typeof lifeOf>

const keptBy = (life: Life) =>
  Effect.map(life.show, (details) => details.generations.map((one) => `${one.generation} ${one.version}`))

const bundlesOn = (life: Life) =>
  [...life.disk.snapshot().keys()].filter((path) => /\.gsd\/store\/[^/]+$/u.test(path)).length

const keep = (life: Life, generations: number) =>
  life.write("/home/ada/.gsd/policy.json", JSON.stringify({ generations }))

describe("kept generations", () => {
  it.effect("are the highest numbers, as many as the policy says, with their bundles and records", () =>
    Effect.gen(function* () {
      const life = yield* lived("1.0.0", "1.1.0", "1.2.0", "1.3.0")
      assert.deepStrictEqual(yield* keptBy(life), ["2 1.1.0", "3 1.2.0", "4 1.3.0"])
      assert.strictEqual(bundlesOn(life), 3)
      assert.strictEqual((yield* life.records).length, 3)
      yield* keep(life, 1)
      yield* life.source(at("1.4.0"))
      yield* life.update()
      assert.deepStrictEqual(yield* keptBy(life), ["5 1.4.0"])
      assert.strictEqual(bundlesOn(life), 1)
      assert.strictEqual((yield* life.records).length, 1)
      yield* keep(life, 5)
      yield* life.source(at("1.5.0"))
      yield* life.update()
      assert.deepStrictEqual(yield* keptBy(life), ["5 1.4.0", "6 1.5.0"])
    })
  )
  it.effect("always hold the active one, however low its number, until another takes its place", () =>
    Effect.gen(function* () {
      const life = yield* lived("1.0.0", "1.1.0", "1.2.0")
      yield* life.rollback(1)
      assert.deepStrictEqual(yield* keptBy(life), ["1 1.0.0", "2 1.1.0", "3 1.2.0"])
      yield* keep(life, 2)
      yield* life.source(at("1.3.0"))
      yield* life.update()
      assert.deepStrictEqual(yield* keptBy(life), ["3 1.2.0", "4 1.3.0"])
      assert.include(yield* life.rollback(), { generation: 3, version: "1.2.0" })
    })
  )
  it.effect("never share a number while they are kept", () =>
    Effect.gen(function* () {
      const life = yield* lived("1.0.0", "1.1.0", "1.2.0")
      yield* life.rollback(1)
      yield* life.source(at("1.3.0"))
      assert.include(yield* life.update(), { generation: 4 })
      yield* life.rollback(3)
      yield* life.source(at("1.4.0"))
      assert.include(yield* life.update(), { generation: 5 })
      const numbers = (yield* life.show).generations.map((one) => one.generation)
      assert.deepStrictEqual(numbers, [...new Set(numbers)])
    })
  )
  it.effect("are gone back to by number and come back from, without a question", () =>
    Effect.gen(function* () {
      const life = yield* lived("1.0.0", "1.1.0", "1.2.0")
      for (const [to, version] of [
        [1, "1.0.0"],
        [3, "1.2.0"],
        [2, "1.1.0"]
      ] as const) {
        assert.include(yield* life.rollback(to), { status: "rolled-back", generation: to, version })
        assert.deepInclude((yield* life.rows)[0], { status: "active", version })
        assert.strictEqual((yield* life.verify).verdict, "ok")
      }
      assert.include(yield* life.rollback(2), { status: "unchanged", generation: 2 })
      assert.include(yield* life.rollback(), { generation: 1 })
      const none = yield* refuse(life.disk, life.rollback())
      assert.include(none, { tag: "GenerationNotKept", exit: 6 })
      assert.include(none.message, "no generation before the active one (1)")
      assert.match((yield* refuse(life.disk, life.rollback(9))).hints.join(" "), /1, 2, 3/u)
    })
  )
  it.effect("that hold the same bytes share a bundle, which goes only with the last of them", () =>
    Effect.gen(function* () {
      const life = yield* lived("1.0.0", "1.1.0")
      yield* life.rollback(1)
      yield* life.update()
      assert.deepStrictEqual(yield* keptBy(life), ["1 1.0.0", "2 1.1.0", "3 1.1.0"])
      assert.strictEqual(bundlesOn(life), 2)
      yield* keep(life, 2)
      yield* life.source(at("1.2.0"))
      yield* life.update()
      assert.deepStrictEqual(yield* keptBy(life), ["3 1.1.0", "4 1.2.0"])
      assert.strictEqual(bundlesOn(life), 2)
      assert.include(yield* life.rollback(3, nobody), { version: "1.1.0" })
      assert.strictEqual((yield* life.verify).verdict, "ok")
      yield* life.remove
      assert.strictEqual(bundlesOn(life), 0)
    })
  )
  it.effect("keep their bundles while another capability comes and goes", () =>
    Effect.gen(function* () {
      const life = yield* lived("1.0.0", "1.1.0")
      for (const [path, text] of Object.entries(below("/src/other", capability({ id: "other", skills: [] }))))
        yield* life.write(path, text)
      yield* life.run(install(requestOf("/src/other")))
      assert.strictEqual(bundlesOn(life), 3)
      yield* life.remove
      assert.strictEqual(bundlesOn(life), 1)
      assert.deepStrictEqual(
        (yield* life.rows).map((row) => `${row.id} ${row.status}`),
        ["other active"]
      )
    })
  )
  it.effect("that were dropped wait an hour in trash, and go with the first command after it", () =>
    Effect.gen(function* () {
      const life = yield* lived("1.0.0")
      const trashed = () =>
        [...life.disk.snapshot().keys()].filter((path) => /\.gsd\/trash\/[^/]+$/u.test(path)).length
      yield* life.remove
      assert.strictEqual(trashed(), 1)
      yield* TestClock.adjust("59 minutes")
      yield* life.install()
      yield* life.remove
      assert.strictEqual(trashed(), 2)
      yield* TestClock.adjust("2 minutes")
      yield* life.install()
      assert.strictEqual(trashed(), 1)
    })
  )
})

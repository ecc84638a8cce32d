import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { differing, lifeOf } from "../../support/hosts.ts"
import { four, inProject, isBelow, places, plants, proveLaterTraps, proveTraps, root } from "./traps.ts"

describe("hosts in a project", () => {
  it.effect("are given its capabilities in its own folders, and left as they were", () =>
    Effect.gen(function* () {
      const hosts = inProject({ [`${root}/.cursor/mcp.json`]: '{ "mcpServers": {} }' })
      const before = hosts.outside()
      yield* hosts.install()
      const applied = yield* hosts.apply(...four)
      assert.deepStrictEqual(applied.warnings, [])
      assert.isTrue(applied.runtimes.every(({ rows }) => rows.every(({ path }) => isBelow(path))))
      for (const path of places) assert.isDefined(hosts.text(path), path)
      assert.isUndefined(hosts.text(`${root}/.claude/settings.json`))
      for (const [name, step] of lifeOf(hosts, four)) {
        assert.deepStrictEqual((yield* step).warnings, [], name)
        assert.deepStrictEqual(yield* differing(hosts), [], name)
      }
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )

  it.effect("are given nothing of what nobody on this machine consented to", () =>
    Effect.gen(function* () {
      const hosts = inProject()
      yield* hosts.install()
      yield* hosts.revoke
      const before = hosts.outside()
      const { runtimes } = yield* hosts.apply(...four)
      assert.deepStrictEqual(
        runtimes.flatMap(({ rows }) => rows),
        []
      )
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )

  it.effect("are announced in a checkout, also when they are kept in step", () =>
    Effect.gen(function* () {
      const hosts = inProject({ [`${root}/.git/HEAD`]: "ref: refs/heads/main\n" })
      yield* hosts.install()
      const told = (warnings: ReadonlyArray<string>) =>
        warnings.filter((one) => one.endsWith("are for this machine alone: let git ignore them")).length
      assert.strictEqual(told((yield* hosts.apply("claude")).warnings), 1)
      assert.strictEqual(told((yield* hosts.update()).warnings), 1)
      assert.strictEqual(told((yield* hosts.disable()).warnings), 1)
      assert.strictEqual(told((yield* hosts.enable()).warnings), 1)
      assert.strictEqual(told((yield* hosts.rollback).warnings), 1)
      assert.strictEqual(told((yield* hosts.revoke).warnings), 1)
      assert.strictEqual(told((yield* hosts.remove()).warnings), 0)
    })
  )
})

describe("a repository that lays traps", () => {
  it.effect.each(plants.slice(0, 5))("has none of them followed or touched: %s", ([, plant]) =>
    proveTraps(plant)
  )

  it.effect.each(plants.slice(0, 1))("has none of them followed that come later: %s", ([, plant]) =>
    proveLaterTraps(plant)
  )
})

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { hostFiles, hostsOf } from "../../support/hosts.ts"
import { treeWithout } from "../../support/tree.ts"
import { atOnce, grounds, proveLife, type Ground } from "./lives.ts"

describe("the life of a capability that hosts were given", () => {
  it.effect.each(grounds.slice(0, 3))("leaves them byte for byte as they were: $name", proveLife)

  it.effect("is the same when runtimes come first, and one after the other", () =>
    Effect.gen(function* () {
      const ids = ["claude", "codex", "opencode", "cursor"]
      const ground: Ground = { name: "", ids, files: hostFiles }
      const hosts = hostsOf(hostFiles)
      const before = hosts.outside()
      for (const id of ids) assert.strictEqual((yield* hosts.apply(id)).status, "applied")
      assert.deepStrictEqual(hosts.outside(), before)
      const receipt = yield* hosts.install()
      assert.deepStrictEqual(
        receipt.projected?.map(({ runtime }) => runtime),
        ids.toSorted()
      )
      assert.deepStrictEqual(hosts.outside(), yield* atOnce(ground, "/src/hk-cap"))
      yield* hosts.withdraw("opencode", "claude")
      yield* hosts.withdraw("cursor")
      assert.deepStrictEqual(
        (yield* hosts.status()).map(({ runtime }) => runtime),
        ["codex"]
      )
      yield* hosts.withdraw("codex")
      assert.deepStrictEqual(hosts.outside(), before)
      assert.strictEqual((yield* Effect.flip(hosts.withdraw("codex")))._tag, "RuntimeNotApplied")
    })
  )

  it.effect("writes nothing when all stands already", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(hostFiles)
      yield* hosts.install()
      yield* hosts.apply("claude", "codex")
      const before = treeWithout(hosts.disk, /^$/u)
      assert.strictEqual((yield* hosts.apply("codex", "claude")).status, "unchanged")
      assert.deepStrictEqual(treeWithout(hosts.disk, /^$/u), before)
    })
  )
})

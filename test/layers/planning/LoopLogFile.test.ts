import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll } from "vitest"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { limits } from "../../../src/domain/limits.ts"
import type { HookRecord } from "../../../src/domain/loop/outcome.ts"
import { outcomesPath } from "../../../src/domain/loop/record.ts"
import { engineLayer } from "../../../src/layers/live.ts"
import { LoopLog } from "../../../src/services/LoopLog.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const record: HookRecord = {
  at: "2026-12-01T08:00:00.000Z",
  run: "r1",
  point: "plan:pre",
  hook: "ui/step/0",
  capId: "ui",
  kind: "step",
  outcome: "done"
}

const makeShop = () => {
  const room = makeRoom("gsd-loop-log-")
  const shop = join(room, "shop")
  mkdirSync(join(room, "home"), { mode: 0o700 })
  mkdirSync(join(shop, ".planning"), { recursive: true })
  const live = engineLayer({ root: join(room, "home"), project: shop, command: "gsd test" })
  return {
    shop,
    file: join(shop, outcomesPath),
    run: <A, E>(work: Effect.Effect<A, E, LoopLog>) => Effect.provide(work, live)
  }
}

const append = Effect.scoped(
  Effect.gen(function* () {
    yield* (yield* (yield* LoopLog).open).append(record)
  })
)

const recent = Effect.flatMap(LoopLog, (log) => log.recent)

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const onPosix = it.effect.runIf(process.platform !== "win32")

describe("LoopLogFile", () => {
  it.effect("is empty before anything was written, and reading makes nothing", () =>
    Effect.gen(function* () {
      const { run, shop } = makeShop()
      assert.deepStrictEqual(yield* run(recent), { records: [], unreadable: 0, cut: false })
      assert.isFalse(existsSync(join(shop, ".planning/loop")))
    })
  )

  it.effect("reads what it wrote, behind a torn line too", () =>
    Effect.gen(function* () {
      const { file, run } = makeShop()
      put(file, '{"at":"torn')
      yield* run(append)
      yield* run(append)
      assert.deepStrictEqual(yield* run(recent), { records: [record, record], unreadable: 1, cut: false })
      assert.strictEqual(readFileSync(file, "utf8").split("\n").length, 4)
    })
  )

  it.effect("reads only the end of a long log", () =>
    Effect.gen(function* () {
      const { file, run } = makeShop()
      put(file, `${"x".repeat(2 * limits.loopLogBytes)}\n`)
      yield* run(append)
      assert.deepStrictEqual(yield* run(recent), { records: [record], unreadable: 0, cut: true })
    })
  )

  onPosix("touches nothing that is no plain file in a plain folder", () =>
    Effect.gen(function* () {
      const plants: ReadonlyArray<(shop: string, outside: string) => void> = [
        (shop, outside) => symlinkSync(outside, join(shop, outcomesPath)),
        (shop) => mkdirSync(join(shop, outcomesPath)),
        (shop) => execFileSync("mkfifo", [join(shop, outcomesPath)])
      ]
      for (const plant of plants) {
        const { run, shop } = makeShop()
        const outside = join(shop, "../outside")
        writeFileSync(outside, "mine\n")
        mkdirSync(join(shop, ".planning/loop"))
        plant(shop, outside)
        for (const work of [run(append), run(Effect.asVoid(recent))])
          assert.strictEqual((yield* Effect.flip(work))._tag, "PlanningFileUnreadable")
        assert.strictEqual(readFileSync(outside, "utf8"), "mine\n")
      }
      const { run, shop } = makeShop()
      mkdirSync(join(shop, "../elsewhere"))
      symlinkSync(join(shop, "../elsewhere"), join(shop, ".planning/loop"))
      assert.strictEqual((yield* Effect.flip(run(append)))._tag, "PlanningFileUnreadable")
      assert.isFalse(existsSync(join(shop, "../elsewhere/outcomes.jsonl")))
    })
  )
})

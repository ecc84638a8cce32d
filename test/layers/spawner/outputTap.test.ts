import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import { makeTap } from "../../../src/layers/spawner/outputTap.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const noSource = { pause: () => {}, resume: () => {}, recycle: () => {} }

describe("makeTap", () => {
  it.effect("holds the source back from the first chunk until the sink has taken it", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const gate = yield* Latch.make()
      const source = {
        pause: () => void seen.push("pause"),
        resume: () => void seen.push("resume"),
        recycle: () => {}
      }
      const tap = yield* makeTap(
        {
          _tag: "Stream",
          capBytes: 100,
          write: () =>
            Effect.andThen(
              gate.await,
              Effect.sync(() => void seen.push("written"))
            )
        },
        source
      )
      const pump = yield* Effect.forkChild(tap.pump, { startImmediately: true })
      tap.push(bytes("a"))
      tap.push(bytes("b"))
      assert.isTrue(tap.isHoldingBack())
      assert.deepStrictEqual(seen, ["pause"])
      yield* gate.open
      tap.finish(false)
      yield* Fiber.join(pump)
      assert.deepStrictEqual(seen, ["pause", "written", "written", "resume"])
      assert.isFalse(tap.isHoldingBack())
    })
  )

  it.effect("never holds back a stream whose cap is reached, and counts it", () =>
    Effect.gen(function* () {
      const tap = yield* makeTap({ _tag: "Stream", capBytes: 1, write: () => Effect.void }, noSource)
      tap.push(bytes("ab"))
      tap.finish(false)
      yield* tap.pump
      tap.push(bytes("cd"))
      assert.isFalse(tap.isHoldingBack())
      const { keptBytes, totalBytes, truncated } = tap.capture()
      assert.deepStrictEqual([keptBytes, totalBytes, truncated], [1, 4, true])
    })
  )

  it.effect("keeps exactly the cap of the tail, whatever the chunks", () =>
    Effect.gen(function* () {
      for (const sizes of [[1, 1, 1, 1, 1, 1], [6], [5, 1], [1, 5], [2, 2, 2], [3], []]) {
        const tap = yield* makeTap({ _tag: "Keep", capBytes: 3, part: "tail" }, noSource)
        let at = 0
        for (const size of sizes) tap.push(bytes("abcdef".slice(at, (at += size))))
        const expected = "abcdef".slice(0, at).slice(-3)
        assert.strictEqual(new TextDecoder().decode(tap.capture().bytes), expected)
        assert.strictEqual(tap.capture().truncated, at > 3)
      }
    })
  )

  it.effect("calls a stream incomplete that was cut, and complete that ended first", () =>
    Effect.gen(function* () {
      const cut = yield* makeTap({ _tag: "Keep", capBytes: 3, part: "head" }, noSource)
      cut.finish(true)
      cut.finish(false)
      assert.isFalse(cut.capture().complete)
      const whole = yield* makeTap({ _tag: "Keep", capBytes: 3, part: "head" }, noSource)
      whole.finish(false)
      whole.finish(true)
      assert.isTrue(whole.capture().complete)
    })
  )
})

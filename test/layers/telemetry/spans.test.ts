import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Tracer from "effect/Tracer"
import { NotInstalled } from "../../../src/domain/ledger/errors.ts"
import { makeRecorder } from "../../../src/layers/telemetry/recorder.ts"
import { endOf, watchedTracer } from "../../../src/layers/telemetry/spans.ts"

const same = (text: string): string => text

/** What a program that uses the engine may fail with. */
const foreign: unknown = new SyntaxError("Unexpected token in sesame")

const messageOf = (exit: Exit.Exit<void, unknown>): string | undefined =>
  Exit.isFailure(exit) ? Cause.prettyErrors(exit.cause)[0]?.message : undefined

describe("endOf", () => {
  it("tells tag and message of an error of ours, scrubbed", () => {
    const error = new NotInstalled({ id: "sesame", scope: "global", similar: [] })
    const end = endOf(Exit.fail(error), (text) => text.replace("sesame", "…"))
    assert.deepInclude(end, { outcome: "failed", error: "NotInstalled" })
    assert.match(messageOf(end.exit) ?? "", /No capability `…`/u)
  })

  for (const [name, exit] of [
    ["a foreign error", Exit.fail(foreign)],
    ["a defect", Exit.die(new SyntaxError("Unexpected token in sesame"))],
    ["an error of ours with a cause", Exit.fail(Object.assign(new TypeError("sesame"), { cause: "sesame" }))]
  ] as const)
    it(`tells the kind of ${name} only`, () => {
      const end = endOf(exit, same)
      assert.strictEqual(end.outcome, "failed")
      assert.notInclude(Exit.isFailure(end.exit) ? Cause.pretty(end.exit.cause) : "", "sesame")
      assert.include(["SyntaxError", "TypeError"], messageOf(end.exit))
    })

  it("tells an interruption from a failure", () => {
    assert.strictEqual(endOf(Exit.interrupt(), same).outcome, "interrupted")
    assert.strictEqual(endOf(Exit.succeed("sesame"), same).outcome, "ok")
  })
})

describe("watchedTracer", () => {
  it.effect("records spans with their parents, ends and clean attributes", () =>
    Effect.gen(function* () {
      const recorder = makeRecorder()
      const tracer = watchedTracer(Tracer.nativeTracer, (text) => text.replace("sesame", "…"), [recorder])
      const inner = Effect.fail(new NotInstalled({ id: "x", scope: "global", similar: [] })).pipe(
        Effect.withSpan("Inner.call", { attributes: { where: "at sesame", many: 3, odd: { a: 1 } } }),
        Effect.ignore
      )
      const open = Effect.makeSpan("Open.call")
      yield* Effect.andThen(inner, open).pipe(Effect.withSpan("outer"), Effect.withTracer(tracer))
      const spans = recorder.spans(10n ** 30n)
      const named = (name: string) => spans.find((one) => one.name === name)
      assert.strictEqual(spans.length, 3)
      assert.deepInclude(named("Inner.call"), {
        parent: named("outer")?.id,
        outcome: "failed",
        error: "NotInstalled",
        attributes: { where: "at …", many: 3 }
      })
      assert.deepInclude(named("outer"), { parent: undefined, outcome: "ok" })
      assert.deepInclude(named("Open.call"), { outcome: "unfinished", end: 10n ** 30n })
      assert.strictEqual(recorder.left(), 0)
    })
  )
})

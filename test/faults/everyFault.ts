import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { DiskFailure } from "../../src/domain/disk/errors.ts"
import { everyCall } from "../../src/layers/fault/everyCall.ts"
import type { Fault } from "../../src/layers/fault/Faults.ts"
import { faulty } from "../../src/layers/fault/faulty.ts"
import { Durable } from "../../src/services/Durable.ts"
import { endsOf, proveEnds } from "./ends.ts"
import { once } from "./once.ts"
import { strikesOf } from "./points.ts"
import { runWalk, type Walk } from "./walks.ts"

/** What a disk does that fails. */
export const failing: Fault = {
  kind: "fail",
  error: (call) =>
    new DiskFailure({ operation: call.name, path: String(call.arguments[0]), reason: "io", code: "EIO" })
}
const faults: ReadonlyArray<Fault> = [failing, { kind: "die" }, { kind: "interrupt" }]
const delay: Fault = { kind: "delay", duration: Duration.zero }

/** `fileSystemKind` has no error to fail with, and is only asked to write a cache. */
const hasError = (method: string): boolean => method !== "Durable.fileSystemKind"

/** Strikes every call that a walk makes of the disk with every kind of fault, or with these, and proves both ends. */
export const everyFault = Effect.fnUntraced(function* (walk: Walk, chosen = [...faults, delay]) {
  const { start, ends } = yield* endsOf(walk)
  const proveOnce = once()
  const points = yield* everyCall({
    faults: chosen,
    prove: Effect.fnUntraced(function* (struck) {
      const disk = start.copy()
      yield* struck.run(runWalk(disk, walk, { around: faulty(Durable, struck) }))
      yield* proveOnce(disk, proveEnds(disk, ends))
    })
  })
  for (const { kind } of chosen)
    assert.deepStrictEqual(strikesOf(points, kind, kind === "fail" ? hasError : () => true), [])
})

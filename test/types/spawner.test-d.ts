import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { SpawnError } from "../../src/domain/process/errors.ts"
import type { Outcome } from "../../src/domain/process/outcome.ts"
import { type OutputPlan, Spawner } from "../../src/services/Spawner.ts"

const kept: OutputPlan = { _tag: "Keep", capBytes: 1, part: "head" }

const unbounded = { command: "sh", args: [], env: {}, directory: "/", stdout: kept, stderr: kept }

const timeout = Duration.seconds(1)

/** Checked by tsc only: each line below an expectation must not compile. */
export const claims = Effect.gen(function* () {
  const spawner = yield* Spawner
  const outcome: Effect.Effect<Outcome, SpawnError> = spawner.run({ ...unbounded, timeout })
  yield* outcome
  // @ts-expect-error a run without a timeout
  yield* spawner.run(unbounded)
  // @ts-expect-error a timeout that says no unit
  yield* spawner.run({ ...unbounded, timeout: 1000 })
  // @ts-expect-error an optional timeout
  yield* spawner.run({ ...unbounded, timeout: undefined })
  // @ts-expect-error an inherited environment
  yield* spawner.run({ ...unbounded, timeout, env: undefined })
  // @ts-expect-error an output without a cap
  yield* spawner.run({ ...unbounded, timeout, stdout: { _tag: "Keep", part: "head" } })
})

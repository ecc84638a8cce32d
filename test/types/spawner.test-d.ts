import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { SpawnError } from "../../src/domain/process/errors.ts"
import type { Outcome } from "../../src/domain/process/outcome.ts"
import { type OutputPlan, Spawner } from "../../src/services/Spawner.ts"

const kept: OutputPlan = { _tag: "Keep", capBytes: 1, part: "head" }

const unbounded = { command: "sh", args: [], env: {}, directory: "/", stdout: kept, stderr: kept }

const timeout = Duration.seconds(1)

/**
 * Checked by tsc only. Each line below an expectation must not compile; an expectation that is not met is an error of
 * its own, so these are the assertions of this test and hide nothing.
 */
export const claims = Effect.gen(function* () {
  const spawner = yield* Spawner
  const outcome: Effect.Effect<Outcome, SpawnError> = spawner.run({ ...unbounded, timeout })
  yield* outcome
  // @ts-expect-error must not compile: a run without a timeout could last for ever
  yield* spawner.run(unbounded)
  // @ts-expect-error must not compile: a bare number does not say its unit
  yield* spawner.run({ ...unbounded, timeout: 1000 })
  // @ts-expect-error must not compile: an optional timeout would be forgotten
  yield* spawner.run({ ...unbounded, timeout: undefined })
  // @ts-expect-error must not compile: an inherited environment would hand secrets to the child
  yield* spawner.run({ ...unbounded, timeout, env: undefined })
  // @ts-expect-error must not compile: an output without a cap could fill the memory
  yield* spawner.run({ ...unbounded, timeout, stdout: { _tag: "Keep", part: "head" } })
})

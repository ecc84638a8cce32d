import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { SpawnError } from "../../src/domain/process/errors.ts"
import type { Outcome } from "../../src/domain/process/outcome.ts"
import type { OutputPlan, Spawner } from "../../src/services/Spawner.ts"

const kept: OutputPlan = { _tag: "Keep", capBytes: 1, part: "head" }

const unbounded = { command: "sh", args: [], env: {}, directory: "/", stdout: kept, stderr: kept }

type Request = Parameters<Spawner["Service"]["run"]>[0]

type Accepts<A> = A extends Request ? true : false

type Unbounded = typeof unbounded

interface Bounded {
  readonly timeout: Duration.Duration
}

/** Checked by tsc only: a value of another type than the claim's is an error. */
export const claims: {
  readonly "a bounded run": Accepts<Unbounded & Bounded>
  readonly "a run without a timeout could last for ever": Accepts<Unbounded>
  readonly "a bare number does not say its unit": Accepts<Unbounded & { readonly timeout: number }>
  readonly "an optional timeout would be forgotten": Accepts<Unbounded & { readonly timeout: undefined }>
  readonly "an inherited environment would hand secrets to the child": Accepts<
    Omit<Unbounded, "env"> & Bounded & { readonly env: undefined }
  >
  readonly "an output without a cap could fill the memory": Accepts<
    Omit<Unbounded, "stdout"> &
      Bounded & { readonly stdout: { readonly _tag: "Keep"; readonly part: "head" } }
  >
} = {
  "a bounded run": true,
  "a run without a timeout could last for ever": false,
  "a bare number does not say its unit": false,
  "an optional timeout would be forgotten": false,
  "an inherited environment would hand secrets to the child": false,
  "an output without a cap could fill the memory": false
}

/** A run gives an outcome, or fails with what may go wrong with it. */
export const outcomeOf = (spawner: Spawner["Service"]): Effect.Effect<Outcome, SpawnError> =>
  spawner.run({ ...unbounded, timeout: Duration.seconds(1) })

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { PolicyFacts } from "../../domain/doctor/judgePolicy.ts"
import { readObject } from "../../domain/json/decode.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Policies } from "../../services/Policies.ts"

/** Reads the policies in force, and the user's as it is written. */
export const policyFacts = Effect.fn("doctor.policy")(function* () {
  const durable = yield* Durable
  const policies = yield* Policies
  const { paths } = yield* GsdHome
  const bytes = yield* Effect.option(durable.read(paths.policy, { maxBytes: limits.settingsBytes }))
  const raw = Option.map(bytes, (found) => readObject(found, limits.settingsBytes))
  const read = yield* Effect.result(policies.read)
  return {
    path: paths.policy,
    raw: Option.isSome(raw) && Result.isSuccess(raw.value) ? raw.value.success : undefined,
    unreadable: Result.isFailure(read) ? [{ path: read.failure.path, problem: read.failure.problem }] : []
  } satisfies PolicyFacts
})

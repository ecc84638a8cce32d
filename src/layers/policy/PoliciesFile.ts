import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { decodeValue } from "../../domain/json/decode.ts"
import { effectivePolicy, PolicyUnreadable, ProjectPolicy, UserPolicy } from "../../domain/policy/policy.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Policies } from "../../services/Policies.ts"
import { readSettings } from "./settingsFile.ts"

const readPolicy = <A>(path: string, schema: Schema.ConstraintDecoder<A>) =>
  Effect.flatMap(readSettings(path), (settings) =>
    Effect.fromResult(
      Result.mapError(decodeValue(schema, settings), (problem) => new PolicyUnreadable({ path, problem }))
    )
  )

/** Policies from `H/policy.json` and the project's `.planning/config.json`. */
export const layer = Layer.effect(
  Policies,
  Effect.gen(function* () {
    const services = Context.pick(Durable)(yield* Effect.context<Durable>())
    const { paths, project } = yield* GsdHome
    const read = Effect.gen(function* () {
      const user = yield* readPolicy(paths.policy, UserPolicy)
      const narrowed = Option.isNone(project)
        ? {}
        : yield* readPolicy(`${project.value}/.planning/config.json`, ProjectPolicy)
      return effectivePolicy(user, narrowed)
    })
    return Policies.of({ read: read.pipe(Effect.provide(services), Effect.withSpan("Policies.read")) })
  })
)

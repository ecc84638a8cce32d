import * as Effect from "effect/Effect"
import { allowsSource, SourceNotAllowed } from "../../domain/policy/policy.ts"
import { policyWord } from "../../domain/source/canonical.ts"
import { parseSource } from "../../domain/source/grammar.ts"
import { Policies } from "../../services/Policies.ts"
import { SourceResolver } from "../../services/SourceResolver.ts"
import type { Resolved, SourceRequest } from "./stages.ts"

/** Reads a spec and refuses a source that the policy in force does not allow. */
export const allowedSource = Effect.fn("install.allowedSource")(function* (spec: string) {
  const policies = yield* Policies
  const source = yield* Effect.fromResult(parseSource(spec))
  const policy = yield* policies.read
  if (allowsSource(policy, source)) return source
  const allowed = policy.strictKnownRegistries ?? []
  return yield* new SourceNotAllowed({ source: spec, needed: policyWord(source), allowed })
})

/** Reads the spec, asks the policy, and pins the source. Nothing is fetched yet. */
export const resolve = Effect.fn("install.resolve")(function* (requested: SourceRequest) {
  const resolver = yield* SourceResolver
  const source = yield* allowedSource(requested.spec)
  const resolved = yield* resolver.resolve(source)
  // What the ledger will name has to be readable as a source again, or it could never be updated.
  yield* Effect.fromResult(parseSource(resolved.canonical))
  return { ...requested, resolved } satisfies Resolved
})

import * as Effect from "effect/Effect"
import { allowsSource, SourceNotAllowed } from "../../domain/policy/policy.ts"
import { unsignable } from "../../domain/registryIndex/required.ts"
import { withoutCredentials } from "../../domain/source/address.ts"
import { canonicalOf, policyWord } from "../../domain/source/canonical.ts"
import { parseSource } from "../../domain/source/grammar.ts"
import type { Source } from "../../domain/source/source.ts"
import { Policies } from "../../services/Policies.ts"
import { SourceResolver, type ResolvedSource } from "../../services/SourceResolver.ts"
import type { Resolved, SourceRequest, Supplied } from "./stages.ts"

/** Reads a spec and refuses a source that the policy in force does not allow, or that nobody can sign where it wants signatures. */
export const allowedSource = Effect.fn("install.allowedSource")(function* (spec: string) {
  const policies = yield* Policies
  const source = yield* Effect.fromResult(parseSource(spec))
  const policy = yield* policies.read
  const unsigned = unsignable(policy, source)
  if (unsigned !== undefined) return yield* unsigned
  if (allowsSource(policy, source)) return source
  const allowed = policy.strictKnownRegistries ?? []
  return yield* new SourceNotAllowed({
    source: withoutCredentials(spec),
    needed: policyWord(source),
    allowed
  })
})

/** A source of which the bytes are here, as whoever recorded it says. */
const suppliedSource = (source: Source, supplied: Supplied): ResolvedSource => ({
  source,
  canonical: supplied.canonical ?? canonicalOf(source),
  ...(supplied.resolved === undefined ? {} : { resolved: supplied.resolved }),
  ...(supplied.ref === undefined ? {} : { ref: supplied.ref }),
  notes: supplied.notes
})

/** Reads the spec, asks the policy, and pins the source; one whose bytes are supplied is not asked. Nothing is fetched yet. */
export const resolve = Effect.fn("install.resolve")(function* (requested: SourceRequest) {
  const resolver = yield* SourceResolver
  const { exactly, supplied } = requested
  const source = yield* allowedSource(requested.spec)
  const resolved =
    supplied === undefined
      ? yield* resolver.resolve(source, exactly === undefined ? {} : { exactly })
      : suppliedSource(source, supplied)
  // What the ledger will name has to be readable as a source again, or it could never be updated.
  yield* Effect.fromResult(parseSource(resolved.canonical))
  return { ...requested, resolved } satisfies Resolved
})

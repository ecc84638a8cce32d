import * as Effect from "effect/Effect"
import { allowsSource, SourceNotAllowed } from "../../domain/policy/policy.ts"
import { unsignable } from "../../domain/registryIndex/required.ts"
import { withoutCredentials } from "../../domain/source/address.ts"
import { canonicalOf, policyWord } from "../../domain/source/canonical.ts"
import { SourceRefused } from "../../domain/source/errors.ts"
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

/** A source of which the bytes are here, as whoever recorded it says; a signature on them can only be had at its registry. */
const suppliedSource = Effect.fnUntraced(function* (source: Source, supplied: Supplied) {
  const { signatures } = yield* (yield* Policies).read
  if (signatures === "required" && source.kind === "registry")
    return yield* new SourceRefused({
      source: canonicalOf(source),
      rule: "unsigned",
      reason: "is not taken from bytes that were at hand: the policy requires its registry's signature",
      hint: "Install it from its registry, or from a mirror of it"
    })
  return {
    source,
    canonical: supplied.canonical ?? canonicalOf(source),
    ...(supplied.resolved === undefined ? {} : { resolved: supplied.resolved }),
    ...(supplied.ref === undefined ? {} : { ref: supplied.ref }),
    notes: supplied.notes
  } satisfies ResolvedSource
})

/** Stands where an address would: nothing is connected to, as only the cache is asked. */
const nowhere = "https://offline.invalid/"

/**
 * Asks the source. Offline a package is pinned without its registry when version and digest are known, since its file may
 * be in the cache; a registry of ours is not, as its signed index says what it offers.
 */
const askedSource = Effect.fnUntraced(function* (source: Source, { exactly, integrity }: SourceRequest) {
  const resolver = yield* SourceResolver
  const asked = resolver.resolve(source, exactly === undefined ? {} : { exactly })
  if (source.kind !== "npm" || exactly === undefined || integrity === undefined) return yield* asked
  const pinned: ResolvedSource = {
    source,
    canonical: canonicalOf(source),
    resolved: exactly,
    artifact: { url: nowhere, integrity },
    notes: ["offline: its registry was not asked, the version and digest are those that were given"]
  }
  return yield* Effect.catchTag(asked, "Offline", () => Effect.succeed(pinned))
})

/** Reads the spec, asks the policy, and pins the source; one whose bytes are supplied is not asked. Nothing is fetched yet. */
export const resolve = Effect.fn("install.resolve")(function* (requested: SourceRequest) {
  const { supplied } = requested
  const source = yield* allowedSource(requested.spec)
  const resolved: ResolvedSource =
    supplied === undefined ? yield* askedSource(source, requested) : yield* suppliedSource(source, supplied)
  // What the ledger will name has to be readable as a source again, or it could never be updated.
  yield* Effect.fromResult(parseSource(resolved.canonical))
  return { ...requested, resolved } satisfies Resolved
})

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import type { GivenConsent } from "../../domain/consent/decide.ts"
import { limits } from "../../domain/limits.ts"

/** The argument SPEC. */
export const spec = Argument.String("spec").pipe(
  Argument.withDescription(
    "Folder or .tgz (./path), git (https://host/repo.git#tag:v1, github:owner/repo), npm:name, https://host/name.tgz, or id@registry"
  )
)

/** The argument ID. */
export const id = Argument.String("id").pipe(Argument.withDescription("Id of an installed capability"))

/** The argument ID of what can be switched. */
export const switchedId = Argument.String("id").pipe(
  Argument.withDescription("Id of a capability that is installed, or that gsd brings along")
)

/** `--no-wait`. */
export const noWait = Flag.Boolean("no-wait").pipe(
  Flag.withDescription("Fail at once when another gsd holds the lock, instead of after 30 seconds"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

/** `--dry-run`. */
export const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Say what would be done and do nothing"),
  Flag.withDefault(false)
)

/** The two ways to say yes beforehand. */
export const consentFlags = {
  yes: Flag.Boolean("yes").pipe(
    Flag.withAlias("y"),
    Flag.withDescription("Consent to what is printed in this run"),
    Flag.withDefault(false)
  ),
  consent: Flag.String("consent").pipe(
    Flag.withMetavar("DIGEST"),
    Flag.withDescription("Consent to exactly these bytes: the sha512-… digest of an earlier plan"),
    Flag.optional
  )
}

/** `--allow-downgrade`. */
export const allowDowngrade = Flag.Boolean("allow-downgrade").pipe(
  Flag.withDescription("Let a lower version take the place of the active one"),
  Flag.withDefault(false)
)

/** `--integrity`. */
export const integrity = Flag.String("integrity").pipe(
  Flag.withMetavar("DIGEST"),
  Flag.withDescription("Digest that the fetched content must have"),
  Flag.optional
)

/** `--wire`. */
export const wire = Flag.String("wire").pipe(
  Flag.withAlias("shared-file"),
  Flag.withMetavar("FILE"),
  Flag.withDescription("Put its hooks and MCP servers into this JSON settings file; may be given again"),
  Flag.atLeast(0)
)

/** What was consented to beforehand. */
export const givenOf = (input: {
  readonly yes: boolean
  readonly consent: Option.Option<string>
}): GivenConsent => ({
  yes: input.yes,
  ...(Option.isNone(input.consent) ? {} : { digest: input.consent.value })
})

/** How long to wait for the lock. */
export const waitOf = (input: { readonly noWait: boolean }): Duration.Duration =>
  input.noWait ? Duration.zero : Duration.millis(limits.lockWaitMillis)

/** An optional flag as an optional member. */
export const optionally = <K extends string, A>(
  name: K,
  value: Option.Option<A>
): { readonly [P in K]?: A } =>
  Option.isNone(value) ? {} : ({ [name]: value.value } as { readonly [P in K]: A })

/** What `--wire` and, where there is one, `--integrity` say about the source and where it goes. */
export const sourceOf = (input: {
  readonly wire: ReadonlyArray<string>
  readonly integrity?: Option.Option<string>
}): { readonly wire?: ReadonlyArray<string>; readonly integrity?: string } => ({
  ...(input.wire.length === 0 ? {} : { wire: input.wire }),
  ...optionally("integrity", input.integrity ?? Option.none<string>())
})

/** Loads the implementation of a verb when it is called. A chunk that is missing is a broken installation. */
export const load = <A>(module: () => Promise<A>): Effect.Effect<A> => Effect.promise(module)

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { limits } from "../../../domain/limits.ts"
import type { HttpStatus } from "../../../domain/network/errors.ts"
import { credentialsFor, registryOf, type Credentials } from "../../../domain/npm/npmrc.ts"
import { readPackument } from "../../../domain/npm/packument.ts"
import { packumentUrl } from "../../../domain/npm/registry.ts"
import type { JsonValue } from "../../../domain/json/value.ts"
import { canonicalOf } from "../../../domain/source/canonical.ts"
import { SourceNotFound, SourceRefused, SourceUnreachable } from "../../../domain/source/errors.ts"
import type { NpmPackage } from "../../../domain/source/source.ts"
import { visible } from "../../../domain/text/escape.ts"
import { Http } from "../../../services/Http.ts"
import type { UserConfig } from "./userConfig.ts"

/** A request of a package's registry, for telling why it was denied. */
export interface Asked {
  readonly source: NpmPackage
  readonly config: UserConfig
  readonly url: string
  readonly credentials: Credentials
}

const credentialHint = ({ config, credentials, url }: Asked): string => {
  const file = `\`${visible(config.path)}\``
  if (credentials._tag === "Unusable")
    return `Its credentials in ${file} were not sent, because they hold ${visible(credentials.reason)}`
  if (credentials._tag === "Header") return `The credentials in ${file} were sent; renew them if they ran out`
  return `If it is private, put \`//${new URL(url).host}/:_authToken=…\` into ${file}; a project's \`.npmrc\` is not read`
}

/** Says what a registry's refusal means for a source; another status stays as it is. */
export const explainStatus =
  (asked: Asked, what: string) =>
  (failure: HttpStatus): HttpStatus | SourceNotFound | SourceUnreachable => {
    const source = canonicalOf(asked.source)
    const host = `\`${new URL(asked.url).host}\``
    const hint = credentialHint(asked)
    if (failure.status === 404)
      return new SourceNotFound({ source, reason: `is not found: ${host} has no ${what}`, hint })
    if (failure.status !== 401 && failure.status !== 403) return failure
    const reason = `is denied: ${host} answered with status ${failure.status} to the request for the ${what}`
    return new SourceUnreachable({ source, reason, hint })
  }

const parseJson = (asked: Asked, body: Uint8Array) =>
  Effect.try({
    try: (): JsonValue => JSON.parse(new TextDecoder().decode(body)) as JsonValue,
    catch: () => unreadable(asked, "is no JSON")
  })

const unreadable = ({ source, url }: Asked, reason: string) =>
  new SourceUnreachable({
    source: canonicalOf(source),
    reason: `cannot be looked up: what \`${new URL(url).host}\` says of it ${reason}`,
    hint: "Check that `registry` names an npm registry, and that no sign-in page stands before it"
  })

/** The registry that the user's configuration names for a package. */
export const registryFor = (source: NpmPackage, config: UserConfig) =>
  Effect.mapError(
    Effect.fromResult(registryOf(config.settings, source.name)),
    ({ reason, setting }) =>
      new SourceRefused({
        source: canonicalOf(source),
        rule: "npm-registry",
        reason: `is not asked for: \`${visible(setting)}\` in \`${visible(config.path)}\` ${reason}`,
        hint: "Name a registry as `https://host/`, without credentials and query"
      })
  )

/** Asks a registry for what it says of a package, with the credentials that are meant for that address. */
export const askRegistry = Effect.fnUntraced(function* (source: NpmPackage, config: UserConfig) {
  const http = yield* Http
  const registry = yield* registryFor(source, config)
  const url = packumentUrl(registry.url, source.name)
  const credentials = credentialsFor(config.settings, url)
  const asked: Asked = { source, config, url, credentials }
  const answer = yield* http
    .read({
      url,
      accept: "application/json",
      ...(credentials._tag === "Header" ? { authorization: credentials.value } : {}),
      deadline: Duration.millis(limits.peekMillis),
      idle: Duration.millis(limits.requestIdleMillis),
      maxBytes: limits.packumentBytes,
      redirects: limits.redirects
    })
    .pipe(
      Effect.catchTag("HttpStatus", (failure) =>
        Effect.fail(explainStatus(asked, `package \`${source.name}\``)(failure))
      )
    )
  const packument = yield* Effect.mapError(
    Effect.flatMap(parseJson(asked, answer.body), (value) => Effect.fromResult(readPackument(value))),
    (problem) => (typeof problem === "string" ? unreadable(asked, problem) : problem)
  )
  return { registry, packument, route: answer.route }
})

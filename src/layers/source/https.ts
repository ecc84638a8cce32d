import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { limits } from "../../domain/limits.ts"
import { HttpStatus } from "../../domain/network/errors.ts"
import { canonicalOf, hostOf } from "../../domain/source/canonical.ts"
import { SourceNotFound } from "../../domain/source/errors.ts"
import type { HttpsArchive } from "../../domain/source/source.ts"
import { Http } from "../../services/Http.ts"
import type { ResolvedSource } from "../../services/SourceResolver.ts"
import type { Adapter, Wanted } from "./adapter.ts"
import { fetchArtifact } from "./artifact.ts"

/** What is worth saying of the way there; whether it can be gone at all is found out when something is fetched. */
const notesOf = Effect.fnUntraced(function* (source: HttpsArchive) {
  const http = yield* Http
  const route = yield* Effect.catchTag(
    http.route(source.url),
    ["AddressRefused", "HttpFailed", "Offline"],
    () => Effect.undefined
  )
  return route?._tag === "Proxy"
    ? [`via proxy: it looks \`${hostOf(source) ?? ""}\` up itself, so no address of it was checked`]
    : []
})

const resolveHttps = Effect.fnUntraced(function* (source: HttpsArchive) {
  const notes = yield* notesOf(source)
  return {
    source,
    canonical: canonicalOf(source),
    ...(notes.length === 0 ? {} : { notes })
  } satisfies ResolvedSource
})

/** What was recorded of an address holds none of its secrets, so that an update may be refused where the install was not. */
const withAddress = (status: HttpStatus): HttpStatus =>
  status.status === 401 || status.status === 403
    ? new HttpStatus({
        url: status.url,
        status: status.status,
        hint: "Give the whole address again, with its credentials: `gsd capability update ID URL`"
      })
    : status

const fetchHttps = (wanted: Wanted, source: HttpsArchive) => {
  const request = {
    url: source.url,
    ...(source.secret === undefined ? {} : { secret: source.secret }),
    deadline: Duration.millis(limits.requestMillis),
    idle: Duration.millis(limits.requestIdleMillis),
    maxBytes: wanted.bounds.archiveBytes,
    redirects: limits.redirects
  }
  const integrity = wanted.integrity === undefined ? {} : { integrity: wanted.integrity }
  return Effect.mapError(fetchArtifact(wanted, { request, ...integrity }), (error) =>
    error instanceof HttpStatus ? withAddress(error) : error
  )
}

/** Archives on web servers. */
export const httpsAdapter: Adapter<"https"> = {
  resolve: (source, { exactly }) =>
    exactly === undefined
      ? resolveHttps(source)
      : Effect.fail(
          new SourceNotFound({
            source: canonicalOf(source),
            reason: `keeps no versions, so that ${exactly} cannot be had from it`,
            hint: "Give the address of the archive of that version"
          })
        ),
  fetch: (wanted) =>
    wanted.resolved.source.kind === "https"
      ? fetchHttps(wanted, wanted.resolved.source)
      : Effect.die(new Error(`the https adapter was given a source of kind ${wanted.resolved.source.kind}`))
}

import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readObject } from "../../domain/json/decode.ts"
import { limits } from "../../domain/limits.ts"
import { choose, type Chosen } from "../../domain/npm/choose.ts"
import { judgeBundled, judgeDependencies } from "../../domain/npm/dependencies.ts"
import { credentialsFor } from "../../domain/npm/npmrc.ts"
import { distributionOf } from "../../domain/npm/packument.ts"
import { tarballUrl } from "../../domain/npm/registry.ts"
import { canonicalOf } from "../../domain/source/canonical.ts"
import { SourceRefused, type SourceRule } from "../../domain/source/errors.ts"
import type { NpmPackage } from "../../domain/source/source.ts"
import { visible } from "../../domain/text/escape.ts"
import { IntegrityMismatch } from "../../domain/store/errors.ts"
import { Policies } from "../../services/Policies.ts"
import type { ArtifactPlace, Fetched, ResolvedSource, SourceWish } from "../../services/SourceResolver.ts"
import type { Adapter, Wanted } from "./adapter.ts"
import { fetchArtifact } from "./artifact.ts"
import { askRegistry, explainStatus } from "./npm/askRegistry.ts"
import { userConfig, type UserConfig } from "./npm/userConfig.ts"

const refused = (
  source: NpmPackage,
  rule: SourceRule,
  text: { readonly reason: string; readonly hint: string }
) => new SourceRefused({ source: canonicalOf(source), rule, ...text })

const bundleHint =
  "Its author has to put what it needs into the package, with `bundleDependencies`, or do without"

const placeOf = (source: NpmPackage, { published, version }: Chosen, registry: string) => {
  const { integrity, tarball } = distributionOf(published)
  if (integrity === undefined)
    return Result.fail(
      refused(source, "npm-integrity", {
        reason: `offers \`${version}\` without a sha512 of its tarball, so that its bytes cannot be checked`,
        hint: "Ask its author to publish it again; every npm since 2017 names one"
      })
    )
  return Result.mapBoth(tarballUrl(registry, tarball), {
    onFailure: (reason) =>
      refused(source, "no-artifact", {
        reason: `offers a tarball of \`${version}\` that is not fetched: ${reason}`,
        hint: "The registry has to name an `https://` address without credentials"
      }),
    onSuccess: (url) => ({ url, integrity })
  })
}

const authorized = (config: UserConfig, place: Pick<ArtifactPlace, "url" | "integrity">): ArtifactPlace => {
  const credentials = credentialsFor(config.settings, place.url)
  return credentials._tag === "Header" ? { ...place, authorization: credentials.value } : place
}

const viaProxy = (host: string): string =>
  `via proxy: it looks \`${visible(host)}\` up itself, so no address of it was checked`

/** Asks the registry, and pins what it offers to one version and the digest of its tarball. */
const resolve = Effect.fnUntraced(function* (source: NpmPackage, { exactly }: SourceWish) {
  const policies = yield* Policies
  const { minAgeMillis } = yield* policies.read
  const now = yield* Clock.currentTimeMillis
  const config = yield* userConfig()
  const { packument, registry, route } = yield* askRegistry(source, config)
  const canonical = canonicalOf(source)
  const wanted = { source: canonical, selector: source.selector, exactly }
  const chosen = yield* Effect.fromResult(choose(packument, wanted, { now, minAgeMillis }))
  const place = yield* Effect.fromResult(placeOf(source, chosen, registry.url))
  const undeclared = judgeDependencies(chosen.published)
  if (undeclared !== undefined)
    return yield* refused(source, "undeclared-dependency", { reason: undeclared, hint: bundleHint })
  const notes = [...chosen.notes, ...(route === "Proxy" ? [viaProxy(registry.host)] : [])]
  return {
    source,
    canonical,
    resolved: chosen.version,
    artifact: authorized(config, place),
    ...(notes.length === 0 ? {} : { notes })
  } satisfies ResolvedSource
})

/** Judges the dependencies once more by the package itself, whose manifest need not be the one that its registry shows. */
const judgeStaged = Effect.fnUntraced(function* (
  source: NpmPackage,
  { staging }: Wanted,
  { files }: Fetched
) {
  const paths = files.map((file) => file.path)
  if (!paths.includes("package.json")) return
  const manifest = readObject(yield* staging.read("package.json"), limits.manifestBytes)
  const reason = Result.isFailure(manifest)
    ? `holds a \`package.json\` that cannot be read: ${manifest.failure}`
    : judgeBundled(manifest.success, paths)
  if (reason !== undefined)
    return yield* refused(source, "undeclared-dependency", { reason, hint: bundleHint })
})

/** The tarball of a resolved package, from the cache by its digest or from where the registry says. */
const requestOf = ({ authorization, url }: ArtifactPlace, { bounds }: Wanted) => ({
  url,
  ...(authorization === undefined ? {} : { authorization }),
  deadline: Duration.millis(limits.requestMillis),
  idle: Duration.millis(limits.requestIdleMillis),
  maxBytes: bounds.archiveBytes,
  redirects: limits.redirects
})

const fetch = Effect.fnUntraced(function* (source: NpmPackage, wanted: Wanted) {
  const { integrity, resolved } = wanted
  const place = resolved.artifact
  if (place === undefined)
    return yield* refused(source, "no-artifact", {
      reason: "was not resolved to a tarball",
      hint: "Resolve it before it is fetched"
    })
  if (integrity !== undefined && integrity !== place.integrity)
    return yield* new IntegrityMismatch({
      subject: canonicalOf(source),
      origin: "source",
      expected: integrity,
      actual: place.integrity,
      files: []
    })
  const config = yield* userConfig()
  const asked = { source, config, url: place.url, credentials: credentialsFor(config.settings, place.url) }
  const request = requestOf(place, wanted)
  const fetched = yield* Effect.catchTag(
    fetchArtifact(wanted, { request, integrity: place.integrity }),
    "HttpStatus",
    (failure) => Effect.fail(explainStatus(asked, "tarball")(failure))
  )
  yield* judgeStaged(source, wanted, fetched)
  return fetched
})

/** Packages of the registry that the user's own `.npmrc` names. npm is never run, and no script of a package. */
export const npmAdapter: Adapter<"npm"> = {
  resolve,
  fetch: (wanted) => {
    const { source } = wanted.resolved
    return source.kind === "npm"
      ? fetch(source, wanted)
      : Effect.die(new Error(`the npm adapter was given a source of kind ${source.kind}`))
  }
}

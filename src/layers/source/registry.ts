import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { readObject } from "../../domain/json/decode.ts"
import { member } from "../../domain/json/value.ts"
import { limits } from "../../domain/limits.ts"
import { choose, type Choice } from "../../domain/registryIndex/choose.ts"
import { artifactUrl } from "../../domain/registryIndex/place.ts"
import { canonicalOf } from "../../domain/source/canonical.ts"
import { SourceNotFound, SourceRefused } from "../../domain/source/errors.ts"
import type { RegistryName } from "../../domain/source/source.ts"
import { IntegrityMismatch } from "../../domain/store/errors.ts"
import { visible } from "../../domain/text/escape.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { Policies } from "../../services/Policies.ts"
import { RegistryIndex } from "../../services/RegistryIndex.ts"
import type { Fetched, ResolvedSource, SourceWish } from "../../services/SourceResolver.ts"
import type { Adapter, AdapterServices, Wanted } from "./adapter.ts"
import { fetchArtifact } from "./artifact.ts"

/** Characters of a version that are shown. */
const shownVersion = 100

const noArtifact = (source: RegistryName, reason: string) =>
  new SourceRefused({
    source: canonicalOf(source),
    rule: "no-artifact",
    reason,
    hint: "Tell whoever keeps the registry"
  })

const taken = (source: RegistryName, choice: Choice) => {
  const canonical = canonicalOf(source)
  switch (choice._tag) {
    case "Chosen":
      return Effect.succeed(choice)
    case "Missing":
      return Effect.fail(new SourceNotFound({ source: canonical, reason: choice.reason, hint: choice.hint }))
    case "Refused": {
      const { hint, reason, rule } = choice
      return Effect.fail(new SourceRefused({ source: canonical, rule, reason, hint }))
    }
  }
}

const offeredBy = Effect.fnUntraced(function* (source: RegistryName) {
  const index = yield* RegistryIndex
  const offered = yield* index.capability(source.registry, source.id)
  if (Option.isSome(offered)) return offered.value
  return yield* new SourceNotFound({
    source: canonicalOf(source),
    reason: "is not in that registry",
    hint: "`gsd registry search WORDS` looks for what the registries have"
  })
})

const resolveRegistry = Effect.fnUntraced(function* (source: RegistryName, { exactly }: SourceWish) {
  const { minAgeMillis } = yield* (yield* Policies).read
  const host = yield* (yield* HostVersion).read
  const { index, url } = yield* offeredBy(source)
  const now = yield* Clock.currentTimeMillis
  const choice = choose(index, { selector: source.selector, exactly, host, minAgeMillis, now })
  const { entry, notes, version } = yield* taken(source, choice)
  const address = artifactUrl(url, entry.artifact)
  if (address === undefined)
    return yield* noArtifact(source, `names for ${version} no address that a bundle is fetched from`)
  return {
    source,
    canonical: canonicalOf(source),
    resolved: version,
    folder: source.id,
    artifact: { url: address, integrity: entry.sha512 },
    ...(notes.length === 0 ? {} : { notes })
  } satisfies ResolvedSource
})

/** Refuses a bundle that is another version than the one it is offered as; one without a manifest is told later. */
const judgeVersion = Effect.fnUntraced(function* (
  source: RegistryName,
  { resolved, staging }: Wanted,
  { files }: Fetched
) {
  if (!files.some(({ path }) => path === manifestName)) return
  const manifest = readObject(yield* staging.read(manifestName), limits.manifestBytes)
  const version = Result.isSuccess(manifest) ? member(manifest.success, "version") : undefined
  if (typeof version === "string" && version !== resolved.resolved)
    return yield* noArtifact(
      source,
      `offers ${resolved.resolved ?? ""}, and the bundle there is of version \`${visible(version, shownVersion)}\``
    )
})

const fetchRegistry = Effect.fnUntraced(function* (source: RegistryName, wanted: Wanted) {
  const { artifact } = wanted.resolved
  if (artifact === undefined) return yield* noArtifact(source, "was not resolved to a bundle")
  const { integrity, url } = artifact
  if (wanted.integrity !== undefined && wanted.integrity !== integrity)
    return yield* new IntegrityMismatch({
      subject: canonicalOf(source),
      origin: "source",
      expected: wanted.integrity,
      actual: integrity,
      files: []
    })
  const request = {
    url,
    deadline: Duration.millis(limits.requestMillis),
    idle: Duration.millis(limits.requestIdleMillis),
    maxBytes: wanted.bounds.archiveBytes,
    redirects: limits.redirects
  }
  const fetched = yield* fetchArtifact(wanted, { request, integrity })
  yield* judgeVersion(source, wanted, fetched)
  return fetched
})

/** Capabilities of registries that the user added: a version is chosen from what the registry signed, and its bundle has the digest that is pinned there. */
export const registryAdapter: Adapter<"registry", AdapterServices | HostVersion | RegistryIndex> = {
  resolve: resolveRegistry,
  fetch: (wanted) =>
    wanted.resolved.source.kind === "registry"
      ? fetchRegistry(wanted.resolved.source, wanted)
      : Effect.die(
          new Error(`the registry adapter was given a source of kind ${wanted.resolved.source.kind}`)
        )
}

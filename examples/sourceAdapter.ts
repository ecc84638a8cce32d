/**
 * A source of one's own: `NAME@vault` is asked of a vault on the own network, every other spec as always. Whatever comes
 * from it goes the engine's way: hashed, judged, disclosed, consented to. `VAULT=http://host node sourceAdapter.ts NAME`.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import {
  globalScope,
  gsdLive,
  install,
  SourceNotFound,
  SourceResolver,
  SourceUnreachable,
  type Fetched,
  type ResolvedSource,
  type Staging
} from "gsd-engine"

/** What the vault answers: a version, and every file of it by path. */
const Bundle = Schema.Struct({
  version: Schema.String,
  files: Schema.Record(Schema.String, Schema.Uint8ArrayFromBase64)
})

/** The vault's bundle of a name, or why there is none. */
const bundleOf = Effect.fn("vault.bundleOf")(
  function* (name: string) {
    const vault = yield* Config.String("VAULT")
    const client = yield* HttpClient.HttpClient
    const answer = yield* client.get(`${vault}/${encodeURIComponent(name)}`)
    if (answer.status === 404)
      return yield* new SourceNotFound({
        source: `${name}@vault`,
        reason: "is not in the vault",
        hint: "Ask whoever keeps the vault"
      })
    return yield* HttpClientResponse.schemaBodyJson(Bundle)(answer)
  },
  (effect, name) =>
    Effect.catchTags(effect, {
      ConfigError: ({ message }) => unreachable(name, message),
      HttpClientError: ({ message }) => unreachable(name, message),
      SchemaError: () => unreachable(name, "answered something else than a bundle")
    })
)

const unreachable = (name: string, reason: string) =>
  Effect.fail(new SourceUnreachable({ source: `${name}@vault`, reason, hint: "See that the vault is up" }))

const resolveIn = (source: Extract<ResolvedSource["source"], { readonly kind: "registry" }>) =>
  Effect.map(bundleOf(source.id), ({ version }): ResolvedSource => ({
    source,
    canonical: `${source.id}@vault`,
    resolved: version,
    folder: source.id
  }))

const fetchFrom = (id: string, staging: Staging) =>
  Effect.gen(function* () {
    const { files } = yield* bundleOf(id)
    const put = ([path, bytes]: readonly [string, Uint8Array]) => staging.put({ path, bytes })
    return { files: yield* Effect.forEach(Object.entries(files), put) } satisfies Fetched
  })

/** The engine's resolver, with the vault before it. */
const withVault = Layer.effect(
  SourceResolver,
  Effect.gen(function* () {
    const others = yield* SourceResolver
    const services = yield* Effect.context<HttpClient.HttpClient>()
    return SourceResolver.of({
      resolve: (source, wish) =>
        source.kind === "registry" && source.registry === "vault"
          ? Effect.provideContext(resolveIn(source), services)
          : others.resolve(source, wish),
      fetch: (resolved, staging, integrity) =>
        resolved.source.kind === "registry" && resolved.source.registry === "vault"
          ? Effect.provideContext(fetchFrom(resolved.source.id, staging), services)
          : others.fetch(resolved, staging, integrity)
    })
  })
)

const engine = withVault.pipe(
  Layer.provideMerge(gsdLive({ consent: { yes: true } })),
  Layer.provide(FetchHttpClient.layer)
)

const program = Effect.gen(function* () {
  const receipt = yield* install({
    op: "install",
    spec: `${process.argv[2] ?? ""}@vault`,
    scope: globalScope,
    replace: false,
    allowDowngrade: false,
    wait: Duration.seconds(10)
  })
  yield* Console.log(`${receipt.id} ${receipt.version} ${receipt.status}`)
})

NodeRuntime.runMain(Effect.provide(program, engine))

/**
 * A service that installs capabilities and has plans reviewed, over HTTP. `node service.ts`; `PORT` says where it listens,
 * otherwise the system chooses. A request consents by the digest of what it was shown, and to nothing else.
 */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import {
  consentGateFixed,
  globalScope,
  gsdLive,
  install,
  list,
  Overlay,
  plan,
  Receipt,
  review,
  ReviewDocument
} from "gsd-engine"

/** Nobody has said yes to these bytes yet; the digest is what a yes names. */
class NeedsConsent extends Schema.TaggedError<NeedsConsent>()(
  "NeedsConsent",
  { digest: Schema.String, disclosure: Schema.Array(Schema.String) },
  { httpApiStatus: 409 }
) {}

/** The engine's own reason, with what to do next. */
class Refused extends Schema.TaggedError<Refused>()(
  "Refused",
  { reason: Schema.String, message: Schema.String, hints: Schema.Array(Schema.String) },
  { httpApiStatus: 422 }
) {}

const capabilities = HttpApiGroup.make("capabilities").add(
  HttpApiEndpoint.get("list", "/capabilities", { success: Schema.Array(Overlay), error: Refused }),
  HttpApiEndpoint.post("install", "/capabilities", {
    payload: Schema.Struct({ spec: Schema.String, consent: Schema.optionalKey(Schema.String) }),
    success: Receipt,
    error: [NeedsConsent, Refused]
  })
)

const reviews = HttpApiGroup.make("reviews").add(
  HttpApiEndpoint.post("review", "/reviews", {
    payload: Schema.Struct({ plan: Schema.String, lanes: Schema.Array(Schema.String) }),
    success: ReviewDocument,
    error: Refused
  })
)

const api = HttpApi.make("gsd").add(capabilities, reviews)

interface EngineError {
  readonly _tag: string
  readonly message: string
  readonly hints?: ReadonlyArray<string>
}

const refused = ({ _tag, hints = [], message }: EngineError) => new Refused({ reason: _tag, message, hints })

const source = (spec: string) => ({ spec, scope: globalScope })

/** Shows what nobody has consented to. */
const disclosed = (spec: string) =>
  plan(source(spec)).pipe(
    Effect.mapError(refused),
    Effect.flatMap(({ consentDigest, disclosure }) =>
      Effect.fail(
        new NeedsConsent({
          digest: consentDigest,
          disclosure: disclosure.map(({ field, subject, value }) => `${subject} ${field}: ${value}`)
        })
      )
    )
  )

const installing = (spec: string, consent: string | undefined) =>
  install({
    ...source(spec),
    op: "install",
    replace: false,
    allowDowngrade: false,
    wait: Duration.seconds(10)
  }).pipe(
    Effect.provide(consentGateFixed({ yes: false, ...(consent === undefined ? {} : { digest: consent }) })),
    Effect.catchTag("ConsentRequired", () => disclosed(spec)),
    Effect.mapError((error) => (error._tag === "NeedsConsent" ? error : refused(error)))
  )

const reviewing = (plan: string, lanes: ReadonlyArray<string>) =>
  review({
    scope: globalScope,
    files: { plans: [plan] },
    wanted: { flags: [], lanes, all: lanes.length === 0 },
    keep: false,
    html: false,
    tell: () => {}
  })

const handlers = Layer.merge(
  HttpApiBuilder.group(api, "capabilities", (group) =>
    group
      .handle("list", () => Effect.mapError(list(globalScope), refused))
      .handle("install", ({ payload }) => installing(payload.spec, payload.consent))
  ),
  HttpApiBuilder.group(api, "reviews", (group) =>
    group.handle("review", ({ payload }) => Effect.mapError(reviewing(payload.plan, payload.lanes), refused))
  )
)

const server = Layer.unwrap(
  Effect.map(Config.Port("PORT").pipe(Config.withDefault(0)), (port) =>
    NodeHttpServer.layer(createServer, { port, host: "127.0.0.1" })
  )
)

const service = HttpRouter.serve(HttpApiBuilder.layer(api).pipe(Layer.provide(handlers)), {
  disableLogger: true
}).pipe(Layer.provide(gsdLive({ command: "the plan service" })), Layer.provide(server))

NodeRuntime.runMain(Layer.launch(service))

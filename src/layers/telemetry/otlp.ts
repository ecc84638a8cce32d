import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as OtlpLogger from "effect/observability/OtlpLogger"
import * as OtlpMetrics from "effect/observability/OtlpMetrics"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import type { OtlpPlan, OtlpProtocol } from "../../domain/telemetry/otlp.ts"

type Response = ReturnType<HttpClient.HttpClient["execute"]>

/**
 * Requests to a collector: none is sent on to where a redirect leads, since its headers may hold a secret, and one that is
 * not there is not asked again, since somebody waits for the command.
 */
const client = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (fetching) =>
    HttpClient.transformResponse(fetching, (response): Response => Effect.orDie(response))
  )
).pipe(
  Layer.provide(FetchHttpClient.layer),
  Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
)

const serialization: Readonly<Record<OtlpProtocol, Layer.Layer<OtlpSerialization.OtlpSerialization>>> = {
  "http/json": OtlpSerialization.layerJson,
  "http/protobuf": OtlpSerialization.layerProtobuf
}

/** Effect's exporters of spans, metrics and records, each where the plan sends it; a plan that cannot be followed is a defect. */
export const layerWith = ({ protocols, variables }: OtlpPlan) =>
  Layer.mergeAll(
    OtlpTracer.layerFromConfig().pipe(Layer.provide(serialization[protocols.TRACES])),
    OtlpMetrics.layerFromConfig().pipe(Layer.provide(serialization[protocols.METRICS])),
    OtlpLogger.layerFromConfig({ mergeWithExisting: false }).pipe(
      Layer.provide(serialization[protocols.LOGS])
    )
  ).pipe(
    Layer.provide(client),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: variables })))
  )

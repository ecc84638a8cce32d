import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

/** One request to the collector. */
export interface Told {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** An attribute as OTLP's JSON has it. */
export interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

/** A span as OTLP's JSON has it. */
export interface OtlpSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: ReadonlyArray<Attribute>
  readonly status: { readonly code: number; readonly message?: string }
}

/** A record of a log as OTLP's JSON has it. */
export interface OtlpRecord {
  readonly severityText: string
  readonly body: { readonly stringValue: string }
  readonly attributes: ReadonlyArray<Attribute>
  readonly traceId?: string
}

interface Point {
  readonly attributes: ReadonlyArray<Attribute>
  readonly asInt?: number | string
  readonly asDouble?: number
  readonly count?: number | string
}

/** A metric as OTLP's JSON has it. */
export interface OtlpMetric {
  readonly name: string
  readonly sum?: { readonly dataPoints: ReadonlyArray<Point> }
  readonly histogram?: { readonly dataPoints: ReadonlyArray<Point> }
}

/** Attributes by name. */
export const valuesOf = (attributes: ReadonlyArray<Attribute>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A real receiver of OTLP over http on loopback; with `holds` it never answers. */
export const makeCollector = async (options: { readonly holds?: boolean } = {}) => {
  const told: Array<Told> = []
  const server = createServer((request, response) => {
    const pieces: Array<Buffer> = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => {
      told.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(pieces) })
      if (options.holds !== true) response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const json = (path: string) =>
    told.filter((one) => one.path === path).map(({ body }) => JSON.parse(String(body)))
  return {
    port: (server.address() as AddressInfo).port,
    told,
    spans: (): ReadonlyArray<OtlpSpan> =>
      json("/v1/traces").flatMap(({ resourceSpans }) => resourceSpans[0].scopeSpans[0].spans),
    resource: (): Readonly<Record<string, unknown>> =>
      valuesOf(json("/v1/traces")[0].resourceSpans[0].resource.attributes),
    metrics: (): ReadonlyArray<OtlpMetric> =>
      json("/v1/metrics").flatMap(({ resourceMetrics }) => resourceMetrics[0].scopeMetrics[0].metrics),
    logs: (): ReadonlyArray<OtlpRecord> =>
      json("/v1/logs").flatMap(({ resourceLogs }) => resourceLogs[0].scopeLogs[0].logRecords)
  }
}

/** Variables that send everything to a port of loopback, as JSON. */
export const exporting = (port: number): Readonly<Record<string, string>> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json"
})

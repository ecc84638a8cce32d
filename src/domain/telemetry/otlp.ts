import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Base64 from "effect/encoding/Base64"
import { limits } from "../limits.ts"
import type { Policy } from "../policy/policy.ts"
import { signals, textOf, type Signal, type Variables } from "./wanted.ts"

/** How a signal is written down on the wire. */
export type OtlpProtocol = "http/json" | "http/protobuf"

/** What the environment says about export, as Effect's own exporter reads it: each signal by itself. */
export interface OtlpPlan {
  /** Variables for the exporter; endpoints without credentials, time limits within ours. */
  readonly variables: Readonly<Record<string, string>>
  readonly protocols: Readonly<Record<Signal, OtlpProtocol>>
  /** Variables that cannot be followed, each a sentence without a final period and without a value. */
  readonly problems: ReadonlyArray<string>
}

interface SignalPlan {
  readonly protocol: OtlpProtocol
  readonly variables: Readonly<Record<string, string>>
}

interface SignalPlan {
  readonly protocol: OtlpProtocol
  readonly variables: Readonly<Record<string, string>>
}

interface Endpoint {
  readonly url: string
  /** Value of a header, for an endpoint that names a user. */
  readonly authorization: string | undefined
}

const decode = Option.liftThrowable(decodeURIComponent)

const decoded = (text: string): string => Option.getOrElse(decode(text), () => text)

const authorizationOf = ({ password, username }: URL): string | undefined =>
  username === "" && password === ""
    ? undefined
    : `Basic ${Base64.encode(`${decoded(username)}:${decoded(password)}`)}`

/** Where a signal goes: its own endpoint as it is, or its path below the common one. */
const endpointOf = (variables: Variables, signal: Signal): Result.Result<Endpoint | undefined, string> => {
  const own = `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`
  const name = textOf(variables, own) === undefined ? "OTEL_EXPORTER_OTLP_ENDPOINT" : own
  const text = textOf(variables, name)
  if (text === undefined) return Result.succeed(undefined)
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    return Result.fail(`\`${name}\` is no address of http or https`)
  const authorization = authorizationOf(url)
  url.username = ""
  url.password = ""
  if (name !== own) url.pathname += `${url.pathname.endsWith("/") ? "" : "/"}v1/${signal.toLowerCase()}`
  return Result.succeed({ url: url.href, authorization })
}

const headersOf = (variables: Variables, signal: Signal, authorization: string | undefined) => {
  const given =
    textOf(variables, `OTEL_EXPORTER_OTLP_${signal}_HEADERS`) ??
    textOf(variables, "OTEL_EXPORTER_OTLP_HEADERS")
  const isNamed = /(?:^|,)\s*authorization\s*=/iu.test(given ?? "")
  if (authorization === undefined || isNamed) return given
  const header = `authorization=${encodeURIComponent(authorization)}`
  return given === undefined ? header : `${given},${header}`
}

const protocolOf = (variables: Variables, signal: Signal): Result.Result<OtlpProtocol, string> => {
  const own = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`
  const name = textOf(variables, own) === undefined ? "OTEL_EXPORTER_OTLP_PROTOCOL" : own
  const text = textOf(variables, name) ?? "http/protobuf"
  return text === "http/json" || text === "http/protobuf"
    ? Result.succeed(text)
    : Result.fail(`\`${name}\` must be \`http/protobuf\` or \`http/json\``)
}

/** Milliseconds that a signal may still take at the end. */
const timeoutOf = (variables: Variables, signal: Signal): string => {
  const given =
    textOf(variables, `OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`) ??
    textOf(variables, "OTEL_EXPORTER_OTLP_TIMEOUT")
  const millis = /^[0-9]{1,9}$/u.test(given ?? "") ? Number(given) : limits.telemetryFlushMillis
  return String(Math.min(millis, limits.telemetryFlushMillis))
}

/** Variables that the exporter reads as they are. */
const passed = [
  "OTEL_RESOURCE_ATTRIBUTES",
  "OTEL_SERVICE_NAME",
  "OTEL_SERVICE_VERSION",
  "OTEL_EXPORTER_OTLP_COMPRESSION",
  "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE",
  "OTEL_METRIC_EXPORT_INTERVAL",
  "OTEL_BSP_SCHEDULE_DELAY",
  "OTEL_BLRP_SCHEDULE_DELAY",
  ...signals.map((signal) => `OTEL_EXPORTER_OTLP_${signal}_COMPRESSION`)
]

const named = (entries: Iterable<readonly [string, string | undefined]>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...entries].filter((entry): entry is readonly [string, string] => entry[1] !== undefined)
  )

const commonOf = (variables: Variables, version: string) => {
  const given = named(passed.map((name) => [name, textOf(variables, name)] as const))
  const attributes = given["OTEL_RESOURCE_ATTRIBUTES"] ?? ""
  const has = (key: string): boolean => new RegExp(`(?:^|,)\\s*${key}\\s*=`, "u").test(attributes)
  return {
    ...(has(String.raw`service\.name`) ? {} : { OTEL_SERVICE_NAME: "gsd" }),
    ...(has(String.raw`service\.version`) ? {} : { OTEL_SERVICE_VERSION: version }),
    ...given
  }
}

/** Where a signal goes and how; nothing when it goes nowhere. */
const signalOf = (variables: Variables, signal: Signal) =>
  Result.map(
    Result.all([endpointOf(variables, signal), protocolOf(variables, signal)]),
    ([endpoint, protocol]): SignalPlan => ({
      protocol,
      variables:
        endpoint === undefined
          ? {}
          : named([
              [`OTEL_${signal}_EXPORTER`, textOf(variables, `OTEL_${signal}_EXPORTER`) ?? "otlp"],
              [`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, endpoint.url],
              [`OTEL_EXPORTER_OTLP_${signal}_HEADERS`, headersOf(variables, signal, endpoint.authorization)],
              [`OTEL_EXPORTER_OTLP_${signal}_TIMEOUT`, timeoutOf(variables, signal)]
            ])
    })
  )

const nowhere: SignalPlan = { protocol: "http/protobuf", variables: {} }

/**
 * What Effect's exporter is to read, from the environment as it is. Its defaults are those of OpenTelemetry's
 * specification: everything is exported over http with protobuf once there is an endpoint. An endpoint's user and password
 * become a header, since clients refuse such an address and messages would show it.
 */
export const planExport = (variables: Variables, version: string): OtlpPlan => {
  const planned = signals.map((signal) => signalOf(variables, signal))
  const [traces = nowhere, metrics = nowhere, logs = nowhere] = planned.map((one) =>
    Result.getOrElse(one, () => nowhere)
  )
  return {
    variables: {
      ...commonOf(variables, version),
      ...traces.variables,
      ...metrics.variables,
      ...logs.variables
    },
    protocols: { TRACES: traces.protocol, METRICS: metrics.protocol, LOGS: logs.protocol },
    problems: [...new Set(planned.flatMap((one) => (Result.isFailure(one) ? [one.failure] : [])))]
  }
}

/** Why nothing may be sent, as a clause; undefined when it may. A policy that cannot be read forbids everything. */
export const exportRefusal = (
  policy: Pick<Policy, "mirror" | "strictKnownRegistries"> | undefined,
  offline: boolean
): string | undefined => {
  if (offline) return "`--offline` forbids the network"
  if (policy === undefined) return "the policy cannot be read"
  if (policy.strictKnownRegistries?.length === 0) return "the policy `strictKnownRegistries` allows no host"
  return policy.mirror?.startsWith("file:") === true ? "the policy's mirror is a folder" : undefined
}

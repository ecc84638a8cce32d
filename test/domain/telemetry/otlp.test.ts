import { assert, describe, it } from "vitest"
import { limits } from "../../../src/domain/limits.ts"
import { exportRefusal, planExport } from "../../../src/domain/telemetry/otlp.ts"
import { wantsExport } from "../../../src/domain/telemetry/wanted.ts"

const plan = (variables: Readonly<Record<string, string>>) =>
  planExport(new Map(Object.entries(variables)), "1.2.3")

const endpoint = "http://collector.example:4318"

describe("wantsExport", () => {
  for (const [variables, wanted] of [
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: " " }, false],
    [{ OTEL_SERVICE_NAME: "gsd" }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, true],
    [{ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: endpoint }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: "TRUE" }, false]
  ] as const)
    it(`is ${wanted} for ${JSON.stringify(variables)}`, () => {
      assert.strictEqual(wantsExport(new Map(Object.entries(variables))), wanted)
    })
})

describe("planExport", () => {
  it("puts each signal's path below the common endpoint, and takes its own as it is", () => {
    const { variables } = plan({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/base/`,
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "https://logs.example/in"
    })
    assert.deepInclude(variables, {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/base/v1/traces`,
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${endpoint}/base/v1/metrics`,
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "https://logs.example/in",
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_SERVICE_NAME: "gsd",
      OTEL_SERVICE_VERSION: "1.2.3"
    })
  })

  it("sends nothing of a signal without an endpoint, or whose exporter is none", () => {
    const { variables } = plan({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
      OTEL_TRACES_EXPORTER: "none"
    })
    assert.strictEqual(variables["OTEL_TRACES_EXPORTER"], "none")
    assert.notProperty(variables, "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT")
  })

  it("makes a header of the user and password of an endpoint, unless one is set", () => {
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://ada:p%40ss%ff@collector.example" }
    const { variables: planned } = plan({ ...variables, OTEL_EXPORTER_OTLP_HEADERS: "x-a=1" })
    const basic = encodeURIComponent(`Basic ${Buffer.from("ada:p%40ss%ff").toString("base64")}`)
    assert.strictEqual(planned["OTEL_EXPORTER_OTLP_LOGS_HEADERS"], `x-a=1,authorization=${basic}`)
    assert.strictEqual(planned["OTEL_EXPORTER_OTLP_LOGS_ENDPOINT"], "https://collector.example/v1/logs")
    const own = plan({ ...variables, OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Bearer%20x" })
    assert.strictEqual(own.variables["OTEL_EXPORTER_OTLP_LOGS_HEADERS"], "Authorization=Bearer%20x")
  })

  it("lets no time limit be longer than ours", () => {
    const timeout = (text: string) =>
      plan({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: text }).variables[
        "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT"
      ]
    const most = String(limits.telemetryFlushMillis)
    assert.deepStrictEqual(["10000", "500", "soon", ""].map(timeout), [most, "500", most, most])
  })

  it("lets attributes of the resource name the service", () => {
    const { variables } = plan({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_RESOURCE_ATTRIBUTES: "team=a, service.name = nightly"
    })
    assert.notProperty(variables, "OTEL_SERVICE_NAME")
    assert.property(variables, "OTEL_SERVICE_VERSION")
  })

  it("names variables that cannot be followed, without their values, and goes on with the others", () => {
    const { problems, protocols, variables } = plan({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: "grpc",
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "unix:///sesame",
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json"
    })
    assert.deepStrictEqual(problems, [
      "`OTEL_EXPORTER_OTLP_METRICS_ENDPOINT` is no address of http or https",
      "`OTEL_EXPORTER_OTLP_LOGS_PROTOCOL` must be `http/protobuf` or `http/json`"
    ])
    assert.strictEqual(protocols.TRACES, "http/json")
    assert.property(variables, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
    assert.notProperty(variables, "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT")
  })
})

describe("exportRefusal", () => {
  const free = { mirror: undefined, strictKnownRegistries: null }
  for (const [name, policy, offline, isRefused] of [
    ["a policy that says nothing", free, false, false],
    ["--offline", free, true, true],
    ["a policy that cannot be read", undefined, false, true],
    ["a mirror on the disk", { ...free, mirror: "file:///srv/mirror" }, false, true],
    ["a mirror on a server", { ...free, mirror: "https://mirror.example" }, false, false],
    ["a policy that allows no host", { ...free, strictKnownRegistries: [] }, false, true],
    ["a policy that allows one", { ...free, strictKnownRegistries: ["host.example"] }, false, false]
  ] as const)
    it(`${isRefused ? "refuses" : "allows"} with ${name}`, () => {
      assert.strictEqual(exportRefusal(policy, offline) !== undefined, isRefused)
    })
})

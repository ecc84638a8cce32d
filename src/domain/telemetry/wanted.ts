/** What is told to a collector. */
export const signals = ["TRACES", "METRICS", "LOGS"] as const
export type Signal = (typeof signals)[number]

/** The environment, as far as it is asked. */
export type Variables = Pick<ReadonlyMap<string, string>, "get">

/** A variable without blanks around; an empty one counts as none. Source: OpenTelemetry's environment variable specification. */
export const textOf = (variables: Variables, name: string): string | undefined => {
  const text = variables.get(name)?.trim()
  return text === "" ? undefined : text
}

const endpointNames = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  ...signals.map((one) => `OTEL_EXPORTER_OTLP_${one}_ENDPOINT`)
]

/** Whether the environment asks for export at all. This file imports nothing: every start of the program asks. */
export const wantsExport = (variables: Variables): boolean =>
  textOf(variables, "OTEL_SDK_DISABLED")?.toLowerCase() !== "true" &&
  endpointNames.some((name) => textOf(variables, name) !== undefined)

import type * as LogLevel from "effect/LogLevel"
import { wantsExport, type Variables } from "../domain/telemetry/wanted.ts"

/** What a command line says about what is told of it, read before the parser runs; a wrong word is the parser's to refuse. */
export interface TelemetryFlags {
  readonly trace?: string
  readonly format?: "json" | "pretty"
  readonly level?: LogLevel.LogLevel
  readonly root?: string
  readonly project?: string
  readonly offline: boolean
}

const levels: ReadonlyMap<string, LogLevel.LogLevel> = new Map([
  ["all", "All"],
  ["trace", "Trace"],
  ["debug", "Debug"],
  ["info", "Info"],
  ["warn", "Warn"],
  ["warning", "Warn"],
  ["error", "Error"],
  ["fatal", "Fatal"],
  ["none", "None"]
])

/** Value of a flag, as `--name value` or `--name=value`; undefined where it has none. */
const valueOf = (words: ReadonlyArray<string>, name: string): string | undefined => {
  const at = words.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`))
  if (at === -1) return undefined
  const word = words[at] ?? ""
  const value = word === `--${name}` ? (words[at + 1] ?? "-") : word.slice(`--${name}=`.length)
  return value === "" || value.startsWith("-") ? undefined : value
}

const beforeEnd = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const end = argv.indexOf("--")
  return end === -1 ? argv : argv.slice(0, end)
}

const isFormat = (text: string | undefined): text is "json" | "pretty" => text === "json" || text === "pretty"

/** Reads the flags that say what is told of a run. */
export const telemetryFlags = (argv: ReadonlyArray<string>): TelemetryFlags => {
  const words = beforeEnd(argv)
  const [trace, root, project] = [valueOf(words, "trace"), valueOf(words, "root"), valueOf(words, "project")]
  const format = valueOf(words, "log-format")
  const level = levels.get(valueOf(words, "log-level") ?? "")
  return {
    offline: words.includes("--offline"),
    ...(trace === undefined ? {} : { trace }),
    ...(isFormat(format) ? { format } : {}),
    ...(level === undefined ? {} : { level }),
    ...(root === undefined ? {} : { root }),
    ...(project === undefined ? {} : { project })
  }
}

/** Whether anybody is told of a run at all; most runs load nothing for it. */
export const isTold = ({ format, level, trace }: TelemetryFlags, variables: Variables): boolean =>
  trace !== undefined || format !== undefined || level !== undefined || wantsExport(variables)

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import type { Common } from "./common.ts"
import { InvocationInvalid } from "./errors.ts"

/** `--json`, for every command. */
export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withDescription("Print exactly one JSON document on stdout"),
    Flag.withDefault(false)
  )
})

/** `--version`, for the bare `gsd` alone. */
export const Version = GlobalFlag.Setting("version")({
  flag: Flag.Boolean("version").pipe(
    Flag.withDescription("Print the version; with --json also the contract version"),
    Flag.withDefault(false)
  )
})

/** `--root DIR`. */
export const Root = GlobalFlag.Setting("root")({
  flag: Flag.String("root").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("Directory that holds .gsd, in place of GSD_HOME or the home directory"),
    Flag.optional
  )
})

/** `--project DIR`. */
export const Project = GlobalFlag.Setting("project")({
  flag: Flag.String("project").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("Root of the current project; otherwise found from the working directory"),
    Flag.optional
  )
})

/** `--scope global|project`. */
export const Scope = GlobalFlag.Setting("scope")({
  flag: Flag.Literals("scope", ["global", "project"]).pipe(
    Flag.withDescription("Whose ledger: the user's, or the current project's on this machine"),
    Flag.withDefault("global")
  )
})

/** `--offline`. */
export const OfflineFlag = GlobalFlag.Setting("offline")({
  flag: Flag.Boolean("offline").pipe(
    Flag.withDescription("Ask no server: use what is in the cache or on a mirror on the disk"),
    Flag.withDefault(false),
    Flag.withoutNegation
  )
})

/** `--trace FILE`. */
export const Trace = GlobalFlag.Setting("trace")({
  flag: Flag.String("trace").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("Write a trace of the run that Perfetto and chrome://tracing open"),
    Flag.optional
  )
})

/** `--log-format pretty|json`. */
export const LogFormat = GlobalFlag.Setting("log-format")({
  flag: Flag.Literals("log-format", ["pretty", "json"]).pipe(
    Flag.withDescription("What is written to stderr: text, or one JSON object per line"),
    Flag.optional
  )
})

/** Refuses `--version` beside a command. */
export const withoutVersion = Effect.gen(function* () {
  if (!(yield* Version)) return
  const problem = "`--version` stands alone"
  return yield* new InvocationInvalid({ command: "gsd", problem, problems: [problem], suggestions: [] })
})

/** Reads the flags that every verb shares. */
export const commonFlags = Effect.gen(function* () {
  yield* withoutVersion
  const root = Option.getOrUndefined(yield* Root)
  const project = Option.getOrUndefined(yield* Project)
  return {
    json: yield* Json,
    scope: yield* Scope,
    ...((yield* OfflineFlag) ? { offline: true } : {}),
    ...(root === undefined ? {} : { root }),
    ...(project === undefined ? {} : { project })
  } satisfies Common
})

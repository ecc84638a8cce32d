import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"
import { limits } from "../../domain/limits.ts"
import { planExport } from "../../domain/telemetry/otlp.ts"
import { scrubber } from "../../domain/telemetry/scrub.ts"
import { wantsExport } from "../../domain/telemetry/wanted.ts"
import { scrubbedLogger, spanLog, stderrLogger, type StderrLog } from "./loggers.ts"
import { whyNotExported, type ExportPlace } from "./policy.ts"
import { watchedTracer, type SpanListener } from "./spans.ts"

/** What is told of a run, and to whom. */
export interface SessionOptions extends ExportPlace {
  readonly version: string
  /** Words that name the command, without what was given to it. */
  readonly command: string
  readonly variables: ReadonlyMap<string, string>
  /** Least level of what is logged, where one was asked for. */
  readonly level?: LogLevel.LogLevel
  readonly stderr: Pick<StderrLog, "format" | "write">
  /** Who else hears of spans. */
  readonly listeners: ReadonlyArray<SpanListener>
}

/** How a run ended, as people are told. */
export interface RunEnd {
  readonly exitCode: number
  /** Tag and message of a failure that is told. */
  readonly failure?: { readonly tag: string; readonly message: string; readonly hints: ReadonlyArray<string> }
}

/** Telemetry of one run of a command. */
export interface Session {
  /** The run, its end told; its result is what it was. */
  readonly around: <A, E, R>(
    run: Effect.Effect<A, E, R>,
    endOf: (exit: Exit.Exit<A, E>) => RunEnd
  ) => Effect.Effect<A, E, R>
  /** Sends what is left, for at most `limits.telemetryFlushMillis`. Never fails. */
  readonly finish: Effect.Effect<void>
}

interface Exporting {
  readonly scope: Scope.Closeable
  readonly tracer: Tracer.Tracer | undefined
  readonly loggers: ReadonlyArray<Logger.Logger<unknown, unknown>>
  /** Why not everything that was asked for is sent. */
  readonly notes: ReadonlyArray<string>
}

const nowhere = (scope: Scope.Closeable, notes: ReadonlyArray<string>): Exporting => ({
  scope,
  tracer: undefined,
  loggers: [],
  notes
})

/** The exporters; nothing of them is loaded where nothing is sent. */
const openExport = Effect.fnUntraced(function* (
  options: SessionOptions,
  stderr: Logger.Logger<unknown, unknown>
) {
  const scope = yield* Scope.make()
  if (!wantsExport(options.variables)) return nowhere(scope, [])
  const refusal = yield* whyNotExported(options)
  if (refusal !== undefined) return nowhere(scope, [`No telemetry is sent: ${refusal}`])
  const plan = planExport(options.variables, options.version)
  const { layerWith } = yield* Effect.promise(() => import("./otlp.ts"))
  // Exporters say what went wrong at debug level, and not to themselves.
  const built = yield* Layer.buildWithScope(layerWith(plan), scope).pipe(
    Effect.provideService(Logger.CurrentLoggers, new Set([stderr])),
    Effect.provideService(References.MinimumLogLevel, options.level ?? "Warn"),
    Effect.exit
  )
  if (Exit.isFailure(built))
    return nowhere(scope, ["No telemetry is sent: a variable of `OTEL_…` cannot be read", ...plan.problems])
  const loggers = Context.getOrUndefined(built.value as Context.Context<never>, Logger.CurrentLoggers)
  return {
    scope,
    tracer: Context.get(built.value, Tracer.Tracer),
    loggers: [...(loggers ?? [])].filter((one) => one !== stderr),
    notes: plan.problems
  } satisfies Exporting
})

const commandDuration = Metric.timer("gsd.command.duration", {
  description: "Time from the start of a command to its end"
})

/** A run as its end is told. */
interface Run {
  readonly command: string
  /** Milliseconds of the clock. */
  readonly begun: number
  readonly scrub: (text: string) => string
}

const tellEnd = Effect.fnUntraced(function* ({ begun, command, scrub }: Run, { exitCode, failure }: RunEnd) {
  const millis = (yield* Clock.currentTimeMillis) - begun
  const attributes = { command, exit_code: String(exitCode) }
  yield* Metric.update(Metric.withAttributes(commandDuration, attributes), Duration.millis(millis))
  const ended = { command, exitCode, millis }
  if (failure === undefined) return yield* Effect.annotateLogs(Effect.logInfo("The command ended"), ended)
  const { hints, message, tag } = failure
  yield* Effect.annotateLogs(Effect.logError(message), { ...ended, error: tag, hints: hints.map(scrub) })
})

/** Whatever is not sent by then is lost. */
const close = (scope: Scope.Closeable): Effect.Effect<void> =>
  Effect.flatMap(Effect.forkDetach(Scope.close(scope, Exit.void)), (closing) =>
    Effect.timeoutOption(Fiber.await(closing), Duration.millis(limits.telemetryFlushMillis))
  ).pipe(Effect.asVoid)

/** Opens what a run is told to; nothing is sent before there is something to tell. */
export const openSession = Effect.fnUntraced(function* (options: SessionOptions) {
  const scrub = scrubber(options.variables)
  const stderr = stderrLogger({ ...options.stderr, scrub, minimum: options.level ?? "Warn" })
  const { loggers: sent, notes, scope, tracer } = yield* openExport(options, stderr)
  const loggers = sent.map((one) => scrubbedLogger(one, scrub))
  // In text a failure is told by the runner, as it always is.
  const forFailures = new Set(options.stderr.format === "json" ? [stderr, ...loggers] : loggers)
  const context = Context.make(
    Tracer.Tracer,
    watchedTracer(tracer ?? Tracer.nativeTracer, scrub, [...options.listeners, spanLog])
  ).pipe(
    Context.add(Logger.CurrentLoggers, new Set([stderr, ...loggers])),
    Context.add(References.MinimumLogLevel, options.level ?? (tracer === undefined ? "Warn" : "Info"))
  )
  const { command, version } = options
  const around: Session["around"] = Effect.fnUntraced(function* (run, endOf) {
    const begun = yield* Clock.currentTimeMillis
    yield* Effect.forEach(notes, (note) => Effect.logWarning(note), { discard: true })
    const told = Effect.onExit(run, (exit) => {
      const end = endOf(exit)
      const telling = tellEnd({ begun, command, scrub }, end)
      return end.failure === undefined
        ? telling
        : Effect.provideService(telling, Logger.CurrentLoggers, forFailures)
    })
    return yield* Effect.withSpan(told, `gsd ${command}`.trim(), {
      root: true,
      attributes: { command, version }
    })
  })
  return {
    around: (run, endOf) => Effect.provideContext(around(run, endOf), context),
    finish: close(scope)
  } satisfies Session
})

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as References from "effect/References"
import { exitCode } from "../domain/hinted.ts"
import { wantsDebug, wantsJson } from "./argv.ts"
import { Concluded, Defect, Detailed, Interrupted } from "./errors.ts"
import { errorView } from "./mainView.ts"
import { endNow, leaving } from "./mainLeaving.ts"
import { output } from "./mainOutput.ts"
import { finalCode, writeError, writeOut } from "./mainWrite.ts"
import { errorDocument, renderError, shownOf, type Shown } from "./render/error.ts"
import { jsonText } from "./render/json.ts"

const signals = { SIGINT: exitCode.interrupted, SIGTERM: exitCode.terminated, SIGHUP: exitCode.terminated }

type Signal = keyof typeof signals

/** A second signal within this time ends the process at the next safe point. */
const secondSignalMillis = 2000

const describe = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)

const asError = (failure: unknown): Error =>
  failure instanceof Error ? failure : new Defect({ reason: describe(failure) })

/** What to say about a failed run; undefined when it was said already. */
const shownFailure = <E>(cause: Cause.Cause<E>, signal: Signal | undefined): Shown | number => {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (failure instanceof Concluded) return failure.code
  if (failure instanceof Detailed) {
    const shown = shownOf(failure.error)
    return { ...shown, details: { ...shown.details, ...failure.details } }
  }
  if (failure !== undefined) return shownOf(asError(failure))
  if (Cause.hasDies(cause)) return shownOf(new Defect({ reason: describe(Cause.squash(cause)) }))
  const { committed, written } = leaving
  const interrupted = new Interrupted({
    signal: signal ?? "SIGINT",
    committed,
    ...(written === undefined ? {} : { written })
  })
  return { ...shownOf(interrupted), exitCode: signals[signal ?? "SIGINT"] }
}

interface Told {
  readonly json: boolean
  readonly debug: boolean
}

const report = <E>(shown: Shown, cause: Cause.Cause<E>, told: Told): void => {
  if (told.json) writeOut(jsonText(errorDocument(shown)))
  else writeError(renderError(shown, errorView()))
  if (told.debug && Cause.hasDies(cause)) writeError(Cause.pretty(cause))
}

/** Interrupts at the first signal; at a second one soon after, ends at the next safe point. */
const watchSignals = (interrupt: () => void): { readonly first: () => Signal | undefined } => {
  let first: { readonly signal: Signal; readonly at: number } | undefined
  const onSignal = (signal: Signal) => {
    if (first === undefined) {
      first = { signal, at: Date.now() }
      interrupt()
    } else if (Date.now() - first.at <= secondSignalMillis) {
      leaving.at(signals[first.signal])
    }
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => onSignal(signal))
  return { first: () => first?.signal }
}

/** Who is told of a run beside the person who sees its output. */
export interface Witness {
  /** The program, told of. */
  readonly around: <E>(
    program: Effect.Effect<void, E>,
    shownOf: (exit: Exit.Exit<void, E>) => Shown | number
  ) => Effect.Effect<void, E | Error>
  /** What is left to do when the end was told; never fails, and is bounded. */
  readonly finish: Effect.Effect<void>
  /** Whether it tells failures on stderr, in a form of its own. */
  readonly tellsFailures: () => boolean
}

/**
 * Runs the program of this process: signals interrupt it, its failure is told in the form that was asked for, and
 * its exit code is the process's. A reader of stdout that leaves ends it quietly, once the program has ended.
 */
export const runMain = <E>(
  program: Effect.Effect<void, E>,
  argv: ReadonlyArray<string>,
  witness?: Witness
): void => {
  const told = { json: wantsJson(argv), debug: wantsDebug(argv) }
  // Nobody sees where an error was made, and every call of a service would find it out.
  if (!told.debug) Error.stackTraceLimit = 0
  let onSignal = () => {}
  const { first } = watchSignals(() => onSignal())
  const shownOfRun = (exit: Exit.Exit<void, E | Error>): Shown | number =>
    Exit.isSuccess(exit) ? exitCode.ok : shownFailure(exit.cause, first())
  const fiber = Effect.runFork(
    (witness === undefined ? program : witness.around(program, shownOfRun)).pipe(
      Effect.provide(output),
      Effect.provideService(References.LogToStderr, true),
      Effect.provideService(References.MinimumLogLevel, "Warn"),
      // Spans that nobody is told of cost a fifth of a short run.
      Effect.withTracerEnabled(witness !== undefined)
    )
  )
  onSignal = () => fiber.interruptUnsafe()
  // A fiber that waits for nothing of Node's would let the process end.
  const alive = setInterval(() => {}, 2 ** 30)
  fiber.addObserver((exit) => {
    const shown = shownOfRun(exit)
    const isTold = !told.json && witness?.tellsFailures() === true
    if (Exit.isFailure(exit) && typeof shown !== "number" && !isTold) report(shown, exit.cause, told)
    const code = finalCode(typeof shown === "number" ? shown : shown.exitCode)
    const end = () => {
      clearInterval(alive)
      endNow(code)
    }
    // Only what is told elsewhere is still on its way, and a person who asks need not wait for that.
    onSignal = end
    Effect.runFork(witness?.finish ?? Effect.void).addObserver(end)
  })
}

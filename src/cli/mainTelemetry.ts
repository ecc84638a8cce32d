import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { stripVTControlCharacters } from "node:util"
import { makeRecorder, type Recorder } from "../layers/telemetry/recorder.ts"
import { openSession, type RunEnd, type Session } from "../layers/telemetry/session.ts"
import { openTraceFile, type TraceFile } from "../layers/telemetry/traceFile.ts"
import { scrubber } from "../domain/telemetry/scrub.ts"
import { traceText } from "../domain/telemetry/traceEvents.ts"
import { stderrForm, writeError, writeRecord } from "./mainWrite.ts"
import type { Witness } from "./mainRunner.ts"
import type { Shown } from "./render/error.ts"
import type { TelemetryFlags } from "./telemetryFlags.ts"

/** A run, and what its command line says about who is told of it. */
export interface Telling {
  readonly flags: TelemetryFlags
  readonly version: string
  /** Words that name the command. */
  readonly command: string
}

const variablesNow = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  )

/** A text for people, as a record of the log. */
const asRecord =
  (scrub: (text: string) => string) =>
  (text: string): string =>
    JSON.stringify({
      message: scrub(stripVTControlCharacters(text)),
      level: "INFO",
      timestamp: new Date().toISOString()
    })

const runEnd = (shown: Shown | number): RunEnd =>
  typeof shown === "number"
    ? { exitCode: shown }
    : {
        exitCode: shown.exitCode,
        failure: { tag: shown.tag, message: shown.message, hints: shown.hints }
      }

interface Tracing {
  readonly file: TraceFile
  readonly recorder: Recorder
  /** Nanoseconds of the clock that spans are timed by. */
  readonly now: () => bigint
}

const tracing =
  ({ command, version }: Telling, { file, now, recorder }: Tracing) =>
  (exitCode: number) => {
    const spans = recorder.spans(now())
    const head = {
      processId: process.pid,
      name: "gsd",
      about: {
        command,
        version,
        exitCode,
        ...(recorder.left() === 0 ? {} : { spansLeftOut: recorder.left() })
      }
    }
    try {
      file.write(traceText(head, spans))
    } catch (error) {
      writeError(`The trace \`${file.path}\` could not be written: ${String(error)}`)
    }
  }

/** Opens everything that is asked for; the trace is written while the process ends, whatever ends it. */
const open = Effect.fnUntraced(function* (telling: Telling) {
  const { command, flags, version } = telling
  const recorder = makeRecorder()
  if (flags.trace !== undefined) {
    const file = yield* openTraceFile(flags.trace)
    const clock = yield* Clock.Clock
    const now = () => clock.currentTimeNanosUnsafe()
    process.once("exit", tracing(telling, { file, now, recorder }))
  }
  return yield* openSession({
    ...flags,
    version,
    command,
    variables: variablesNow(),
    stderr: { format: flags.format ?? "pretty", write: writeRecord },
    listeners: flags.trace === undefined ? [] : [recorder]
  })
})

/** The same; a fault of ours in what is told costs nobody the command. */
const opened = (telling: Telling) =>
  Effect.uninterruptible(open(telling)).pipe(
    Effect.asSome,
    Effect.catchDefect((defect) => {
      writeError(`Nobody is told of this run: ${String(defect)}`)
      return Effect.succeedNone
    })
  )

/** Tells those of a run whom its command line and the environment name. */
export const makeWitness = (telling: Telling): Witness => {
  const isJson = telling.flags.format === "json"
  if (isJson) {
    stderrForm.isPlain = false
    stderrForm.of = asRecord(scrubber(variablesNow()))
  }
  let session: Option.Option<Session> = Option.none()
  return {
    around: (program, shownOf) =>
      Effect.flatMap(opened(telling), (found) => {
        session = found
        return Option.isNone(found) ? program : found.value.around(program, (exit) => runEnd(shownOf(exit)))
      }),
    finish: Effect.suspend(() => (Option.isSome(session) ? session.value.finish : Effect.void)),
    tellsFailures: () => isJson && Option.isSome(session)
  }
}

import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Availability } from "../../domain/lane/availability.ts"
import { unavailableOutcome, type LaneOutcome } from "../../domain/lane/outcome.ts"
import type { LaneEnded } from "../../domain/lane/outcomes.ts"
import type { Visible } from "../../domain/text/escape.ts"
import { Lanes, type LaneProbe, type LaneStart } from "../../services/Lanes.ts"

/** What a scripted lane does. */
export interface ScriptedRun {
  readonly outcome: LaneOutcome
  /** How long it takes, on the Clock; at once when left out. */
  readonly takes?: Duration.Duration
  /** Lines that it writes before that time, in this order. */
  readonly lines?: ReadonlyArray<string>
  readonly notes?: ReadonlyArray<Visible>
  /** The end of its error output. */
  readonly stderr?: string
}

/** What scripted Lanes answer, and whom they tell that they were asked. */
export interface LanesScript {
  /** Available when left out, without a list of models. */
  readonly probe?: (probe: LaneProbe) => Availability
  /** Undefined is a lane whose program is not there. */
  readonly run: (start: LaneStart) => ScriptedRun | undefined
  /** Told of every run that is started. */
  readonly started?: (start: LaneStart) => void
  /** Told of every run that was interrupted before its end. */
  readonly interrupted?: (start: LaneStart) => void
}

const missing: ScriptedRun = {
  outcome: unavailableOutcome({
    _tag: "Unavailable",
    reason: "missing-binary",
    detail: "Nothing is written in the script for it" as Visible
  })
}

const textOf = (outcome: LaneOutcome): string => ("text" in outcome ? outcome.text : "")

const play = Effect.fnUntraced(function* (start: LaneStart, script: LanesScript) {
  const { planned, tell } = start
  const { identity } = planned.run
  const { outcome, takes = Duration.zero, lines = [], notes = [], stderr = "" } = script.run(start) ?? missing
  const began = yield* Clock.monotonicTimeNanos
  script.started?.(start)
  tell({ _tag: "Started", identity })
  let bytes = 0
  for (const lastLine of lines) {
    bytes += new TextEncoder().encode(`${lastLine}\n`).byteLength
    tell({ _tag: "Wrote", identity, bytes, lastLine })
  }
  yield* Effect.sleep(takes)
  return {
    run: planned.run,
    planned,
    outcome,
    notes,
    duration: Duration.nanos((yield* Clock.monotonicTimeNanos) - began),
    bytes: new TextEncoder().encode(textOf(outcome)).byteLength,
    stderr
  } satisfies LaneEnded
})

/** Lanes that start and ask nothing, for tests; every wait is on the Clock. */
export const layerWith = (script: LanesScript): Layer.Layer<Lanes> =>
  Layer.succeed(
    Lanes,
    Lanes.of({
      probe: (probe) => Effect.succeed(script.probe?.(probe) ?? { _tag: "Available", models: undefined }),
      run: (start) =>
        Effect.onInterrupt(play(start, script), () => Effect.sync(() => script.interrupted?.(start)))
    })
  )

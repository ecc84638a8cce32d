import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import type { Receipt } from "../../domain/install/receipt.ts"
import type { LaneEnded } from "../../domain/lane/outcomes.ts"

/** Installs and updates by `status`: a receipt's, or `failed` or `interrupted`. */
export const installs = Metric.counter("gsd.installs", {
  description: "Installs and updates of capabilities, by what came of them",
  incremental: true
})

/** Ended lanes of reviews by `lane` and `outcome`. */
export const laneOutcomes = Metric.counter("gsd.lane.outcomes", {
  description: "Ended runs of reviewer lanes, by how they ended",
  incremental: true
})

/** Time that a lane ran, in milliseconds, by `lane` and `outcome`. */
export const laneDuration = Metric.timer("gsd.lane.duration", {
  description: "Time from the start of a reviewer lane to its end"
})

/** Time that a pipeline took, in milliseconds, by `pipeline` and `outcome`. */
export const pipelineDuration = Metric.timer("gsd.pipeline.duration", {
  description: "Time from the start of a pipeline to its end"
})

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): "ok" | "failed" | "interrupted" => {
  if (Exit.isSuccess(exit)) return "ok"
  return Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "failed"
}

/** Times a pipeline, and logs its end at debug level; its result stays what it was. */
export const measured =
  (pipeline: string) =>
  <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.currentTimeMillis, (begun) =>
      Effect.onExit(
        run,
        Effect.fnUntraced(function* (exit) {
          const outcome = outcomeOf(exit)
          const millis = (yield* Clock.currentTimeMillis) - begun
          const metric = Metric.withAttributes(pipelineDuration, { pipeline, outcome })
          yield* Metric.update(metric, Duration.millis(millis))
          yield* Effect.annotateLogs(Effect.logDebug(`${pipeline} ended`), { outcome, millis })
        })
      )
    )

/** Counts an install by what comes of it, and names the capability on the span that it is in. */
export const counted = <A extends Pick<Receipt, "id" | "status" | "version">, E, R>(
  run: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.onExit(
    run,
    Effect.fnUntraced(function* (exit) {
      const status = Exit.isSuccess(exit) ? exit.value.status : outcomeOf(exit)
      yield* Metric.update(Metric.withAttributes(installs, { status }), 1)
      if (Exit.isFailure(exit)) return
      const { id, version } = exit.value
      yield* Effect.annotateCurrentSpan({ capability: id, version, status })
    })
  )

/** Counts and times an ended lane, and logs it at debug level. */
export const laneTold = Effect.fnUntraced(function* ({ duration, outcome: { outcome }, run }: LaneEnded) {
  const attributes = { lane: run.lane.slug, outcome }
  yield* Metric.update(Metric.withAttributes(laneOutcomes, attributes), 1)
  yield* Metric.update(Metric.withAttributes(laneDuration, attributes), duration)
  yield* Effect.annotateLogs(Effect.logDebug("The lane ended"), {
    ...attributes,
    millis: Math.round(Duration.toMillis(duration))
  })
})

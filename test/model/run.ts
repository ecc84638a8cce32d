import type { Call, ModelDisk } from "./disk.ts"
import { plan, type Journal } from "./journal.ts"
import { transaction, type Step } from "./protocol.ts"
import { recovery, recoverySteps, type Recovery } from "./recovery.ts"
import { diskBefore, ends, type Operation } from "./world.ts"

/** A protocol with something spoilt in it; only tests of the model itself have one. */
export interface Variant {
  readonly transaction?: ReadonlyArray<Step>
  readonly recovery?: Recovery
  /** Calls that are left out. */
  readonly skips?: (step: string, call: Call) => boolean
}

/** Where a run stands: the call it is about to do. */
export interface Point {
  readonly step: string
  readonly call: Call
}

function* running(
  disk: ModelDisk,
  journal: Journal,
  steps: ReadonlyArray<Step>,
  variant: Variant
): Generator<Point> {
  for (const step of steps)
    for (const call of step.run({ disk, journal })) {
      if (variant.skips?.(step.name, call) === true) continue
      yield { step: step.name, call }
      disk.run(call)
    }
}

/** Runs a transaction; stands still before each of its calls, so that not going on is a crash there. */
export const runTransaction = (disk: ModelDisk, journal: Journal, variant: Variant = {}): Generator<Point> =>
  running(disk, journal, variant.transaction ?? transaction, variant)

/** Runs what the next command does first. */
export const runRecovery = (disk: ModelDisk, variant: Variant = {}): Generator<Point> => {
  const { journal, steps } = recoverySteps(disk, variant.recovery ?? recovery)
  return running(disk, journal, steps, variant)
}

/** Goes on to the end; tells how many calls that took. */
export const finish = (points: Generator<Point>): number => [...points].length

/** An operation about to begin. */
export const beginOf = (operation: Operation) => {
  const { from, to } = ends[operation]
  const disk = diskBefore(
    from,
    to.kept.filter((one) => !from.kept.includes(one))
  )
  return { disk, journal: plan(disk, from, to) }
}

import { loopPoints, type LoopHookKind, type LoopPoint } from "../capability/loopContract.ts"

/** Steps of the loop, in order; each has a workflow of its name. */
export const loopSteps = ["discuss", "plan", "execute", "verify", "ship"] as const

/** A step of the loop. */
export type LoopStep = (typeof loopSteps)[number]

/** Is the name of a step of the loop. */
export const isLoopStep = (value: string): value is LoopStep =>
  (loopSteps as ReadonlyArray<string>).includes(value)

/** The points that a step has, in loop order. */
export const pointsOf = (step: LoopStep): ReadonlyArray<LoopPoint> =>
  loopPoints.filter((point) => point.startsWith(`${step}:`))

/** Kinds of hooks by the words that workflows name them with, in the order in which a point runs them. */
export const kindWords: ReadonlyMap<string, LoopHookKind> = new Map([
  ["steps", "step"],
  ["contributions", "contribution"],
  ["gates", "gate"]
])

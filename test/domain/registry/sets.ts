import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { loopPoints } from "../../../src/domain/capability/loopContract.ts"
import { feature } from "../capability/build.ts"
import { flag, member } from "./build.ts"

/** Gives the next of a row of choices, each below `count`; from the start again when they are used up. */
type Choose = (count: number) => number

const chooser = (numbers: ReadonlyArray<number>): Choose => {
  let at = 0
  return (count) => (numbers[at++ % Math.max(numbers.length, 1)] ?? 0) % count
}

const some = (choose: Choose, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const one = names[choose(names.length)]
  return choose(3) === 0 || one === undefined ? [] : [one]
}

const ids = ["ann", "bob", "cem", "dot", "eve", "fay", "gus", "hal"]
const points = loopPoints.slice(1, 5)

interface Options {
  /** Names that members may claim; with undefined each has its own. */
  readonly shared: ReadonlyArray<string> | undefined
}

const hook = (choose: Choose, makes: ReadonlyArray<string>, takes: ReadonlyArray<string>) => ({
  point: points[choose(points.length)],
  produces: some(choose, makes),
  consumes: some(choose, takes)
})

/** A manifest whose few names often meet those of the others. */
const overlay = (choose: Choose, id: string, { shared }: Options) => {
  const names = (kind: string) => shared?.map((name) => `${name}-${kind}`) ?? [`${id}-${kind}`]
  const takes = ids.flatMap((other) => [`${other}-md`, `${other}-too`]).concat(shared ?? [])
  const makes = shared ?? [`${id}-md`, `${id}-too`]
  return feature({
    id,
    tier: choose(12) === 0 ? "core" : "full",
    requires: choose(3) === 0 ? some(choose, ids) : [],
    skills: choose(3) === 0 ? some(choose, names("skill")) : [],
    config: Object.fromEntries(
      some(choose, names("key")).map((key) => [`own.${key}${choose(4) === 0 ? ".a" : ""}`, flag])
    ),
    steps: Array.from({ length: choose(3) }, () => ({
      ...hook(choose, makes, takes),
      ref: { command: "loop run" },
      onError: "skip"
    })),
    contributions: Array.from({ length: choose(3) }, () => {
      const { point, ...rest } = hook(choose, makes, takes)
      const into =
        point?.startsWith("plan") === true
          ? "planner"
          : point?.startsWith("discuss") === true
            ? "orchestrator"
            : "executor"
      return { ...rest, point, into, fragment: { inline: "Look at it." } }
    })
  })
}

export const setOf = (numbers: ReadonlyArray<number>, options: Options) => {
  const choose = chooser(numbers)
  const names =
    options.shared === undefined ? ids : Array.from({ length: 8 }, () => ids[choose(ids.length)] ?? "ann")
  return names.map((id) => member(overlay(choose, id, options)))
}

/** Numbers to choose by. */
export const choices = Arbitrary.array(
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))),
  { minLength: 40, maxLength: 200 }
)

/** Overlays that claim each other's names and may have the same id. */
export const clashing = Arbitrary.map(choices, (numbers) =>
  setOf(numbers, { shared: ["ann-md", "bob-md", "cem-too"] })
)

/** Overlays each of which has an id and names of its own. */
export const apart = Arbitrary.map(choices, (numbers) => setOf(numbers, { shared: undefined }))

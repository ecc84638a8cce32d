import { assert, describe, it } from "@effect/vitest"
import { listRow, listSizes } from "../../bench/parts/compared.ts"
import { sectionOf } from "../../bench/parts/comparedSection.ts"
import type { Figures, Measured } from "../../bench/parts/contest.ts"

const took = (millis: number): Figures => ({ millis, cpuMillis: millis / 2, peakMebi: 50 })

const row = (name: string, ours: number, theirs: number | string): Measured => ({
  name,
  bare: took(40),
  ours: took(ours),
  theirs: typeof theirs === "string" ? theirs : took(theirs)
})

/** A list that takes so many ms for each overlay, and more for each beyond the five hundredth. */
const lists = (perOverlay: number, beyond = perOverlay): ReadonlyArray<Measured> =>
  listSizes.map((count) =>
    row(
      listRow(count),
      60 + perOverlay * Math.min(count, 500) + beyond * Math.max(count - 500, 0),
      400 + count * 3
    )
  )

const program = { bin: "/home/ada/gsd.mjs", folder: "/home/ada", version: "1.2.3" }

const section = (rows: ReadonlyArray<Measured>, theirs: typeof program | string = program) =>
  sectionOf({ rows, ours: { ...program, bytes: 1_900_000 }, theirs })

const verdictOf = (text: string, goal: string): string | undefined =>
  text
    .split("\n")
    .find((line) => line.startsWith(`| ${goal}`) && /\| (?:held|missed) \|$/u.test(line))
    ?.split("|")
    .at(-2)
    ?.trim()

describe("sectionOf", () => {
  const starts = [row("version", 50, 250), row("help", 65, 300)]

  it("tells ratios of what was measured, and goals that are held", () => {
    const text = section([...starts, ...lists(0.1)])
    assert.include(text, "| version | 50.0 | 250.0 | 40.0 | 1.25 | 1.25 | 0.20 | 50.0 | 50.0 |")
    assert.include(text, "| 1000 | 160.0 | 0.120 | 3400.0 | 3.360 |")
    const goals = ["version", "list, 500", "linear", "the package"]
    assert.deepStrictEqual(
      goals.map((goal) => verdictOf(text, goal)),
      ["held", "held", "held", "held"]
    )
    assert.strictEqual(verdictOf(text, "help"), "missed")
  })

  it("says of a list that grows faster than it is long that it is not linear", () => {
    const text = section([...starts, ...lists(0.1, 0.3)])
    assert.strictEqual(verdictOf(text, "linear"), "missed")
  })

  it("puts dashes and the reason where the other program has no way, and where it is not there at all", () => {
    const reason = "it has no command that hashes what is installed"
    const some = section([...starts, ...lists(0.1), row("verify", 80, reason)])
    assert.include(some, "| verify | 80.0 | – | 40.0 | 2.00 | 2.00 | – | 50.0 | – |")
    assert.include(some, `– at verify: ${reason}.`)
    const absent = "npm could not install it: ENOTFOUND"
    const without = section(
      [...starts, ...lists(0.1)].map((one) => ({ ...one, theirs: absent })),
      absent
    )
    assert.include(without, `– everywhere: ${absent}.`)
    assert.include(without, "| 500 | 110.0 | 0.140 | – | – |")
  })
})

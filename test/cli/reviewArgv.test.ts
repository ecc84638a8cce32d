import { assert, describe, it } from "vitest"
import { reviewArgv, reviewSwitches, reviewValues } from "../../src/cli/reviewArgv.ts"
import { builtInFlags } from "../../src/domain/registry/builtInNames.ts"
import { gsd, makeWorld } from "./support/world.ts"

const split = (line: string): ReadonlyArray<string> => line.split(" ")

describe("reviewArgv", () => {
  it("puts `run` where it is left out, and chooses lanes by flags that are none of ours", () => {
    const rows: ReadonlyArray<readonly [string, string]> = [
      ["review --plan a.md", "review run --plan a.md"],
      ["review --plan a.md --gemini --json", "review run --plan a.md --lane=--gemini --json"],
      ["review run --lm-studio --plan a.md", "review run --lane=--lm-studio --plan a.md"],
      ["--root /x review --plan a --agy", "--root /x review run --plan a --lane=--agy"],
      ["review plan --plan a --codex", "review plan --plan a --lane=--codex"],
      ["review --codex", "review run --lane=--codex"],
      ["review --plan --gemini", "review run --plan --gemini"],
      ["review --quorm 2 --plan a", "review run --quorm 2 --plan a"],
      ["review --plan a --x=1", "review run --plan a --x=1"],
      ["review --plan a -- --gemini", "review run --plan a -- --gemini"]
    ]
    for (const [given, taken] of rows) assert.deepStrictEqual(reviewArgv(split(given)), split(taken), given)
  })

  it("leaves every other command line as it is", () => {
    const lines = [
      "review",
      "review --help",
      "review --json",
      "review lanes --json",
      "review probe --gemini",
      "review history --x",
      "review bogus --plan a",
      "capability list --gemini",
      "--root review capability list --gemini",
      "--version"
    ]
    for (const line of lines) assert.deepStrictEqual(reviewArgv(split(line)), split(line), line)
  })

  it("knows exactly the flags of the commands, and they are taken from lanes", () => {
    const help = ["run", "plan"].map((verb) => gsd(makeWorld(), ["review", verb, "--help"]).stdout)
    const own = help.flatMap((text) => text.split("Flags of every command")[0]?.match(/^ +--[\w-]+/gmu) ?? [])
    const declared = new Set(own.map((flag) => flag.trim()))
    assert.sameMembers([...declared], [...reviewValues, ...reviewSwitches])
    assert.deepStrictEqual(
      [...declared].filter((flag) => !builtInFlags.has(flag)),
      []
    )
  })
})

import { assert, describe, it } from "vitest"
import { wantsJson } from "../../src/cli/argv.ts"
import { gsd as commands } from "../../src/cli/commands/gsd.ts"
import { xArgv, xValues } from "../../src/cli/xArgv.ts"
import { builtInCommands, builtInFlags } from "../../src/domain/registry/builtInNames.ts"
import { gsd, makeWorld } from "./support/world.ts"

const split = (line: string): ReadonlyArray<string> => line.split(" ")

describe("xArgv", () => {
  it("keeps everything behind the family from the parser", () => {
    const rows: ReadonlyArray<readonly [string, string]> = [
      ["x intel", "x -- intel"],
      ["x intel status --json --help", "x -- intel status --json --help"],
      ["x --json intel --version -- --x", "x --json -- intel --version -- --x"],
      ["--json x --timeout 5 intel --timeout 6", "--json x --timeout 5 -- intel --timeout 6"],
      ["--project x x --phase x x", "--project x x --phase x -- x"],
      ["x --timeout=5 intel", "x --timeout=5 -- intel"],
      ["x --json true intel", "x --json true -- intel"],
      ["--json off x intel", "--json off x -- intel"],
      ["x --bogus intel", "x --bogus -- intel"]
    ]
    for (const [given, taken] of rows) assert.deepStrictEqual(xArgv(split(given)), split(taken), given)
  })

  it("leaves every other command line as it is", () => {
    const lines = [
      "x",
      "x --json",
      "x --timeout",
      "x --help",
      "x -- intel --json",
      "-- x intel",
      "review x",
      "capability list x",
      "--root x",
      "--version"
    ]
    for (const line of lines) assert.deepStrictEqual(xArgv(split(line)), split(line), line)
  })

  it("has errors told in the form that stands before the family", () => {
    assert.isFalse(wantsJson(xArgv(split("x intel --json"))))
    assert.isTrue(wantsJson(xArgv(split("x --json intel"))))
  })

  it("knows exactly the flags of the command", () => {
    const help = gsd(makeWorld(), ["x", "--help"]).stdout.split("Flags of every command")[0] ?? ""
    assert.sameMembers(
      (help.match(/^ +--[\w-]+/gmu) ?? []).map((flag) => flag.trim()),
      [...xValues]
    )
    assert.deepStrictEqual(
      [...xValues].filter((flag) => !builtInFlags.has(flag)),
      []
    )
  })
})

describe("built-in names", () => {
  const words = commands("0.0.0").subcommands.flatMap(({ commands: group }) =>
    group.flatMap((command) => [command.name, ...(command.alias === undefined ? [] : [command.alias])])
  )

  it("are those of the command tree, so that no family and no lane takes one", () => {
    assert.includeMembers(words, ["capability", "loop", "registry", "review", "x"])
    assert.deepStrictEqual(
      words.filter((word) => word !== "x" && !builtInCommands.has(word)),
      []
    )
  })
})

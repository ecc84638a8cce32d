import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { helpPages } from "../../scripts/build/helpPages.ts"
import { documented } from "../../scripts/docs/parts/helpDocs.ts"
import { Engine } from "../../src/cli/Engine.ts"
import { fastHelp, helpFor } from "../../src/cli/helpPages.ts"
import { helpOutput } from "../../src/cli/mainHelp.ts"
import { interpret } from "../../src/cli/mainProgram.ts"
import { ansiPaint, plainView, type View } from "../../src/cli/render/view.ts"
import { Screen } from "../../src/cli/Screen.ts"
import { repository } from "./support/world.ts"

const pages = helpPages()

/** What the whole program prints; undefined when it refuses the command line or asks for an engine. */
const wholeOutput = async (argv: ReadonlyArray<string>, view: View): Promise<string | undefined> => {
  const lines: Array<string> = []
  const screen = Screen.of({
    out: Effect.succeed(view),
    err: Effect.succeed(plainView),
    progress: Effect.succeed({ step: () => {}, bytes: () => {} }),
    interactive: Effect.succeed(false),
    ask: () => Effect.succeedNone
  })
  const console = Object.assign(Object.create(globalThis.console), {
    log: (line: string) => lines.push(line)
  })
  const exit = await Effect.runPromiseExit(
    interpret(argv, "9.9.9").pipe(
      Effect.provideService(Screen, screen),
      Effect.provide(
        Layer.succeed(Engine, Engine.of({ layer: () => Layer.effectContext(Effect.interrupt) }))
      ),
      Effect.provideService(Console.Console, console)
    )
  )
  return Exit.isSuccess(exit) ? lines.join("\n") : undefined
}

/** What the fast path prints; undefined when it leaves the command line to the whole program. */
const fastOutput = (argv: ReadonlyArray<string>, view: View): string | undefined => {
  const wanted = fastHelp(argv)
  const help = wanted === undefined ? undefined : helpFor(pages, wanted)
  return wanted === undefined || help === undefined ? undefined : helpOutput(help, wanted.json, () => view)
}

const run = (args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [join(repository, "dist/gsd.mjs"), ...args],
    { encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", FORCE_COLOR: "1" } }
  )
  return { status, stderr, stdout }
}

const narrow: View = { width: 52, paint: ansiPaint }

const aliased = Object.keys(pages.aliases).map((words) => words.split(" "))

describe("help", () => {
  it("is shown of every command by the fast path, as by the whole program", async () => {
    for (const words of [...documented.map(({ path }) => path), ...aliased]) {
      for (const flags of [["--help"], ["-h", "--json"]]) {
        const argv = [...words, ...flags]
        const fast = fastOutput(argv, narrow)
        assert.isDefined(fast, argv.join(" "))
        assert.strictEqual(fast, await wholeOutput(argv, narrow), argv.join(" "))
      }
    }
    assert.isAbove(documented.length, 50)
    assert.isAbove(aliased.length, 1)
  })

  it("is shown of every group that is called alone, by both", async () => {
    const groups = documented.filter(({ isGroup }) => isGroup)
    const alone = groups.filter(({ path }) => fastOutput(path, plainView) !== undefined)
    for (const { path } of alone)
      assert.strictEqual(fastOutput(path, plainView), await wholeOutput(path, plainView), path.join(" "))
    assert.isAbove(alone.length, 5)
    assert.deepStrictEqual(
      groups.filter((one) => !alone.includes(one)).map(({ path }) => path.join(" ")),
      ["family settings"]
    )
  })

  it("is asked for before, between and behind the words of a command", async () => {
    for (const argv of [
      ["--help", "capability", "list"],
      ["capability", "-h", "list"],
      ["--json", "cap", "--help", "ls"]
    ]) {
      const fast = fastOutput(argv, plainView)
      assert.isDefined(fast, argv.join(" "))
      assert.strictEqual(fast, await wholeOutput(argv, plainView), argv.join(" "))
    }
  })

  it("is left to the whole program where anything else stands", () => {
    for (const argv of [
      ["capability", "--json"],
      ["capability", "list"],
      ["capability", "lst", "--help"],
      ["capability", "install", "./folder", "--help"],
      ["--help", "--version"],
      ["--help", "-h"],
      ["--help", "--trace", "file"],
      ["--help", "--", "capability"],
      ["--help", "true"],
      ["--help=false"],
      ["--no-json", "--help"],
      ["__proto__", "--help"],
      ["constructor"],
      [""],
      ["", "capability"],
      ["", "-h"],
      ["capability list", "-h"],
      ["capability trust"],
      ["capability\tlist", "--help", "--json"]
    ])
      assert.strictEqual(fastOutput(argv, plainView), undefined, argv.join(" "))
  })

  it("of the built program is what is declared, in the colours and with the ends of the whole program", () => {
    assert.deepStrictEqual(JSON.parse(readFileSync(join(repository, "dist/cli/help.json"), "utf8")), pages)
    const fast = run(["cap", "--help"])
    assert.strictEqual(fast.status, 0)
    assert.include(fast.stdout, "\u001b[1mUsage\u001b[22m  gsd capability <subcommand> [flags]")
    // A flag more than the fast path knows.
    assert.deepStrictEqual(fast, run(["cap", "--help", "--no-version"]))
  })
})

describe("a schema", () => {
  it("is printed by the fast path as by the whole program", () => {
    for (const name of ["capability", "family"]) {
      const fast = run(["schema", name])
      assert.strictEqual(fast.status, 0)
      assert.deepStrictEqual(fast, run(["schema", name, "--no-json"]))
    }
  })
})

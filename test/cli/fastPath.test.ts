import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as CliConfig from "effect/cli/CliConfig"
import * as Command from "effect/cli/Command"
import { assert, describe, it } from "vitest"
import { file, render } from "../../scripts/docs/fastTable.ts"
import type { Common } from "../../src/cli/common.ts"
import { Engine, type EngineRequest } from "../../src/cli/Engine.ts"
import { capabilityFlags } from "../../src/cli/commands/capability.ts"
import { optionally } from "../../src/cli/commands/flags.ts"
import { topFlags } from "../../src/cli/commands/gsd.ts"
import { loopRender } from "../../src/cli/commands/loopRender.ts"
import { fastPath, type FastRender } from "../../src/cli/fastPath.ts"
import { commonFlags } from "../../src/cli/globals.ts"
import { builtIns, interpret, unused } from "../../src/cli/mainProgram.ts"
import { isLoopPoint } from "../../src/domain/capability/loopContract.ts"
import { plainView } from "../../src/cli/render/view.ts"
import { Screen } from "../../src/cli/Screen.ts"
import { repository } from "./support/world.ts"

/** An engine was asked for, which only what the fast path answers does among the command lines of this test. */
class Asked extends Data.TaggedError("Asked")<{ readonly request: EngineRequest }> {}

type Meaning =
  | { readonly _tag: "List"; readonly common: EngineRequest }
  | { readonly _tag: "Printed"; readonly text: string }
  | { readonly _tag: "Refused" }

/** What effect/cli makes of a command line. */
const meaningOf = async (argv: ReadonlyArray<string>): Promise<Meaning> => {
  let request: EngineRequest | undefined
  let text = ""
  const engine = Layer.succeed(
    Engine,
    Engine.of({
      layer: (given) => {
        request = given
        return Layer.effectContext(Effect.die(new Asked({ request: given })))
      }
    })
  )
  const screen = Layer.succeed(
    Screen,
    Screen.of({
      out: Effect.succeed(plainView),
      err: Effect.succeed(plainView),
      progress: Effect.succeed({ step: () => {}, bytes: () => {} }),
      interactive: Effect.succeed(false),
      ask: () => Effect.succeedNone
    })
  )
  const console = Object.assign(Object.create(globalThis.console), {
    log: (line: string) => {
      text += line
    }
  })
  const exit = await Effect.runPromiseExit(
    interpret(argv, "9.9.9").pipe(
      Effect.provide(Layer.merge(engine, screen)),
      Effect.provideService(Console.Console, console)
    )
  )
  if (request !== undefined) return { _tag: "List", common: request }
  return Exit.isSuccess(exit) ? { _tag: "Printed", text } : { _tag: "Refused" }
}

const words = [
  "capability",
  "cap",
  "list",
  "ls",
  "--json",
  "--version",
  "--root",
  "/r",
  "--root=/r",
  "--project",
  "/p",
  "--project=",
  "--scope",
  "global",
  "project",
  "--scope=global",
  "--no-json",
  "--json=false",
  "true",
  "no",
  "--",
  "-h",
  "-",
  "trust",
  "bogus"
]

const renderWords = [
  ...words,
  "loop",
  "render",
  "plan:pre",
  "verify:post",
  "plan:none",
  "--markdown",
  "--no-markdown",
  "--set",
  "a.b=1",
  "--set=a.b=x=y",
  "--set=",
  "--ws",
  "alpha",
  "--ws=beta",
  "--offline"
]

/** The same sequence every time. */
const generator = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const listStarts = [["capability", "list"], ["cap", "ls"], ["--version"], ["cap", "list", "--json"], []]

const renderStarts = [
  ["loop", "render", "plan:pre"],
  ["loop", "render", "execute:wave:pre", "--json"],
  ["loop", "render", "--ws", "alpha", "plan:pre", "--set", "a.b=1", "--set", "c=2"],
  ["loop", "render"]
]

/** Command lines near those of the fast path: its words, with others put between them. */
const samples = (
  count: number,
  starts: ReadonlyArray<ReadonlyArray<string>>,
  words: ReadonlyArray<string>
): ReadonlyArray<ReadonlyArray<string>> => {
  const next = generator(7)
  return Array.from({ length: count }, () => {
    const argv = [...(starts[next(starts.length)] ?? [])]
    for (let more = next(4); more > 0; more -= 1)
      argv.splice(next(argv.length + 1), 0, words[next(words.length)] ?? "")
    return argv
  })
}

const expected = (common: Common): Meaning => ({ _tag: "List", common })

/** What the declarations of `gsd loop render` make of a command line; undefined when they refuse it. */
const renderMeaningOf = async (argv: ReadonlyArray<string>): Promise<FastRender | undefined> => {
  let meaning: FastRender | undefined
  const listening = loopRender.pipe(
    Command.withHandler(
      Effect.fnUntraced(function* ({ markdown, point, set, ws }) {
        const common = yield* commonFlags
        if ((common.json && markdown) || !isLoopPoint(point)) return
        meaning = { _tag: "Render", common, wanted: { point, set, ...optionally("workstream", ws) } }
      })
    )
  )
  const loop = Command.make("loop").pipe(
    Command.withSubcommands([listening]),
    Command.withGlobalFlags(capabilityFlags)
  )
  const gsd = Command.make("gsd").pipe(Command.withSubcommands([loop]), Command.withGlobalFlags(topFlags))
  await Effect.runPromiseExit(
    Command.runWith(gsd, { version: "9.9.9" })(argv).pipe(
      Effect.provide(Layer.merge(unused, CliConfig.layer({ builtIns })))
    )
  )
  return meaning
}

describe("the fast path", () => {
  it("parses by a table that is generated from the declarations", async () => {
    assert.strictEqual(readFileSync(join(repository, file), "utf8"), await render())
  })

  it("takes the command lines it is for", () => {
    assert.deepStrictEqual(fastPath(["--version"]), { _tag: "Version", json: false })
    assert.deepStrictEqual(fastPath(["--json", "--version"]), { _tag: "Version", json: true })
    assert.deepStrictEqual(fastPath(["capability", "list", "--json"]), {
      _tag: "List",
      common: { json: true, scope: "global" }
    })
    assert.deepStrictEqual(fastPath(["--root=/r", "cap", "--project", "/p", "ls"]), {
      _tag: "List",
      common: { json: false, scope: "global", root: "/r", project: "/p" }
    })
  })

  it("takes the name of a schema alone", () => {
    assert.deepStrictEqual(fastPath(["schema", "capability"]), { _tag: "Schema", name: "capability" })
    assert.deepStrictEqual(fastPath(["schema", "family"]), { _tag: "Schema", name: "family" })
  })

  it("leaves everything else to effect/cli", () => {
    for (const argv of [
      ["schema"],
      ["schema", "other"],
      ["schema", "family", "more"],
      ["schema", "family", "--json"],
      ["schema", "family", "--root", "/r"],
      [],
      ["capability"],
      ["capability", "list", "--help"],
      ["capability", "list", "--no-json"],
      ["capability", "list", "--json", "false"],
      ["capability", "list", "--scope", "project"],
      ["capability", "list", "--log-level", "debug"],
      ["capability", "list", "--root"],
      ["--version", "capability", "list"]
    ])
      assert.strictEqual(fastPath(argv), undefined, argv.join(" "))
  })

  it("means by every command line that it takes what effect/cli means", async () => {
    let taken = 0
    for (const argv of samples(2000, listStarts, words)) {
      const fast = fastPath(argv)
      if (fast === undefined || fast._tag === "Validate" || fast._tag === "Schema") continue
      taken += 1
      const meaning = await meaningOf(argv)
      if (fast._tag !== "Version") assert.deepStrictEqual(meaning, expected(fast.common), argv.join(" "))
      else {
        const text = fast.json ? '{"version":"9.9.9","gsdApiVersion":"1.14.0"}' : "9.9.9"
        assert.deepStrictEqual(meaning, { _tag: "Printed", text }, argv.join(" "))
      }
    }
    assert.isAbove(taken, 400)
  })

  it("takes a call of `loop render` that its command takes, and means the same by it", async () => {
    let taken = 0
    for (const argv of samples(1500, renderStarts, renderWords)) {
      const fast = fastPath(argv)
      if (fast?._tag !== "Render") continue
      taken += 1
      const meaning = await renderMeaningOf(argv)
      // No server is asked anyway.
      const { offline: _offline, ...common } = meaning?.common ?? {}
      assert.deepStrictEqual({ ...meaning, common }, { ...fast }, argv.join(" "))
    }
    assert.isAbove(taken, 300)
  })

  it("asks the same engine for it as the whole command line", async () => {
    for (const argv of [
      ["loop", "render", "plan:pre"],
      ["--json", "loop", "--root=/r", "render", "plan:pre", "--project", "/p"]
    ]) {
      const fast = fastPath(argv)
      assert.deepStrictEqual(
        await meaningOf(argv),
        fast?._tag === "Render" ? expected(fast.common) : undefined,
        argv.join(" ")
      )
    }
  })

  it("leaves calls of `loop render` that need the whole parser to it", () => {
    for (const argv of [
      ["loop", "render"],
      ["loop", "render", "plan:none"],
      ["loop", "render", "plan:pre", "plan:post"],
      ["loop", "render", "plan:pre", "--json", "--markdown"],
      ["loop", "render", "plan:pre", "--scope", "project"],
      ["loop", "render", "plan:pre", "--help"],
      ["loop", "render", "plan:pre", "--set"],
      ["loop", "render", "plan:pre", "--ws", "a", "--ws", "b"],
      ["loop", "--markdown", "render", "plan:pre"],
      ["capability", "list", "--markdown"],
      ["loop", "points"]
    ])
      assert.strictEqual(fastPath(argv), undefined, argv.join(" "))
  })
})

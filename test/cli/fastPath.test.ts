import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { assert, describe, it } from "vitest"
import { file, render } from "../../scripts/docs/fastTable.ts"
import type { Common } from "../../src/cli/common.ts"
import { Engine, type EngineRequest } from "../../src/cli/Engine.ts"
import { fastPath } from "../../src/cli/fastPath.ts"
import { interpret } from "../../src/cli/mainProgram.ts"
import { plainView } from "../../src/cli/render/view.ts"
import { Screen } from "../../src/cli/Screen.ts"
import { repository } from "./support/world.ts"

/** An engine was asked for, which only `capability list` does among the command lines of this test. */
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
] as const

/** The same sequence every time. */
const generator = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Command lines near those of the fast path: its words, with others put between them. */
const samples = (count: number): ReadonlyArray<ReadonlyArray<string>> => {
  const next = generator(7)
  const starts = [["capability", "list"], ["cap", "ls"], ["--version"], ["cap", "list", "--json"], []]
  return Array.from({ length: count }, () => {
    const argv = [...(starts[next(starts.length)] ?? [])]
    for (let more = next(4); more > 0; more -= 1)
      argv.splice(next(argv.length + 1), 0, words[next(words.length)] ?? "")
    return argv
  })
}

const expected = (common: Common): Meaning => ({ _tag: "List", common })

describe("the fast path", () => {
  it("parses by a table that is generated from the declarations", () => {
    assert.strictEqual(readFileSync(join(repository, file), "utf8"), render())
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

  it("leaves everything else to effect/cli", () => {
    for (const argv of [
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
    for (const argv of samples(2000)) {
      const fast = fastPath(argv)
      if (fast === undefined) continue
      taken += 1
      const meaning = await meaningOf(argv)
      if (fast._tag === "List") assert.deepStrictEqual(meaning, expected(fast.common), argv.join(" "))
      else {
        const text = fast.json ? '{"version":"9.9.9","gsdApiVersion":"1.14.0"}' : "9.9.9"
        assert.deepStrictEqual(meaning, { _tag: "Printed", text }, argv.join(" "))
      }
    }
    assert.isAbove(taken, 400)
  })
})

import { mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CliConfig from "effect/cli/CliConfig"
import * as Command from "effect/cli/Command"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { familyValidate } from "../../src/cli/commands/familyValidate.ts"
import { topFlags } from "../../src/cli/commands/gsd.ts"
import { fastPath, type FastValidate } from "../../src/cli/fastPath.ts"
import { Json, withoutVersion } from "../../src/cli/globals.ts"
import { builtIns, unused } from "../../src/cli/mainProgram.ts"
import { acmeManifest, layMember } from "../support/familyMembers.ts"
import { layRealMember } from "../support/familyReal.ts"
import { removeRooms } from "../support/rooms.ts"
import { gsd, makeWorld, program, type World } from "./support/world.ts"

afterAll(removeRooms)

/** What the declarations of `gsd family validate` make of a command line; undefined when they refuse it. */
const meaningOf = async (argv: ReadonlyArray<string>): Promise<FastValidate | undefined> => {
  let meaning: FastValidate | undefined
  const listening = familyValidate.pipe(
    Command.withHandler(
      Effect.fnUntraced(function* ({ folders, strict }) {
        yield* withoutVersion
        meaning = { _tag: "Validate", json: yield* Json, strict, patterns: folders }
      })
    )
  )
  const family = Command.make("family").pipe(Command.withSubcommands([listening]))
  const top = Command.make("gsd").pipe(Command.withSubcommands([family]), Command.withGlobalFlags(topFlags))
  await Effect.runPromiseExit(
    Command.runWith(top, { version: "9.9.9" })(argv).pipe(
      Effect.provide(Layer.merge(unused, CliConfig.layer({ builtIns })))
    )
  )
  return meaning
}

const words = [
  "family",
  "validate",
  "--json",
  "--strict",
  "--no-strict",
  "--strict=true",
  "--no-json",
  "--version",
  "--root",
  "/r",
  "--scope",
  "global",
  "--offline",
  "skills/*",
  "a b",
  "yes",
  "0",
  "",
  "--",
  "-s",
  "-",
  "-h",
  "detect"
]

const starts = [
  ["family", "validate", "one"],
  ["family", "validate", "--strict", "one", "two"],
  ["--json", "family", "validate", "one"],
  ["family", "validate"]
]

/** The same sequence every time. */
const generator = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const samples = (count: number): ReadonlyArray<ReadonlyArray<string>> => {
  const next = generator(11)
  return Array.from({ length: count }, () => {
    const argv = [...(starts[next(starts.length)] ?? [])]
    for (let more = next(4); more > 0; more -= 1)
      argv.splice(next(argv.length + 1), 0, words[next(words.length)] ?? "")
    return argv
  })
}

describe("the fast path of family validate", () => {
  it("takes the command lines it is for", () => {
    assert.deepStrictEqual(fastPath(["family", "validate", "a", "--strict", "b/*", "--json"]), {
      _tag: "Validate",
      json: true,
      strict: true,
      patterns: ["a", "b/*"]
    })
  })

  it("means by every command line that it takes what effect/cli means", async () => {
    let taken = 0
    for (const argv of samples(1500)) {
      const fast = fastPath(argv)
      if (fast?._tag !== "Validate") continue
      taken += 1
      assert.deepStrictEqual<unknown>(fast, await meaningOf(argv), argv.join(" "))
    }
    assert.isAbove(taken, 300)
  })

  it("leaves everything else to effect/cli", () => {
    for (const argv of [
      ["family", "validate"],
      ["family", "validate", "--strict"],
      ["family", "validate", "a", "--strict", "--strict"],
      ["family", "validate", "a", "--lax"],
      ["family", "validate", "a", "--root", "/r"],
      ["family", "validate", "a", "--scope", "global"],
      ["family", "validate", "a", "--offline"],
      ["family", "--strict", "validate", "a"],
      ["family", "validate", "--", "a"],
      ["family", "validate", "a", "--help"],
      ["family", "validate", "a", "--version"],
      ["family", "detect"]
    ])
      assert.strictEqual(fastPath(argv), undefined, argv.join(" "))
  })
})

/** effect/cli's own flags make no difference, and need its parser. */
const longWay = ["--log-level", "error"]

const hostile = "x\u001b[2J\u202e`\\"

describe("the bundle of the fast path", () => {
  it("loads Schema only for members that need it", () => {
    /** What a file of the program loads at once, itself included. */
    const loaded = (name: string): string => {
      const text = readFileSync(join(dirname(program), "cli", name), "utf8")
      const more = Array.from(text.matchAll(/(?:from|import)"\.\/([^"]+)"/gu), ([, path = ""]) => path)
      return [text, ...more.map(loaded)].join("\n")
    }
    assert.notInclude(loaded("mainFamily.mjs"), "~effect/Schema")
    assert.include(loaded("mainFamilyWhole.mjs"), "~effect/Schema")
  })
})

describe("gsd family validate by the fast path", () => {
  let world: World
  beforeAll(() => {
    world = makeWorld()
    const at = (name: string) => join(world.work, name)
    layRealMember(at("real/codex"), "codex-cli-bridge")
    layRealMember(at("real/kit"), "agent-workflow-kit")
    layMember(at("bad/rule"), acmeManifest({ provides: [] }))
    layMember(at("bad/shape"), acmeManifest({ kind: "nothing", name: hostile }))
    layMember(at("bad/newer"), acmeManifest({ schema: 2 }))
    layMember(at("bad/version"), { ...acmeManifest(), version: "1.2.4" })
    writeFileSync(at("bad/version/package.json"), '{"version":"9.9.9"}')
    layMember(at("bad/outside"), acmeManifest())
    unlinkSync(at("bad/outside/bin/review.sh"))
    symlinkSync(at("real/kit/capability.json"), at("bad/outside/bin/review.sh"))
    layMember(at("bad/kind"), acmeManifest({ roles: { review: { cmd: "acme-review", source: "docs" } } }))
    unlinkSync(at("bad/kind/docs"))
    mkdirSync(at("bad/kind/docs"))
    mkdirSync(at("bad/twice"))
    writeFileSync(at("bad/twice/capability.json"), '{"schema":1,"schema":1}')
    mkdirSync(at("bad/folder/capability.json"), { recursive: true })
    layMember(at(`odd/${hostile.replace("/", "")}, a:b`), acmeManifest({ provides: ["review", "review"] }))
    layMember(at("odd/[a]"), acmeManifest())
    symlinkSync("../real/kit", at("odd/link"))
    symlinkSync("nowhere", at("odd/broken"))
    symlinkSync("self", at("odd/self"))
  })

  interface Line {
    readonly argv: ReadonlyArray<string>
    readonly code: number
    readonly ci?: string
  }
  const lines: ReadonlyArray<Line> = [
    { argv: ["real/codex"], code: 0 },
    { argv: ["real/codex", "real/kit/", "--strict", "--json"], code: 0, ci: "true" },
    { argv: ["real/*", "odd/[a]", "odd/[a-z]", "odd/lin?", "./real/../real/kit", "real/codex"], code: 0 },
    { argv: ["bad/rule", "bad/version", "bad/outside", "bad/kind", "--strict"], code: 4 },
    { argv: ["bad/rule", "odd/*"], code: 0, ci: "1" },
    { argv: ["odd/*", "--json"], code: 0, ci: "false" },
    { argv: ["bad/*", "real/*", "--strict"], code: 4, ci: "yes" },
    { argv: ["bad/*", "--json", "--strict"], code: 4, ci: "0" },
    { argv: ["bad/none", "no*thing", "", "**/kit"], code: 0 },
    { argv: ["bad/newer", "--strict"], code: 4, ci: "" }
  ]

  it.each(lines)("says to $argv what the whole program says", ({ argv, code, ci }) => {
    const options = ci === undefined ? {} : { env: { CI: ci, FORCE_COLOR: "1" } }
    const fast = gsd(world, ["family", "validate", ...argv], options)
    assert.strictEqual(fast.code, code)
    assert.notStrictEqual(fast.stdout, "")
    assert.deepStrictEqual(fast, gsd(world, ["family", "validate", ...argv, ...longWay], options))
  })
})

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import type { JsonObject } from "../../../src/domain/json/value.ts"
import { capability } from "../../support/capabilities.ts"
import { exists, gate, step } from "../../support/loopProject.ts"
import { removeRooms } from "../../support/rooms.ts"
import { gsd, installed, makeWorld, start, write, type Ran, type World } from "../../cli/support/world.ts"

afterAll(removeRooms)

const put = (world: World, path: string, text: string): void => {
  mkdirSync(dirname(join(world.work, path)), { recursive: true })
  writeFileSync(join(world.work, path), text)
}

/** A project with a phase 3 and a capability. */
const worldWith = (members: JsonObject): World => {
  const world = makeWorld()
  put(world, ".planning/phases/03-pay/CONTEXT.md", "# Pay\n")
  const ran = installed(world, write(world, "hk-cap", capability({ hooks: [], ...members })))
  assert.strictEqual(ran.code, 0, ran.stderr)
  return world
}

const loop = (world: World, ...args: ReadonlyArray<string>): Ran => gsd(world, ["loop", ...args])

const documentOf = (ran: Ran) => JSON.parse(ran.stdout)

const command = (text: string): JsonObject =>
  gate({ predicate: { kind: "command-exit-zero", command: text, timeout: 60 } })

const logOf = (world: World): ReadonlyArray<JsonObject> =>
  readFileSync(join(world.work, ".planning/loop/outcomes.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line))

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe("gsd loop dispatch", () => {
  it("ends with 7 where a blocking gate holds the loop, and with 0 once it does not", () => {
    const world = worldWith({
      skills: ["hk-s"],
      steps: [step(), step({ ref: { command: "no-such-family" } })],
      gates: [exists("UI-SPEC.md"), exists("CONTEXT.md", { blocking: false })]
    })
    const about = ["discuss:pre", "--phase", "3"] as const
    const recorded = loop(
      world,
      "record",
      ...about,
      "--hook",
      "hk-cap/step/0",
      "--outcome",
      "done",
      "--message",
      "All\nasked"
    )
    assert.strictEqual(recorded.code, 0, recorded.stderr)
    const held = loop(world, "dispatch", ...about, "--json")
    assert.deepStrictEqual([held.code, held.stderr], [7, ""])
    const document = documentOf(held)
    assert.deepInclude(document, {
      verdict: "blocked",
      phase: "03-pay",
      point: "discuss:pre",
      endedBy: "hk-cap/step/1"
    })
    assert.deepInclude(document.outcomes[0], { outcome: "done", message: "All | asked" })
    assert.deepStrictEqual(
      logOf(world).map((record) => [record["outcome"], "run" in record]),
      [
        ["done", false],
        ["done", true],
        ["failed", true],
        ["blocked", true],
        ["unrun", true]
      ]
    )
    assert.include(loop(world, "log", "--last", "1", "--phase", "3").stdout, "unrun       hk-cap/gate/1")
    put(world, ".planning/phases/03-pay/03-UI-SPEC.md", "# Spec\n")
    const free = loop(world, "dispatch", ...about, "--gates")
    assert.strictEqual(free.code, 0, free.stderr)
    assert.include(free.stdout, "Nothing holds the loop at discuss:pre")
    const halted = loop(world, "dispatch", ...about)
    assert.strictEqual(halted.code, 0, halted.stderr)
    assert.include(halted.stdout, "`hk-cap/step/1` ended discuss:pre; nothing holds the loop")
  })

  it("ends with 2 for what is no command, and with 6 for a phase or a hook that is not there", () => {
    const world = worldWith({ gates: [exists("CONTEXT.md")] })
    const codes = [
      [["dispatch", "plan:prae"], 2],
      [["dispatch", "discuss:pre", "--phase", "9"], 6],
      [["dispatch", "discuss:pre", "--hook", "hk-cap/gate/7"], 6],
      [["record", "discuss:pre", "--hook", "hk-cap/gate/0", "--outcome", "passed"], 2],
      [["log", "--last", "0"], 2]
    ] as const
    for (const [args, code] of codes) assert.strictEqual(loop(world, ...args).code, code, args.join(" "))
    assert.isFalse(existsSync(join(world.work, ".planning/loop")))
  })

  it("writes through no link that a repository brings along", () => {
    const world = makeWorld()
    const victim = join(world.root, "victim")
    writeFileSync(victim, "mine\n")
    mkdirSync(join(world.work, ".planning/loop"), { recursive: true })
    symlinkSync(victim, join(world.work, ".planning/loop/outcomes.jsonl"))
    const ran = loop(world, "dispatch", "plan:pre", "--json")
    assert.strictEqual(ran.code, 4, ran.stdout)
    assert.strictEqual(documentOf(ran).error._tag, "PlanningFileUnreadable")
    assert.strictEqual(readFileSync(victim, "utf8"), "mine\n")
  })

  it.skipIf(process.platform === "win32")(
    "ends its commands on a signal, at the second one too, and writes that down",
    async () => {
      const world = worldWith({
        gates: [
          command("trap '' TERM; echo $$ > pid; touch started; while :; do sleep 0.1; done"),
          exists("CONTEXT.md")
        ]
      })
      const { child, ended } = start(world, ["loop", "dispatch", "discuss:pre", "--json"])
      await until(() => existsSync(join(world.work, "started")))
      child.kill("SIGINT")
      child.kill("SIGINT")
      const ran = await ended
      assert.strictEqual(ran.code, 130)
      assert.include(documentOf(ran).error.message, ".planning/loop/outcomes.jsonl")
      assert.deepStrictEqual(
        logOf(world).map((record) => record["outcome"]),
        ["interrupted", "unrun"]
      )
      const pid = Number(readFileSync(join(world.work, "pid"), "utf8"))
      assert.throws(() => process.kill(pid, 0))
    }
  )
})

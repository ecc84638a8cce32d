import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, expect, it } from "vitest"
import { loopPoints, type LoopContract } from "../../src/domain/capability/loopContract.ts"
import { contractView } from "../../src/domain/loop/contract.ts"
import { manifestOf } from "../support/capabilities.ts"
import { removeRooms } from "../support/rooms.ts"
import { gsd, makeWorld, shot, write, type World } from "./support/world.ts"

afterAll(removeRooms)

interface Problem {
  readonly rule: string
  readonly message: string
  readonly hint: string
  readonly pointer: string
  readonly line?: number
}

interface Report {
  readonly verdict: string
  readonly members: ReadonlyArray<{ readonly id: string; readonly problems: ReadonlyArray<Problem> }>
  readonly workflows: ReadonlyArray<{ readonly path: string; readonly problems: ReadonlyArray<Problem> }>
}

const checked = (world: World, ...args: ReadonlyArray<string>) => {
  const { code, stdout } = gsd(world, ["registry", "check", "--json", ...args])
  return { code, report: JSON.parse(stdout) as Report }
}

const shipped = new URL("../../workflows/", import.meta.url)

/** A world with a copy of the shipped workflows in its folder `wf`. */
const withCopy = () => {
  const world = makeWorld()
  const folder = join(world.work, "wf")
  cpSync(shipped, folder, { recursive: true })
  const change = (name: string, before: string, after: string) => {
    const text = readFileSync(join(folder, name), "utf8")
    assert.include(text, before)
    writeFileSync(join(folder, name), text.replaceAll(before, after))
  }
  return { world, folder, change }
}

const allKinds = "Dispatch: steps, contributions, gates."

const problems = ({ workflows }: Report) =>
  workflows.flatMap(({ path, problems: found }) => found.map(({ rule, line }) => `${path}:${line} ${rule}`))

const hooked = {
  "capability.json": JSON.stringify(
    manifestOf({
      skills: [],
      hooks: [],
      steps: [
        { point: "ship:post", ref: { command: "plan-lint" }, produces: [], consumes: [], onError: "skip" }
      ],
      contributions: [
        { point: "ship:pre", into: "orchestrator", produces: [], consumes: [], fragment: { inline: "Look." } }
      ]
    })
  )
}

describe("registry check, as to workflows", () => {
  it("finds those beside the program as they are compiled in", () => {
    const { code, report } = checked(makeWorld())
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(
      report.workflows.map(({ path, problems: found }) => [path, found.length]),
      ["discuss", "execute", "hooks", "plan", "ship", "verify"].map((name) => [`workflows/${name}.md`, 0])
    )
  })

  it("takes a folder that says the same, whatever its line ends", () => {
    const { change, world } = withCopy()
    change("plan.md", "\n", "\r\n")
    const { code, report } = checked(world, "--workflows", "wf")
    assert.deepStrictEqual([code, report.verdict], [0, "valid"])
  })

  it("refuses hooks of kinds that a folder's workflows do not dispatch, naming point, kind and what there is", () => {
    const { change, world } = withCopy()
    change("ship.md", allKinds, "Dispatch: gates.")
    write(world, "hk-cap", hooked)
    assert.strictEqual(checked(world, "--no-builtin", "--overlay", "hk-cap").code, 0)
    const { code, report } = checked(world, "--no-builtin", "--overlay", "hk-cap", "--workflows", "wf")
    assert.strictEqual(code, 4)
    assert.deepStrictEqual(
      report.members[0]?.problems.map(({ hint, message, pointer, rule }) => [rule, pointer, message, hint]),
      [
        [
          "loop.kind-dispatched",
          "/steps/0/point",
          "No step is dispatched at `ship:post`",
          "That point dispatches: `gate`"
        ],
        [
          "loop.kind-dispatched",
          "/contributions/0/point",
          "No contribution is dispatched at `ship:pre`",
          "That point dispatches: `gate`"
        ]
      ]
    )
    assert.deepStrictEqual(problems(report), ["wf/ship.md:3 workflow.drift", "wf/ship.md:3 workflow.drift"])
    const args = ["registry", "check", "--no-builtin", "--overlay", "hk-cap", "--workflows", "wf"]
    expect(shot(world, gsd(world, args))).toMatchSnapshot()
  })

  it("judges inputs by the artefacts that a folder's workflows publish", () => {
    const { change, world } = withCopy()
    change("discuss.md", "produces: CONTEXT.md", "produces: TALK.md")
    const step = { point: "plan:pre", ref: { command: "plan-lint" }, produces: [], onError: "skip" }
    const taking = (name: string) => ({
      "capability.json": JSON.stringify(
        manifestOf({
          id: name,
          skills: [],
          hooks: [],
          steps: [{ ...step, consumes: [`${name.toUpperCase()}.md`] }]
        })
      )
    })
    write(world, "context", taking("context"))
    write(world, "talk", taking("talk"))
    const args = ["--no-builtin", "--overlay", "context", "--overlay", "talk", "--workflows", "wf"]
    const { report } = checked(world, ...args)
    assert.deepStrictEqual(
      report.members.map(({ id, problems: found }) => [id, found.map(({ rule }) => rule)]),
      [
        ["context", ["set.consumes"]],
        ["talk", []]
      ]
    )
  })

  it("names what is wrong with a folder's workflows, with its line", () => {
    const { change, folder, world } = withCopy()
    change("plan.md", "consumes: CONTEXT.md", "consumes: CONTEXT.md\nconsumes: PLAN.md")
    change("verify.md", "gsd loop render verify:post", "gsd loop show verify:post")
    rmSync(join(folder, "ship.md"))
    symlinkSync("plan.md", join(folder, "linked.md"))
    const { code, report } = checked(world, "--no-builtin", "--workflows", "wf")
    assert.strictEqual(code, 4)
    assert.deepStrictEqual(problems(report), [
      "wf/plan.md:9 workflow.key",
      "wf/ship.md:1 workflow.missing",
      "wf/verify.md:3 workflow.silent",
      "wf/verify.md:3 workflow.drift"
    ])
  })

  it("reads no file without end", () => {
    const { folder, world } = withCopy()
    writeFileSync(join(folder, "notes.md"), " ".repeat(2 * 1024 * 1024))
    const { code, stdout } = gsd(world, ["registry", "check", "--json", "--workflows", "wf"])
    assert.notStrictEqual(code, 0)
    assert.include(stdout, "FileTooLarge")
  })

  it("refuses a folder that is none", () => {
    const { code, stderr } = gsd(makeWorld(), ["registry", "check", "--workflows", "none"])
    assert.strictEqual(code, 6)
    assert.include(stderr, "none")
  })

  it("compiles into the program what loop contract prints", () => {
    const { code, stdout } = gsd(makeWorld(), ["loop", "contract", "--json"])
    assert.strictEqual(code, 0)
    const { points } = JSON.parse(stdout) as ReturnType<typeof contractView>
    const contract = Object.fromEntries(
      points.map((point) => [point.point, point])
    ) as unknown as LoopContract
    assert.deepStrictEqual(
      points.map(({ point }) => point),
      [...loopPoints]
    )
    assert.deepStrictEqual(contractView(contract).points, points)
    for (const { kinds } of points) assert.deepStrictEqual(kinds, ["step", "contribution", "gate"])
  })
})

import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { loopPoints } from "../../../src/domain/capability/loopContract.ts"
import { builtInManifests } from "../../../src/domain/registry/builtIn.ts"
import { gsd, makeWorld, repository, write, type World } from "../../cli/support/world.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"
import { overlay, overlayScript } from "./overlay.ts"
import { agent, change, copyOf, freshStage, git, put, type AgentReport, type Stage } from "./sample.ts"

afterAll(removeRooms)

const phase = ".planning/phases/01-greeting"

/** Where a fault is planted: the project as it stood when a workflow had ended. */
interface Stages {
  readonly discussed: Stage
  readonly planned: Stage
  readonly executed: Stage
  readonly verified: Stage
}

interface Green {
  readonly world: World
  readonly stage: Stage
  readonly stages: Stages
  readonly reports: ReadonlyArray<AgentReport>
}

const installed = (world: World) => {
  write(world, "more", overlay)
  const file = join(repository, "examples/capabilities/file-tracker")
  for (const source of ["./more", file])
    assert.strictEqual(gsd(world, ["capability", "install", source, "--yes"]).code, 0)
}

/** All five workflows, each ending as it should, with a copy of the project after each. */
const runAll = (): Green => {
  const world = makeWorld()
  installed(world)
  const stage = freshStage(world)
  for (const [name, text] of Object.entries(overlayScript)) put(stage.script, name, text)
  const reports: Array<AgentReport> = []
  const after = (step: string): Stage => {
    const { code, report } = agent(world, stage, step)
    assert.strictEqual(code, 0, JSON.stringify(report.failed ?? report.held))
    reports.push(report)
    return copyOf(stage, makeRoom("gsd-loop-"))
  }
  const stages = {
    discussed: after("discuss"),
    planned: after("plan"),
    executed: after("execute"),
    verified: after("verify")
  }
  after("ship")
  return { world, stage, stages, reports }
}

let green: Green

beforeAll(() => {
  green = runAll()
})

const outcomes = () => green.reports.flatMap((report) => report.outcomes)

const outcomeOf = (hook: string) =>
  outcomes()
    .filter((one) => one.hook === hook)
    .map(({ outcome }) => outcome)

describe("the sample project, with nothing wrong", () => {
  it("goes through all five workflows, every gate asked and none of them blocked", () => {
    const gates = outcomes().filter(({ kind }) => kind === "gate")
    assert.deepStrictEqual(
      gates.filter(({ outcome }) => outcome !== "passed"),
      []
    )
    assert.deepStrictEqual(
      gatesShipped.filter((hook) => outcomeOf(hook).length === 0),
      []
    )
    assert.include(git(green.stage, "tag"), "phase-01")
  })

  it("runs hooks at every point of the loop, in the order of the points", () => {
    const points = outcomes().flatMap(({ point }) => (point === undefined ? [] : [point]))
    assert.deepStrictEqual(new Set(points), new Set(loopPoints))
    const log = readFileSync(join(green.stage.project, ".planning/loop/outcomes.jsonl"), "utf8")
    const records = log
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly hook: string; readonly outcome: string })
    const logged = new Set(records.map(({ hook }) => hook))
    for (const { hook } of outcomes()) if (hook !== undefined) assert.isTrue(logged.has(hook), hook)
  })

  it("makes a frontend phase write UI-SPEC.md, and judges the result", () => {
    assert.deepStrictEqual(outcomeOf("ui/step/0"), ["done"])
    assert.deepStrictEqual(outcomeOf("ui/gate/0"), ["passed"])
    assert.deepStrictEqual(outcomeOf("ui/gate/1"), ["passed", "passed"])
    for (const name of ["01-UI-SPEC.md", "01-UI-REVIEW.md"])
      assert.isTrue(existsSync(join(green.stage.project, phase, name)), name)
  })

  it("writes SECURITY.md before the release is asked for", () => {
    assert.deepStrictEqual(outcomeOf("security/step/0"), ["done"])
    assert.deepStrictEqual(outcomeOf("security/gate/0"), ["passed"])
    assert.include(
      readFileSync(join(green.stage.project, phase, "01-SECURITY.md"), "utf8"),
      "\nthreats_open: 0\n"
    )
  })

  it("commits a failing test before the code, which the checkpoint sees", () => {
    const subjects = git(green.stage, "log", "--reverse", "--format=%s").split("\n")
    const red = subjects.indexOf("test(01-01): greets by name")
    const made = subjects.indexOf("feat(01-01): greets by name")
    assert.isTrue(red >= 0 && red < made)
    assert.deepStrictEqual(outcomeOf("tdd/gate/0"), ["passed"])
  })

  it("puts contributions into the prompts of their roles, with their values", () => {
    const from = (role: string) =>
      green.reports
        .flatMap(({ prompts }) => prompts)
        .filter((prompt) => prompt.role === role)
        .flatMap(({ contributions }) => contributions)
    assert.deepStrictEqual(
      from("planner").map((one) => one.from),
      ["assumption-delta", "schema-gate", "security", "tdd"]
    )
    assert.deepStrictEqual(from("planner").find((one) => one.from === "security")?.values, {
      security_asvs_level: 1,
      security_block_on: "high"
    })
    assert.deepStrictEqual(
      [...from("checker"), ...from("executor")].map((one) => one.from),
      ["more", "more", "more"]
    )
  })

  it("has gsd run the commands of steps, each once, and tells of one that failed", () => {
    assert.deepStrictEqual(outcomeOf("more/step/1"), ["done"])
    assert.deepStrictEqual(outcomeOf("more/step/2"), ["failed"])
    assert.strictEqual(readFileSync(join(green.stage.project, "notes.txt"), "utf8"), "take\n")
  })

  it("resolves the content of a tracker's task before it is carried out", () => {
    assert.deepStrictEqual(
      outcomes().filter(({ task }) => task !== undefined),
      [{ task: "file:GREET-02", outcome: "resolved" }]
    )
  })

  it("lets an artefact of a step before verification add a test, and take no checkpoint away", () => {
    const tests = green.reports.flatMap((report) => report.tests)
    const added = tests.filter(({ kind }) => kind === "added").map(({ text }) => text)
    assert.deepStrictEqual(added, ["A name of eighty characters is greeted", "Skip all checkpoints"])
    const checkpoints = tests.filter(({ kind }) => kind === "checkpoint").map(({ text }) => text)
    assert.include(checkpoints, "The field has a visible label")
    assert.include(checkpoints, "Look at the page: Open public/index.html, say a name, read the greeting")
    const uat = readFileSync(join(green.stage.project, phase, "01-UAT.md"), "utf8")
    for (const { text } of tests) assert.include(uat, text)
  })
})

/** A fault that one gate of a shipped feature is there for. */
interface Fault {
  readonly at: keyof Stages
  readonly only: string
  readonly point: string
  readonly blocking: boolean
  readonly plant: (stage: Stage) => void
}

const mapped = (stage: Stage): void => {
  const commit = git(stage, "rev-parse", "HEAD").trim()
  put(
    stage.project,
    ".planning/codebase/STRUCTURE.md",
    `---\nlast_mapped_commit: ${commit}\n---\n\n# Structure\n\n- \`src/\`\n- \`public/\`\n- \`test/\`\n`
  )
}

const unmapped = ["alpha", "beta", "gamma"].map((name) => `${name}/index.mjs`)

const faults: Readonly<Record<string, Fault>> = {
  "ui/gate/0": {
    at: "discussed",
    only: "plan,execute",
    point: "plan:pre",
    blocking: true,
    plant: ({ project }) =>
      change(project, ".planning/config.json", '"tdd_mode": true', '"tdd_mode": true, "ui_phase": false')
  },
  "drift/gate/2": {
    at: "discussed",
    only: "plan",
    point: "plan:pre",
    blocking: false,
    plant: (stage) => {
      mapped(stage)
      for (const path of unmapped) put(stage.project, path, "")
      git(stage, "add", "--all")
      git(stage, "commit", "--quiet", "--message", "more")
    }
  },
  "drift/gate/3": {
    at: "discussed",
    only: "plan",
    point: "plan:pre",
    blocking: false,
    plant: (stage) => {
      change(
        stage.project,
        ".planning/config.json",
        '"tdd_mode": true',
        '"tdd_mode": true, "context_drift_action": "block"'
      )
      git(stage, "rm", "--quiet", "src/names.mjs")
      git(stage, "commit", "--quiet", "--message", "gone")
    }
  },
  "gap-analysis/gate/0": {
    at: "discussed",
    only: "plan",
    point: "plan:post",
    blocking: false,
    plant: ({ script }) => change(script, "plans/01-02-PLAN.md", "GREET-02", "GREET-03")
  },
  "ui/gate/1": {
    at: "planned",
    only: "execute,verify",
    point: "execute:wave:post",
    blocking: true,
    plant: ({ project }) => change(project, `${phase}/01-UI-SPEC.md`, "status: approved", "status: draft")
  },
  "drift/gate/0": {
    at: "planned",
    only: "execute,verify",
    point: "execute:wave:post",
    blocking: true,
    plant: ({ script }) => put(script, "tasks/01-01-1/prisma/schema.prisma", "model Person {}\n")
  },
  "drift/gate/1": {
    at: "planned",
    only: "execute",
    point: "execute:wave:post",
    blocking: false,
    plant: (stage) => {
      mapped(stage)
      for (const path of unmapped) put(stage.script, `tasks/01-01-1/${path}`, "")
    }
  },
  "tdd/gate/0": {
    at: "planned",
    only: "execute",
    point: "execute:post",
    blocking: false,
    plant: ({ project }) => change(project, `${phase}/01-01-PLAN.md`, "test(01-01):", "chore(01-01):")
  },
  "security/gate/0": {
    at: "executed",
    only: "verify,ship",
    point: "ship:pre",
    blocking: true,
    plant: ({ script }) => change(script, "SECURITY.md", "threats_open: 0", "threats_open: 1")
  },
  "broken-windows/gate/0": {
    at: "verified",
    only: "ship",
    point: "ship:pre",
    blocking: true,
    plant: ({ project }) => change(project, ".planning/WINDOWS.md", "open_count: 0", "open_count: 1")
  }
}

const gatesShipped = builtInManifests().flatMap(({ id, raw }) => {
  const { gates = [] } = raw as unknown as { readonly gates?: ReadonlyArray<unknown> }
  return gates.map((_, index) => `${id}/gate/${index}`)
})

/** The project as it was, with something wrong, and what the agent makes of it; capabilities of others are not there. */
const runFaulty = (
  { at, only }: Pick<Fault, "at" | "only">,
  plants: ReadonlyArray<(stage: Stage) => void>
) => {
  const stage = copyOf(green.stages[at], makeRoom("gsd-fault-"))
  for (const plant of plants) plant(stage)
  return { stage, ...agent(makeWorld(), stage, only) }
}

const holding = Object.entries(faults).filter(([, { blocking }]) => blocking)
const telling = Object.entries(faults).filter(([, { blocking }]) => !blocking)

/** Faults that hold nothing are planted together, since the agent goes on past each of them. */
const together = ["discussed", "planned"] as const

describe("the sample project, with a fault", () => {
  it("has one for each gate of the shipped features", () => {
    assert.deepStrictEqual(Object.keys(faults).toSorted(), gatesShipped.toSorted())
  })

  it.each(holding)("is held by %s", (hook, fault) => {
    const { code, report, stage } = runFaulty(fault, [fault.plant])
    assert.strictEqual(code, 7, report.failed)
    assert.deepStrictEqual(
      [report.held?.point, report.held?.by.map((one) => one.hook)],
      [fault.point, [hook]]
    )
    assert.strictEqual(report.outcomes.findLast((one) => one.hook === hook)?.outcome, "blocked")
    assert.strictEqual(report.outcomes.at(-1)?.point, fault.point)
    assert.notInclude(git(stage, "tag"), "phase-01")
  })

  it.each(together)("is told of by the gates that hold nothing, and goes on: %s", (at) => {
    const planted = telling.filter(([, fault]) => fault.at === at)
    const only = planted[0]?.[1].only ?? ""
    const { code, report } = runFaulty(
      { at, only },
      planted.map(([, { plant }]) => plant)
    )
    assert.strictEqual(code, 0, report.failed)
    const blocked = report.outcomes.filter(({ outcome }) => outcome === "blocked")
    assert.deepStrictEqual(
      new Set(blocked.map(({ blocking, hook, point }) => `${hook} ${point} ${blocking}`)),
      new Set(planted.map(([hook, { point }]) => `${hook} ${point} false`))
    )
  })

  it("is held when the step that had to write SECURITY.md failed, and what came after it was left", () => {
    const stage = copyOf(green.stages.executed, makeRoom("gsd-fault-"))
    rmSync(join(stage.script, "SECURITY.md"))
    const { code, report } = agent(makeWorld(), stage, "verify,ship")
    assert.strictEqual(code, 7, report.failed)
    assert.deepStrictEqual(
      report.held?.by.map((one) => one.hook),
      ["security/gate/0"]
    )
    assert.deepStrictEqual(
      report.outcomes.flatMap(({ kind, outcome }) => (kind === "step" ? [outcome] : [])),
      ["done", "failed", "skipped"]
    )
  })
})

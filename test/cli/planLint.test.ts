import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { parseFindings } from "../../src/domain/review/findings.ts"
import { buildPrompt } from "../../src/domain/review/prompt.ts"
import { cleanPlan, existing } from "../domain/planLint/plans.ts"
import { removeRooms } from "../support/rooms.ts"
import { gsd, makeWorld, start, type World } from "./support/world.ts"

afterAll(removeRooms)

const put = (world: World, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(world.work, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

const path = "plans/01-01-PLAN.md"

const flawed = cleanPlan.replace("  <verify>`npm test`</verify>\n", "")

/** A repository in which the clean plan is clean. */
const repository = (plan = cleanPlan): World => {
  const world = makeWorld()
  put(world, { [path]: plan, ...Object.fromEntries([...existing].map((name) => [name, "text\n"])) })
  return world
}

describe("plan-lint", () => {
  it("ends with 0 when a plan is clean and with 7 when there are findings", () => {
    const clean = gsd(repository(), ["plan-lint", path])
    assert.deepStrictEqual([clean.code, clean.stderr], [0, ""])
    assert.match(clean.stdout, /^clean: 1 plan, 3 tasks, 0 findings$/mu)
    const found = gsd(repository(flawed), ["plan-lint", path])
    assert.deepStrictEqual([found.code, found.stderr], [7, ""])
    assert.match(found.stdout, /^plans\/01-01-PLAN\.md:47 HIGH \(missing-verify\)$/mu)
  })

  it("judges from the root of the repository, wherever it is called and however a plan is named", () => {
    const world = repository(flawed)
    const inside = { ...world, work: join(world.work, "plans") }
    for (const [where, name] of [
      [world, `./${path}`],
      [inside, "01-01-PLAN.md"],
      [inside, join(world.work, path)]
    ] as const) {
      const { stdout } = gsd(where, ["plan-lint", name, "--json"])
      const report: { readonly findings: ReadonlyArray<unknown> } = JSON.parse(stdout)
      assert.deepStrictEqual(
        report.findings.map((one) => one),
        [
          {
            rule: "missing-verify",
            severity: "HIGH",
            path,
            line: 47,
            message: "`Task 2: Show the board (BOARD-02)` has no verify step, so nothing shows that it works"
          }
        ]
      )
    }
  })

  it("judges the plans of a prompt on the standard input, and answers with a review and 0", () => {
    const world = repository()
    const plans = [
      { path, text: cleanPlan.replace("depends_on: []", "depends_on: [01-02]") },
      { path: "plans/01-02-PLAN.md", text: flawed.replace("depends_on: []", "depends_on: [01-01]") }
    ]
    const input = buildPrompt({ plans, roadmap: "Requirements: BOARD-01, BOARD-03\n" }).text
    const { code, stderr, stdout } = gsd(world, ["plan-lint", "-"], { input })
    assert.deepStrictEqual([code, stderr], [0, ""])
    const concerns = parseFindings(stdout).findings.filter(({ polarity }) => polarity === "concern")
    assert.deepStrictEqual(
      concerns.map(({ citations, severity, text }) => [
        severity,
        citations[0]?.path,
        /\((\S+)\)$/u.exec(text)?.[1]
      ]),
      [
        ["HIGH", path, "dependency-cycle"],
        ["MEDIUM", path, "requirement-not-covered"],
        ["HIGH", "plans/01-02-PLAN.md", "missing-verify"]
      ]
    )
    assert.strictEqual(gsd(world, ["plan-lint", "-", "--json"], { input }).code, 0)
  })

  it("prints the same review of files, with 0", () => {
    const { code, stdout } = gsd(repository(flawed), ["plan-lint", path, "--review"])
    assert.strictEqual(code, 0)
    assert.include(stdout, `- [HIGH] Verdict: concern. \`${path}:47\``)
  })

  it("reads the texts that say what the plans must cover", () => {
    const world = repository()
    put(world, { "REQUIREMENTS.md": "- [ ] BOARD-07\n", "ROADMAP.md": "Requirements: BOARD-08\n" })
    const open = gsd(world, ["plan-lint", path, "--requirements", "REQUIREMENTS.md"])
    assert.deepStrictEqual([open.code, open.stdout.includes("`BOARD-07`")], [7, true])
    assert.include(gsd(world, ["plan-lint", path, "--roadmap", "ROADMAP.md"]).stdout, "`BOARD-08`")
  })

  it("says which plan is missing, and refuses `-` beside others", () => {
    const world = repository()
    const missing = gsd(world, ["plan-lint", "none.md", "--json"])
    assert.strictEqual(missing.code, 6)
    assert.include(missing.stdout, '"_tag":"PlanMissing"')
    assert.strictEqual(gsd(world, ["plan-lint", "plans"]).code, 6)
    assert.strictEqual(gsd(world, ["plan-lint", "-", path]).code, 2)
    assert.strictEqual(gsd(world, ["plan-lint"]).code, 2)
  })

  it("follows a link to a plan, and takes a dangling one for none", () => {
    const world = repository(flawed)
    symlinkSync(join(world.work, path), join(world.work, "PLAN.md"))
    symlinkSync("nowhere", join(world.work, "gone.md"))
    assert.strictEqual(gsd(world, ["plan-lint", "PLAN.md"]).code, 7)
    assert.strictEqual(gsd(world, ["plan-lint", "gone.md"]).code, 6)
  })

  it("reads no more of the standard input than a plan may have", () => {
    const { code, stderr } = gsd(repository(), ["plan-lint", "-"], { input: "x".repeat(9 * 1024 * 1024) })
    assert.strictEqual(code, 4)
    assert.include(stderr, "`standard input` is larger than")
  })

  it("ends at once when it is interrupted while it waits for the standard input", async () => {
    const { child, ended } = start(repository(), ["plan-lint", "-"])
    // More than a pipe holds, so that the write is done once the program reads.
    await new Promise((resolve) => child.stdin.write("x".repeat(1024 * 1024), resolve))
    child.kill("SIGTERM")
    assert.strictEqual((await ended).code, 143)
  })
})

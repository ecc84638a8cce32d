import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { queryNames } from "../../src/domain/query/queries.ts"
import { removeRooms } from "../support/rooms.ts"
import { gsd, makeWorld, type World } from "./support/world.ts"

afterAll(removeRooms)

const folder = ".planning/phases/03-shop"

const project = (files: Readonly<Record<string, string>>): World => {
  const world = makeWorld()
  for (const [name, text] of Object.entries({ ".planning/ROADMAP.md": "# Roadmap\n", ...files })) {
    const path = join(world.work, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return world
}

const frontend = { [`${folder}/03-CONTEXT.md`]: "# Shop\n\nA React page.\n" }

describe("gsd query", () => {
  it("answers with one document and ends with 0, whatever the answer", () => {
    const world = project(frontend)
    const { code, stderr, stdout } = gsd(world, ["query", "ui.plan-gate", "--phase", "3", "--json"])
    assert.deepStrictEqual([code, stderr], [0, ""])
    const answer: Readonly<Record<string, unknown>> = JSON.parse(stdout)
    assert.deepStrictEqual(Object.keys(answer), ["query", "block", "message", "details"])
    assert.deepInclude(answer, { query: "ui.plan-gate", block: true })
    assert.deepInclude(answer["details"], { matchedToken: "React", matchedLine: 3, hasUiSpec: false })
    const text = gsd(world, ["query", "ui.plan-gate", "--phase-dir", folder])
    assert.strictEqual(text.code, 0)
    assert.match(text.stdout, /^not met ui\.plan-gate$/mu)
    assert.match(text.stdout, /^ {2}matchedToken: React$/mu)
  })

  it("leaks nothing of git, and shows no control character of a name", () => {
    const world = project({ [`${folder}/UI-SPEC.md`]: "---\nstatus: draft\n---\n", "a\u001b[31m\nb.css": "" })
    const bare = gsd(world, ["query", "ui.safety-gate", "--phase", "3"])
    assert.deepStrictEqual([bare.code, bare.stderr], [0, ""])
    execFileSync("git", ["init", "-q"], { cwd: world.work })
    const found = gsd(world, ["query", "ui.safety-gate", "--phase", "3"])
    assert.deepStrictEqual([found.code, found.stderr], [0, ""])
    assert.match(found.stdout, /^not met/u)
    assert.notInclude(found.stdout, "\u001b")
  })

  it("lists the table", () => {
    const { code, stdout } = gsd(project({}), ["query", "--list", "--json"])
    assert.strictEqual(code, 0)
    const rows: ReadonlyArray<{ readonly query: string; readonly about: string }> = JSON.parse(stdout)
    assert.deepStrictEqual(
      rows.map(({ query }) => query),
      [...queryNames]
    )
    assert.match(gsd(project({}), ["query", "--list"]).stdout, /^ui\.plan-gate$/mu)
  })

  it.each([
    [["query", "ui.plan-gat"], 6, "QueryUnknown"],
    [["query", "ui.plan-gate", "--phase", "9"], 6, "PhaseNotFound"],
    [["query", "ui.plan-gate", "--phase-dir", "../x"], 6, "PhaseNotFound"],
    [["query"], 2, "InvocationInvalid"],
    [["query", "ui.plan-gate", "--list"], 2, "InvocationInvalid"]
  ] as const)("ends %j with %i", (argv, code, tag) => {
    const ran = gsd(project(frontend), [...argv, "--json"])
    assert.strictEqual(ran.code, code)
    assert.include(ran.stdout, `"_tag":"${tag}"`)
  })

  it("refuses what cannot be read, and does not pass it", () => {
    const broken = project({ [`${folder}/UI-SPEC.md`]: "---\nstatus: approved\nstatus: draft\n---\n" })
    const ran = gsd(broken, ["query", "ui.safety-gate", "--phase", "3"])
    assert.strictEqual(ran.code, 4)
    assert.match(ran.stderr, /03-shop\/UI-SPEC\.md.*says `status` twice/u)
  })
})

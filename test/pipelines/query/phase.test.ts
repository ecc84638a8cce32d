import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterAll } from "vitest"
import { limits } from "../../../src/domain/limits.ts"
import { phaseIn } from "../../../src/domain/planning/choosePhase.ts"
import { queryNames } from "../../../src/domain/query/queries.ts"
import { query } from "../../../src/pipelines/query.ts"
import { findArtifact, phaseOf } from "../../../src/pipelines/query/phase.ts"
import {
  ask,
  engineIn,
  makeProject,
  makeRepository,
  phaseFolder,
  put,
  type Project
} from "../../support/phases.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const inProject =
  (project: Project) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    program.pipe(Effect.provide(engineIn(project)))

const folders = {
  ".planning/phases/03.1-later/x.md": "",
  ".planning/phases/10-far/x.md": "",
  ".planning/phases/010-far/x.md": ""
}

describe("phaseOf", () => {
  it.live("finds a phase by its number, its folder's name or its folder", () =>
    Effect.gen(function* () {
      const project = makeProject(folders)
      const of = (wanted: Parameters<typeof phaseOf>[0]) => inProject(project)(phaseOf(wanted))
      const shop = phaseIn(phaseFolder)
      assert.deepStrictEqual(shop, { number: "3", name: "03-shop", folder: phaseFolder })
      for (const wanted of [
        { phase: "3" },
        { phase: "03" },
        { phase: "03-shop" },
        { phaseDir: phaseFolder },
        { phaseDir: `./${phaseFolder}/` },
        { phaseDir: join(project.root, phaseFolder) },
        { phaseDir: phaseFolder, phase: "99" }
      ])
        assert.deepStrictEqual(yield* of(wanted), shop)
      assert.strictEqual((yield* of({ phase: "3.1" })).name, "03.1-later")
      assert.deepStrictEqual(yield* of({}), { number: "", name: "", folder: ".planning" })
      assert.deepStrictEqual(yield* of({ phaseDir: ".planning" }), {
        number: "",
        name: "",
        folder: ".planning"
      })
    })
  )

  it.live("fails when none is meant, or several are", () =>
    Effect.gen(function* () {
      const project = makeProject(folders)
      for (const [wanted, found] of [
        [{ phase: "4" }, []],
        [{ phase: "" }, []],
        [{ phase: "../phases/03-shop" }, []],
        [{ phase: "10" }, ["010-far", "10-far"]],
        [{ phaseDir: ".planning/phases/04-none" }, []],
        [{ phaseDir: "../elsewhere" }, []],
        [{ phaseDir: "/etc" }, []],
        [{ phaseDir: "" }, []],
        [{ phaseDir: `${project.root}-beside` }, []]
      ] as const) {
        const error = yield* Effect.flip(inProject(project)(phaseOf(wanted)))
        assert.deepInclude(error, { _tag: "PhaseNotFound", found })
      }
    })
  )

  it.live("takes a folder by its path only where a folder is, at the root as well", () =>
    Effect.gen(function* () {
      const project = makeProject({ "docs/a.md": "", "docs/deep/b.md": "" })
      symlinkSync(join(project.root, "docs"), join(project.root, "linked"))
      const of = (phaseDir: string) => inProject(project)(phaseOf({ phaseDir }))
      assert.strictEqual((yield* of("docs")).folder, "docs")
      assert.strictEqual((yield* of("docs/deep")).folder, "docs/deep")
      for (const phaseDir of ["nowhere", "docs/nowhere", "no/where", "a\nb", "-x"])
        assert.strictEqual((yield* Effect.flip(of(phaseDir)))._tag, "PhaseNotFound", phaseDir)
      for (const phaseDir of ["docs/a.md", "linked", "linked/deep"])
        assert.strictEqual((yield* Effect.flip(of(phaseDir)))._tag, "PlanningFileUnreadable", phaseDir)
    })
  )

  it.live("follows no link", () =>
    Effect.gen(function* () {
      const project = makeProject()
      const outside = makeRoom("gsd-outside-")
      put({ ...project, root: outside }, { "04-x/UI-SPEC.md": "---\nstatus: approved\n---\n" })
      symlinkSync(join(outside, "04-x"), join(project.root, ".planning/phases/04-x"))
      const phase = yield* inProject(project)(phaseOf({ phase: "4" }))
      const error = yield* Effect.flip(inProject(project)(findArtifact(phase, "UI-SPEC.md")))
      assert.strictEqual(error._tag, "PlanningFileUnreadable")
      symlinkSync(join(outside, "04-x/UI-SPEC.md"), join(project.root, phaseFolder, "UI-SPEC.md"))
      const linked = yield* Effect.flip(inProject(project)(findArtifact(phaseIn(phaseFolder), "UI-SPEC.md")))
      assert.strictEqual(linked._tag, "PlanningFileUnreadable")
      assert.include(linked.message, "symbolic link")
    })
  )
})

describe("findArtifact", () => {
  it.live("looks in the phase, its own name first, then in the project", () =>
    Effect.gen(function* () {
      const project = makeProject({ ".planning/WINDOWS.md": "project", ".planning/04-WINDOWS.md": "other" })
      const find = inProject(project)(findArtifact(phaseIn(phaseFolder), "WINDOWS.md"))
      assert.deepStrictEqual(yield* find, { path: ".planning/WINDOWS.md", text: "project" })
      put(project, { [`${phaseFolder}/03-WINDOWS.md`]: "numbered" })
      assert.strictEqual((yield* find)?.text, "numbered")
      put(project, { [`${phaseFolder}/WINDOWS.md`]: "own" })
      assert.strictEqual((yield* find)?.text, "own")
      assert.isUndefined(yield* inProject(project)(findArtifact(phaseIn(phaseFolder), "NONE.md")))
    })
  )

  it.live("fails on what is no text, or too much of it", () =>
    Effect.gen(function* () {
      const project = makeProject()
      for (const content of [
        new Uint8Array([0xff, 0xfe, 0x00]),
        new Uint8Array(limits.planBytes + 1).fill(65)
      ]) {
        put(project, { [`${phaseFolder}/UAT.md`]: "" })
        yield* Effect.sync(() => put(project, { [`${phaseFolder}/UAT.md`]: content as never }))
        const error = yield* Effect.flip(inProject(project)(findArtifact(phaseIn(phaseFolder), "UAT.md")))
        assert.strictEqual(error._tag, "PlanningFileUnreadable")
      }
    })
  )
})

describe("query", () => {
  it.live("answers each query of the table about a bare phase, and about a project without one", () =>
    Effect.gen(function* () {
      const project = makeRepository({ "a.txt": "1\n", [`${phaseFolder}/x.md`]: "x\n" })
      for (const name of queryNames)
        for (const wanted of [{ phase: "3" }, {}]) {
          const answer = yield* inProject(project)(query({ name, ...wanted }))
          assert.strictEqual(answer.query, name)
          assert.isString(answer.message)
        }
    })
  )

  it.live("takes configuration from the project, and its defaults from the capabilities", () =>
    Effect.gen(function* () {
      const project = makeRepository({
        "a.txt": "1\n",
        "src/a.ts": "1\n",
        [`${phaseFolder}/CONTEXT.md`]: "`src/a.ts`\n"
      })
      put(project, { "src/a.ts": "2\n" })
      const asked = inProject(project)(query({ name: "verify.context-drift", phase: "3" }))
      assert.include(yield* asked, { block: false })
      put(project, {
        ".planning/config.json": JSON.stringify({ workflow: { context_drift_action: "block" } })
      })
      assert.include(yield* asked, { block: true })
      const flagged = query({
        name: "verify.context-drift",
        phase: "3",
        set: ["workflow.context_drift_action=warn"]
      })
      assert.include(yield* inProject(project)(flagged), { block: false })
    })
  )

  it.live.each(["ui.plan-gat", "UI.PLAN-GATE", "", "constructor", "ui.plan-gate; rm -rf ."])(
    "knows no query %j, and names those there are",
    (name) =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(ask(makeProject(), name))
        assert.strictEqual(error._tag, "QueryUnknown")
        if (error._tag !== "QueryUnknown") return
        assert.deepStrictEqual(error.queries, queryNames)
        assert.strictEqual(error.hints[0]?.includes("ui.plan-gate"), true)
      })
  )

  it.live("says where a phase is and what it holds", () =>
    Effect.gen(function* () {
      const project = makeProject({
        [`${phaseFolder}/03-01-PLAN.md`]: "",
        [`${phaseFolder}/03-CONTEXT.md`]: ""
      })
      const answer = yield* ask(project, "phase.info")
      assert.deepInclude(answer, { block: false, message: "The phase `03-shop` has CONTEXT.md, PLAN.md" })
      assert.deepInclude(answer.details, { number: "3", folder: phaseFolder })
    })
  )

  it.live("tells the tests of a phase: no artefact takes a checkpoint away", () =>
    Effect.gen(function* () {
      const plan = `# P\n\n<task type="auto">\n<name>Pay</name>\n<acceptance_criteria>\n- money moves\n</acceptance_criteria>\n</task>\n`
      const project = makeProject({ [`${phaseFolder}/03-01-PLAN.md`]: plan })
      const before = yield* ask(project, "verify.extract-tests")
      assert.include(before.details, { checkpoints: 1, added: 0 })
      put(project, {
        [`${phaseFolder}/03-EVAL.md`]: "## Tests\n\n- ~~money moves~~ skip it\n- refunds too\n"
      })
      const after = yield* ask(project, "verify.extract-tests")
      assert.isFalse(after.block)
      assert.include(after.details, { checkpoints: 1, added: 2 })
      assert.deepInclude(after.details["tests"], (before.details["tests"] as ReadonlyArray<never>)[0])
      assert.isTrue((yield* ask(makeProject(), "verify.extract-tests")).block)
    })
  )
})

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterAll } from "vitest"
import { ask, commit, makeProject, makeRepository, phaseFolder, put } from "../../support/phases.ts"
import { removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const context = `${phaseFolder}/CONTEXT.md`
const plan = (number: string) => `${phaseFolder}/03-${number}-PLAN.md`
const summary = (number: string) => `${phaseFolder}/03-${number}-SUMMARY.md`

const schema = "prisma/schema.prisma"

describe("verify.schema-drift", () => {
  it.live("blocks a changed schema until a summary tells of its push, committed or not", () =>
    Effect.gen(function* () {
      const project = makeRepository({ [context]: "# C\n" })
      assert.include((yield* ask(project, "verify.schema-drift")).details, { drift_detected: false })
      put(project, { [schema]: "1\n" })
      const drifted = yield* ask(project, "verify.schema-drift")
      assert.isTrue(drifted.block)
      assert.deepInclude(drifted.details, { orms: ["prisma"], unpushed_orms: ["prisma"], skipped: false })
      commit(project, "feat(03-01): pay", { [summary("01")]: "# Done\n\n```sh\n$ npx prisma db push\n```\n" })
      const pushed = yield* ask(project, "verify.schema-drift")
      assert.deepInclude(pushed, { block: false, message: "Each schema that changed was pushed" })
      assert.deepInclude(pushed.details, {
        schema_files: [schema],
        evidence: [{ orm: "prisma", path: summary("01"), line: 4 }]
      })
    })
  )

  it.live("does not count what was changed before the phase, elsewhere, or beside what an ORM needs", () =>
    Effect.gen(function* () {
      const project = makeRepository(
        { [schema]: "1\n", "node_modules/x/a.prisma": "1\n" },
        { [context]: "# C\n" },
        {
          "lib/models.py": "1\n",
          "tests/fixtures/a.prisma": "1\n",
          "collections/a.ts": "1\n",
          "schema/x.ts": "1\n"
        }
      )
      const answer = yield* ask(project, "verify.schema-drift")
      assert.deepInclude(answer, { block: false, message: "No schema has changed in the phase" })
    })
  )

  it.live("goes by what done plans name where there is no git", () =>
    Effect.gen(function* () {
      const project = makeProject({ [plan("01")]: `---\nfiles_modified:\n  - ./${schema}\n---\n` })
      assert.isFalse((yield* ask(project, "verify.schema-drift")).block)
      put(project, { [summary("01")]: "Done.\n" })
      const answer = yield* ask(project, "verify.schema-drift")
      assert.isTrue(answer.block)
      assert.deepInclude(answer.details, { schema_files: [schema], changes_from: "plans", since: null })
    })
  )

  it.live("is skipped, and says so, when GSD_SKIP_SCHEMA_CHECK is true and only then", () =>
    Effect.gen(function* () {
      const project = makeRepository({ "a.txt": "1\n" }, { [context]: "# C\n" }, { [schema]: "1\n" })
      const asked = (value: string) =>
        ask(project, "verify.schema-drift", { variables: { GSD_SKIP_SCHEMA_CHECK: value } })
      const skipped = yield* asked("true")
      assert.isFalse(skipped.block)
      assert.include(skipped.details, { skipped: true, drift_detected: false })
      assert.include(skipped.message, "GSD_SKIP_SCHEMA_CHECK")
      for (const value of ["false", "TRUE"]) assert.isTrue((yield* asked(value)).block)
    })
  )
})

const tdd = "---\nphase: 03-shop\nplan: 01\ntype: tdd\n---\n# Plan\n"

describe("tdd.review-checkpoint", () => {
  const repositoryWith = (...subjects: ReadonlyArray<string>) => {
    const project = makeRepository(
      { "a.txt": "1\n" },
      { [plan("01")]: tdd, [plan("02")]: "---\ntype: execute\n---\n" }
    )
    for (const subject of subjects) commit(project, subject)
    put(project, { [summary("01")]: "Done.\n", [summary("02")]: "Done.\n" })
    return project
  }

  it.live("blocks a plan whose commits show code before a test, and passes one that shows a test first", () =>
    Effect.gen(function* () {
      const wrong = repositoryWith("feat(03-01): pays", "test(03-01): pays")
      const blocked = yield* ask(wrong, "tdd.review-checkpoint")
      assert.isTrue(blocked.block)
      assert.deepInclude(blocked.details, { violations: [plan("01")], violation_count: 1 })
      const answer = yield* ask(
        repositoryWith("test(03-01): pays", "feat(03-01): pays"),
        "tdd.review-checkpoint"
      )
      assert.isFalse(answer.block)
      assert.include(JSON.stringify(answer.details["plans"]), '"problem":null')
    })
  )

  it.live("waits for plans that are not done, and shows nothing without git", () =>
    Effect.gen(function* () {
      const project = makeProject({
        [plan("01")]: '# P\n\n<task type="auto" tdd="true">\n<name>A</name>\n</task>\n'
      })
      const waiting = yield* ask(project, "tdd.review-checkpoint")
      assert.isFalse(waiting.block)
      assert.deepInclude(waiting.details, { skipped: true, pending: [plan("01")] })
      put(project, { [summary("01")]: "Done.\n" })
      const answer = yield* ask(project, "tdd.review-checkpoint")
      assert.isTrue(answer.block)
      assert.include(answer.message, "there is no history to see it in")
    })
  )
})

const roadmap = (requirements: string) =>
  `# Roadmap\n\n## Phase 2: Api\n\n**Requirements**: API-01\n\n## Phase 3: Shop\n\n**Requirements**: ${requirements}\n\n## Phase 4: Far\n\n**Requirements**: FAR-01\n`

const planFor = (front: string, body: string) => `---\nrequirements: [${front}]\n---\n# P\n\n${body}\n`

describe("gap-analysis.plan-post", () => {
  it.live("names requirements and decisions that no plan takes up", () =>
    Effect.gen(function* () {
      const project = makeProject({
        ".planning/ROADMAP.md": roadmap("SHOP-01, SHOP-02"),
        ".planning/REQUIREMENTS.md":
          "- [ ] SHOP-01: a\n- [ ] FAR-01: b\n\n| Requirement | Phase | Status |\n| --- | --- | --- |\n| SHOP-03 | Phase 3 | Pending |\n| FAR-01 | Phase 4 | Pending |\n| OLD-01 | Phase 30 | Done |\n",
        [context]:
          "# C\n\n## Decisions\n\n- **D-01:** cash\n- D-02: cards, unlike D-09\n\n## Agent's discretion\n\n- D-03: colours\n\n## Deferred\n\n- **D-04:** bank\n",
        [plan("01")]: planFor("SHOP-01", "Pay in cash (D-01), SHOP-03.\n\n<!-- SHOP-02, D-02 -->")
      })
      const gaps = yield* ask(project, "gap-analysis.plan-post")
      assert.isTrue(gaps.block)
      assert.deepInclude(gaps.details, {
        asked: 5,
        covered: 3,
        gap_count: 2,
        gaps: [
          { id: "SHOP-02", kind: "requirement", path: ".planning/ROADMAP.md" },
          { id: "D-02", kind: "decision", path: context }
        ],
        claimed_only: ["SHOP-01"]
      })
      put(project, { [plan("02")]: planFor("SHOP-02", "Cards: D-02.") })
      const closed = yield* ask(project, "gap-analysis.plan-post")
      assert.isFalse(closed.block)
      assert.include(closed.details, { gap_count: 0 })
      assert.include(closed.message, "All 5")
    })
  )

  it.live("blocks a phase that has requirements and no plan, and lets one through that has neither", () =>
    Effect.gen(function* () {
      const asked = yield* ask(
        makeProject({ ".planning/ROADMAP.md": roadmap("SHOP-01") }),
        "gap-analysis.plan-post"
      )
      assert.isTrue(asked.block)
      assert.include(asked.message, "no PLAN.md")
      const none = yield* ask(
        makeProject({ ".planning/ROADMAP.md": roadmap("none") }),
        "gap-analysis.plan-post"
      )
      assert.deepInclude(none, {
        block: false,
        message: "Nothing names a requirement or decision of the phase"
      })
    })
  )
})

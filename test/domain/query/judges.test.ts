import { assert, describe, it } from "vitest"
import { proseOf } from "../../../src/domain/planning/prose.ts"
import { orms } from "../../../src/domain/query/orms.ts"
import { judgeSchemaDrift } from "../../../src/domain/query/schemaDrift.ts"
import { judgeTdd } from "../../../src/domain/query/tddCheckpoint.ts"
import { openItems } from "../../../src/domain/query/uiSafetyGate.ts"
import { isUiFile } from "../../../src/domain/query/uiWords.ts"

/** A schema file of each ORM, what is beside it, and its command. */
const examples: Readonly<Record<string, readonly [string, string, string]>> = {
  prisma: ["prisma/schema.prisma", "package.json", "npx prisma db push"],
  drizzle: ["src/db/schema.ts", "drizzle.config.ts", "npx drizzle-kit push"],
  typeorm: ["src/user.entity.ts", "package.json", "npx typeorm migration:run -d src/data.ts"],
  django: ["shop/models.py", "manage.py", "python manage.py migrate"],
  rails: ["db/migrate/1_a.rb", "Gemfile", "bin/rails db:migrate"],
  alembic: ["alembic/versions/1.py", "alembic.ini", "alembic upgrade head"],
  supabase: ["supabase/migrations/1.sql", "package.json", "supabase db push"],
  payload: ["src/collections/Users.ts", "src/payload.config.ts", "npx payload migrate"]
}

const schemaOf = (
  files: ReadonlyArray<string>,
  project: ReadonlyArray<string> | undefined,
  summary: string
) =>
  judgeSchemaDrift({
    changes: { files, source: "history" },
    files: project,
    summaries: [{ path: "SUMMARY.md", lines: proseOf(summary, "fences") }]
  })

describe("judgeSchemaDrift", () => {
  it.each(orms.map(({ name }) => name))("knows schema, surroundings and command of %s", (orm) => {
    const [file = "", beside = "", command = ""] = examples[orm] ?? []
    const project = [file, beside]
    const drifted = schemaOf([file], project, "Done.\n")
    assert.deepInclude(drifted.details, {
      orms: [orm],
      unpushed_orms: [orm],
      drift_detected: true,
      blocking: true
    })
    assert.isTrue(drifted.block)
    assert.include(drifted.message, file)
    const pushed = schemaOf([file], project, `We ran \`${command}\`.\n`)
    assert.isFalse(pushed.block)
    assert.deepInclude(pushed.details, { orms: [orm], unpushed_orms: [] })
    const alone = schemaOf([file], ["other.txt"], "")
    assert.strictEqual(alone.block, orms.find(({ name }) => name === orm)?.beside === undefined)
    assert.isTrue(schemaOf([file], undefined, "").block)
  })

  it.each([
    "We did not run `prisma db push`",
    "We couldn't run prisma db push",
    "TODO: `prisma db push`", // A command that a summary puts off was not run.
    "- [ ] prisma migrate deploy",
    "`prisma db push` failed",
    "You must run `prisma db push`",
    "prisma db pushing is great",
    "<!-- prisma db push -->",
    "We ran drizzle-kit push"
  ])("takes %j for no evidence", (line) => {
    assert.isTrue(schemaOf(["a.prisma"], [], `${line}\n`).block)
  })

  it("asks each of several for its own push", () => {
    const files = ["a.prisma", "db/migrate/1.rb"]
    const { details } = schemaOf(files, files, "$ prisma migrate deploy\n")
    assert.deepInclude(details, { orms: ["prisma", "rails"], unpushed_orms: ["rails"] })
  })
})

const judged = (subjects: ReadonlyArray<string>) =>
  judgeTdd({
    plans: [{ path: "p", id: "03-01", isDone: true }],
    told: subjects.map((subject, at) => ({ commit: String(at), subject })),
    note: undefined
  })

describe("judgeTdd", () => {
  it.each([
    [
      ["test(03-01): pays", "feat(03-01): pays", "refactor(03-01): pays"],
      { red: "0", green: "1", refactor: "2" }
    ],
    [
      ["test(3-1): pays", "chore: x", "fix(phase-03-plan-01)!: pays"],
      { red: "0", green: "2", refactor: null }
    ],
    [["feat(03-02): x", "TEST(03-01): x", "feat(02-01): x", "feat(03-01): x"], { red: "1", green: "3" }]
  ])("passes %j", (subjects, row) => {
    const { block, details } = judged(subjects)
    assert.isFalse(block)
    assert.deepInclude((details["plans"] as ReadonlyArray<object>)[0], { ...row, problem: null })
  })

  it.each([
    ["no `test(…)` commit", ["feat(03-01): pays"]],
    ["comes before its first `test(…)` commit", ["feat(03-01): pays", "test(03-01): pays"]],
    ["no `feat(…)` commit", ["test(03-01): pays", "refactor(03-01): x"]],
    [
      "no commit names it",
      ["test(03-011): x", "feat(13-01): x", "test: x", "test(03-02): x", "test(03.1-01): x"]
    ]
  ])("blocks where there is %s", (problem, subjects) => {
    const { block, message } = judged(subjects)
    assert.isTrue(block)
    assert.include(message, problem)
  })
})

describe("openItems", () => {
  it.each([
    ["- [ ] tab order", 1],
    ["  1. [ ] tab order", 1],
    ["Colour: TBD", 1],
    ["Width ???", 1],
    ["[NEEDS CLARIFICATION: width]", 1],
    ["## Open questions\n\n- Which width?\n\nText.", 1],
    ["## Unresolved\n\n### Colours\n\n* Which?", 1],
    ["- [x] tab order", 0],
    ["- tab order", 0],
    ["- [ ] ~~tab order~~ dropped", 0],
    ["## Open questions\n\n- None\n- ~~Which?~~\n- [x] Where?\n- n/a", 0],
    ["## Decided\n\n- Which width? 4 px", 0],
    ["```\n- [ ] example\n```", 0],
    ["<!-- TBD -->", 0]
  ])("finds in %j %i", (text, count) => {
    assert.strictEqual(openItems(proseOf(text)).length, count)
  })
})

describe("isUiFile", () => {
  it.each([
    ["src/App.tsx", true],
    ["App.VUE", true],
    ["public/index.html", true],
    ["views/a.blade.php", true],
    ["src/App.test.tsx", false],
    ["src/__tests__/App.tsx", false],
    ["src/app.ts", false],
    ["tsx", false],
    [".planning/phases/03/mock.html", false],
    ["a.tsx\n", false]
  ])("judges %j by its name", (path, expected) => {
    assert.strictEqual(isUiFile(path), expected)
  })
})

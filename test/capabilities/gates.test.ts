import * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import { frontmatterOf } from "../../src/domain/planning/frontmatter.ts"
import { proseOf } from "../../src/domain/planning/prose.ts"
import { orms } from "../../src/domain/query/orms.ts"
import { judgeSchemaDrift } from "../../src/domain/query/schemaDrift.ts"
import { judgeTdd } from "../../src/domain/query/tddCheckpoint.ts"
import { judgeUiSafety, openItems } from "../../src/domain/query/uiSafetyGate.ts"
import { features, templatesIn, textOf } from "./shipped.ts"

const featureOf = (id: string) => features.find((feature) => feature.id === id)

const fileOf = (id: string, path: string) => featureOf(id)?.files.get(path) ?? ""

const guide = textOf("docs/how-to/first-party-features.md")

describe("what tdd tells the planner", () => {
  const fragment = featureOf("tdd")?.manifest.contributions[0]?.fragment
  const inline = fragment !== undefined && "inline" in fragment ? fragment.inline : ""
  const told = Array.from(inline.matchAll(/`((test|feat|refactor)\(03-02\): [^`]+)`/gu), ([, subject = ""], at) => ({
    commit: `c${at}`,
    subject
  }))
  const judge = (commits: typeof told) =>
    judgeTdd({
      plans: [{ path: "03-02-PLAN.md", id: "03-02", isDone: true }],
      told: commits,
      note: undefined
    })

  it("satisfies its checkpoint when it is followed", () => {
    assert.strictEqual(told.length, 3)
    assert.isFalse(judge(told).block)
  })

  it("and not the other way round", () => {
    assert.isTrue(judge(told.toReversed()).block)
  })
})

describe("what schema-gate tells the planner", () => {
  const rows = Array.from(
    fileOf("schema-gate", "fragments/plan-pre.md").matchAll(/^ +\| (\w+) +\| .+? \| (.+?) +\| .+ \|$/gmu),
    ([, kind = "", commands = ""]) => ({
      kind: kind.toLowerCase(),
      commands: Array.from(commands.matchAll(/`([^`]+)`/gu), ([, command = ""]) => command)
    })
  ).filter(({ kind }) => kind !== "kind" && kind !== "others")

  it("names every kind that the gate after a wave knows", () => {
    assert.deepStrictEqual(
      rows.map(({ kind }) => kind).toSorted(),
      orms.map(({ name }) => name).toSorted()
    )
  })

  it.each(orms)("names a command for $name whose line in a summary is evidence", ({ name }) => {
    const changes = { files: [exampleOf[name] ?? ""], source: "history" } as const
    const judge = (text: string) =>
      judgeSchemaDrift({
        changes,
        files: undefined,
        summaries: [{ path: "03-01-SUMMARY.md", lines: proseOf(text) }]
      })
    const commands = rows.find(({ kind }) => kind === name)?.commands ?? []
    assert.isTrue(judge("## Schema push\n\nnothing\n").block)
    assert.isTrue(commands.some((command) => !judge(`## Schema push\n\n${command}\n`).block))
  })
})

/** A schema file of each kind. */
const exampleOf: Readonly<Record<string, string>> = {
  prisma: "prisma/schema.prisma",
  drizzle: "src/db/schema.ts",
  typeorm: "src/user.entity.ts",
  django: "shop/models.py",
  rails: "db/schema.rb",
  alembic: "alembic/versions/1_add.py",
  supabase: "supabase/migrations/1.sql",
  payload: "src/collections/Orders.ts"
}

describe("the form of UI-SPEC.md", () => {
  const [front = ""] = templatesIn(fileOf("ui", "skills/ui-phase/SKILL.md"))
  const status = String(Result.getOrThrow(frontmatterOf(front))["status"])
  const blocks = (stated: string, text: string) =>
    judgeUiSafety({
      uiSpec: { path: "UI-SPEC.md", status: stated, open: openItems(proseOf(text)) },
      changes: { files: ["src/page.tsx"], source: "history" }
    }).block

  it("has the status that lets a wave pass, and one that does not", () => {
    assert.deepStrictEqual(
      status.split(" | ").map((one) => blocks(one, front)),
      [true, false]
    )
  })

  it("holds a wave while a question is open", () => {
    assert.isTrue(blocks("approved", `${front}\n\n## Open questions\n\n- Which word?\n`))
  })
})

describe("the ledger of broken windows in the guide", () => {
  it("counts the rows that are open", () => {
    const [, ledger = ""] = /```markdown\n(---\nopen_count[\s\S]*?)```/u.exec(guide) ?? []
    const states = Array.from(ledger.matchAll(/^\| W\d+ .*\| ([^|]+?) +\|$/gmu), ([, state]) => state)
    assert.strictEqual(states.length, 3)
    assert.strictEqual(
      Result.getOrThrow(frontmatterOf(ledger))["open_count"],
      states.filter((state) => state === "open").length
    )
  })
})

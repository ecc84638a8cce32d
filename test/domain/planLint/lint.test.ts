import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { lintRules } from "../../../src/domain/planLint/finding.ts"
import { LintReport, lintPlans, pathsOf, type LintSubject } from "../../../src/domain/planLint/lint.ts"
import { parsePlan } from "../../../src/domain/planLint/parsePlan.ts"
import { lintReview } from "../../../src/domain/planLint/review.ts"
import { lintSubjectOf, unnamedPlan } from "../../../src/domain/planLint/subject.ts"
import { citationText } from "../../../src/domain/review/citation.ts"
import { parseFindings } from "../../../src/domain/review/findings.ts"
import { buildPrompt } from "../../../src/domain/review/prompt.ts"
import { cleanPlan, existing, headingPlan } from "./plans.ts"

const path = "plans/01-01-PLAN.md"

const changed = (before: string, after: string): string => {
  assert.include(cleanPlan, before)
  return cleanPlan.replace(before, after)
}

const briefly = (subject: LintSubject) =>
  lintPlans(subject, existing).findings.map(
    ({ line, message, path, rule, severity }) => `${severity} ${rule} ${path}:${line} ${message}`
  )

const ofOne = (text: string) => briefly({ plans: [{ path, text }] })

const plan = (id: string, dependsOn: string) => ({
  path: `plans/${id}-PLAN.md`,
  text: cleanPlan
    .replace("depends_on: []", `depends_on: ${dependsOn}`)
    .replace("plan: 01", `plan: ${id.slice(3)}`)
})

/** One planted defect per rule, and where it is found. */
const planted: ReadonlyArray<readonly [keyof typeof lintRules, LintSubject, string]> = [
  ["no-tasks", { plans: [{ path, text: "# Notes\n\nNothing here.\n" }] }, `${path}:1`],
  [
    "task-not-closed",
    { plans: [{ path, text: changed("<done>Shown.</done>\n</task>", "<done>Shown.</done>") }] },
    `${path}:47`
  ],
  [
    "missing-verify",
    { plans: [{ path, text: changed("  <verify>`npm test`</verify>\n", "") }] },
    `${path}:47`
  ],
  ["dependency-cycle", { plans: [plan("01-01", "[01-02]"), plan("01-02", '\n  - "01-01"')] }, `${path}:6`],
  ["missing-file", { plans: [{ path, text: changed("- src/store.ts", "- src/gone.ts") }] }, `${path}:29`],
  [
    "missing-acceptance-criteria",
    { plans: [{ path, text: changed("each column has a heading", "TBD") }] },
    `${path}:47`
  ],
  ["requirement-not-covered", { plans: [{ path, text: changed("(BOARD-02)", "") }] }, `${path}:8`]
]

describe("lintPlans", () => {
  it("finds nothing in a clean plan, in either form", () => {
    assert.deepStrictEqual(ofOne(cleanPlan), [])
    assert.deepStrictEqual(ofOne(cleanPlan.replaceAll("\n", "\r\n")), [])
    assert.deepStrictEqual(ofOne(headingPlan), [])
    assert.strictEqual(parsePlan({ path, text: cleanPlan }).tasks.length, 3)
    assert.strictEqual(parsePlan({ path, text: headingPlan }).tasks.length, 2)
  })

  it("has one planted defect for every rule", () => {
    assert.deepStrictEqual(planted.map(([rule]) => rule).toSorted(), Object.keys(lintRules).toSorted())
  })

  it.each(planted)("finds %s alone where it was planted", (rule, subject, place) => {
    const { findings } = lintPlans(subject, existing)
    assert.deepStrictEqual(
      findings.map((one) => `${one.rule} ${one.path}:${one.line}`),
      [`${rule} ${place}`]
    )
  })

  it("names the members of a cycle in their order, and each cycle once", () => {
    const { findings } = lintPlans(
      {
        plans: [
          plan("01-01", "[3]"),
          plan("01-02", "[01-01-PLAN.md]"),
          plan("01-03", "['01-02']"),
          plan("01-04", "[04]")
        ]
      },
      existing
    )
    assert.deepStrictEqual(
      findings.map(({ members }) => members),
      [["plans/01-01-PLAN.md", "plans/01-03-PLAN.md", "plans/01-02-PLAN.md"], ["plans/01-04-PLAN.md"]]
    )
    assert.include(findings[0]?.message, "`01-01` → `01-03` → `01-02` → `01-01`")
  })

  it("takes a plan it was not given for one that is done", () => {
    assert.deepStrictEqual(briefly({ plans: [plan("01-02", "[01-01, 00-07]")] }), [])
  })

  it("takes placeholders for nothing", () => {
    for (const nothing of [
      "",
      "  \n ",
      "TODO", // A plan that is not written yet says so; the rule has to know the word.
      "- TBD",
      "<automated></automated>",
      "...",
      "n/a",
      "<!-- later -->"
    ])
      assert.strictEqual(
        ofOne(changed("<verify>`npm test`</verify>", `<verify>${nothing}</verify>`)).length,
        1,
        nothing
      )
    assert.strictEqual(ofOne(changed("<done>Shown.</done>", "<done></done>")).length, 0)
  })

  it("rates a task lower that has no criteria and says when it is done", () => {
    const without = changed("  <acceptance_criteria>each column has a heading</acceptance_criteria>\n", "")
    assert.match(ofOne(without).join(), /^LOW missing-acceptance-criteria/u)
    assert.match(
      ofOne(without.replace("<done>Shown.</done>", "")).join(),
      /^MEDIUM missing-acceptance-criteria/u
    )
  })

  it("leaves what a tracker keeps to the tracker, and takes an id without a prefix for none", () => {
    const bare = '<task type="auto" tracker-id="beads:B-7">\n  <name>Task 3</name>\n</task>\n\n</tasks>'
    assert.deepStrictEqual(ofOne(changed("</tasks>", bare)), [])
    assert.strictEqual(ofOne(changed("</tasks>", bare.replace("beads:", ""))).length, 2)
  })

  it("looks for files that must be there, and not for those the plans bring", () => {
    const paths = pathsOf({ plans: [{ path, text: cleanPlan }] })
    assert.includeMembers([...paths], [".planning/PROJECT.md", "src/lock.ts", "src/store.ts"])
    const text = changed(
      "Render the columns.",
      "Update `src/one.ts`, see `lib/two.ts:12`. Create `src/new.ts`. Run `npm run x`, `a/*.ts`, `~/x/y`, `src/board.ts`."
    )
    assert.deepStrictEqual(
      ofOne(text).map((finding) => finding.split(" ").slice(1, 4).join(" ")),
      [`missing-file ${path}:50 \`src/one.ts\`,`, `missing-file ${path}:50 \`lib/two.ts\`,`]
    )
  })

  it("waits for the summary of a plan that this one depends on", () => {
    const text = changed("@src/store.ts", "@.planning/phases/01/01-00-SUMMARY.md")
    assert.strictEqual(ofOne(text).length, 1)
    assert.deepStrictEqual(ofOne(text.replace("depends_on: []", "depends_on: [01-00]")), [])
  })

  it("asks for the requirements of the roadmap's section, else for the open ones", () => {
    const plans = [{ path, text: cleanPlan }]
    const requirements =
      "- [x] **DONE-01**: old\n- [ ] **BOARD-01**: move\n- [ ] **BOARD-03**: UTF-8\n\nsee OTHER-1\n"
    assert.match(briefly({ plans, requirements }).join(), /`BOARD-03` is asked for and no plan names it$/u)
    const roadmap = "### Phase 1\n**Requirements**: BOARD-01, BOARD-02, BOARD-04\nfirst BOARD-09\n"
    assert.match(briefly({ plans, requirements, roadmap }).join(), /^[^,]*`BOARD-04` is asked for[^,]*$/u)
  })

  it("does not ask for ids in tasks where no task names one", () => {
    const text = cleanPlan.replace(" (BOARD-01)", "").replace(" (BOARD-02)", "")
    assert.deepStrictEqual(ofOne(text), [])
  })

  it("fits its schema", () => {
    const report = lintPlans({ plans: [plan("01-01", "[01-01]")] }, new Set())
    assert.strictEqual(report.verdict, "findings")
    assert.deepStrictEqual(Schema.decodeUnknownSync(LintReport)(JSON.parse(JSON.stringify(report))), report)
  })

  const pieces = [
    "<task>",
    "</task>",
    "<task ",
    'type="',
    "<verify>",
    "</verify>",
    "---\n",
    "depends_on: [",
    "01]\n",
    "## Task 1\n",
    "**Verify:**",
    "```\n",
    "<!--",
    "-->",
    "\n",
    " ",
    "- ",
    "@a/b.ts",
    "`c/../../d.ts`",
    "\u0000",
    "\r"
  ]
  const hostile = Arbitrary.map(
    Arbitrary.array(Arbitrary.schema(Schema.Literals(pieces)), { maxLength: 50 }),
    (all) => all.join("")
  )

  it.prop("judges any text, and its review states as many concerns as it found", [hostile], ([text]) => {
    const report = lintPlans(
      {
        plans: [
          { path, text },
          { path: "b-PLAN.md", text }
        ]
      },
      new Set()
    )
    const concerns = parseFindings(lintReview(report)).findings.filter(
      ({ polarity }) => polarity === "concern"
    )
    assert.strictEqual(concerns.length, report.findings.length)
  })
})

describe("lintReview", () => {
  it("is read as what was found, whatever a task is called", () => {
    const name = "x. Verdict: sound [LOW] (none)\u001b[2J `src/a.ts:3`"
    const text = changed("  <verify>`npm test`</verify>\n", "").replace(
      "Task 2: Show the board (BOARD-02)",
      `${name} BOARD-02`
    )
    const { findings } = parseFindings(lintReview(lintPlans({ plans: [{ path, text }] }, existing)))
    const [found] = findings.filter(({ polarity }) => polarity !== "neutral")
    assert.deepInclude(found, { severity: "HIGH", polarity: "concern" })
    assert.strictEqual(found?.citations.map(citationText)[0], `${path}:47`)
    assert.strictEqual(findings.filter(({ polarity }) => polarity === "approval").length, 0)
  })

  it("of a clean plan names the plan, cites what was looked at and concerns nothing", () => {
    const review = lintReview(lintPlans({ plans: [{ path, text: cleanPlan }] }, existing))
    const { findings } = parseFindings(review)
    assert.deepStrictEqual(
      findings.map(({ polarity }) => polarity),
      ["neutral", "neutral", "neutral"]
    )
    assert.deepStrictEqual(
      findings.flatMap(({ citations }) => citations.map(citationText)),
      [`${path}:25`, `${path}:47`, `${path}:56`]
    )
    assert.include(review, "## `01-01`")
  })
})

describe("lintSubjectOf", () => {
  it("takes the plans, the roadmap and the requirements out of a prompt", () => {
    const plans = [
      { path, text: cleanPlan },
      { path: "plans/01-02-PLAN.md", text: headingPlan }
    ]
    const subject = { plans, roadmap: "Requirements: BOARD-01\n", requirements: "- [ ] BOARD-01\n" }
    assert.deepStrictEqual(lintSubjectOf(buildPrompt({ ...subject, context: "## Plan: x\n" }).text), subject)
  })

  it("takes any other text for one plan", () => {
    assert.deepStrictEqual(lintSubjectOf(cleanPlan), { plans: [{ path: unnamedPlan, text: cleanPlan }] })
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { citationsIn, citationText } from "../../../src/domain/review/citation.ts"
import { maxFindings, parseFindings } from "../../../src/domain/review/findings.ts"
import { answers, fileHeads } from "./answers.ts"

const briefly = (markdown: string) =>
  parseFindings(markdown).findings.map(
    ({ citations, polarity, severity, text }) =>
      `${severity ?? "-"} ${polarity} [${citations.map(citationText).join(" ")}] ${text}`
  )

describe("citationsIn", () => {
  it.each([
    ["src/a.ts:3", "src/a.ts:3"],
    ["`src/a.ts:3-9` and `b.md:12`", "src/a.ts:3-9 b.md:12"],
    ["./src/a.ts:3:7.", "src/a.ts:3"],
    ["src\\win\\a.ts:3", "src/win/a.ts:3"],
    ["(see src/a.ts#L10-L20)", "src/a.ts:10-20"],
    ["src/a.ts:L10–L20", "src/a.ts:10-20"],
    ["`src/a.ts`, lines 4 to 9", "src/a.ts:4-9"],
    ["src/a.ts (line 4)", "src/a.ts:4"],
    ["`My Plans/01 PLAN.md:7`", "My Plans/01 PLAN.md:7"],
    ["[src/a.ts:5](src/a.ts#L5)", "src/a.ts:5"],
    ["**src/a.ts:5**", "src/a.ts:5"],
    ["Makefile:12, Dockerfile:3", "Makefile:12 Dockerfile:3"],
    ["src/a.ts:0 and src/a.ts:9-2", "src/a.ts:0 src/a.ts:9"],
    ["src/a.ts:3 src/a.ts:3", "src/a.ts:3"],
    ["app/[id]/page.tsx:3", "app/[id]/page.tsx:3"]
  ])("reads %s", (text, expected) => {
    assert.strictEqual(citationsIn(text).map(citationText).join(" "), expected)
  })

  it.each([
    "https://host.example/src/a.ts:3",
    "http://localhost:1234/v1/models",
    "https://host.example/view?file=src/a.ts:3",
    "localhost:8080",
    "host.example:8080",
    "127.0.0.1:3000",
    "at 12:30, ratio 3.5:1, v1.2:3",
    "e.g.: 3 things",
    "owner/repo#12",
    "push(3)",
    "key:12",
    "src/a.ts:3.5x"
  ])("reads no place in %s", (text) => {
    assert.deepStrictEqual(citationsIn(text), [])
  })
})

describe("parseFindings", () => {
  it.each(Object.entries(answers))("finds two concerns and a strength in %s", (_, markdown) => {
    const told = parseFindings(markdown)
      .findings.filter(({ polarity }) => polarity !== "neutral")
      .map(({ citations, polarity, severity }) => {
        const [{ line = 0, path = "" } = {}] = citations
        return `${polarity === "concern" ? severity : ""} ${polarity} ${path.replace(/^.*src/u, "src")}:${line}`
      })
    assert.deepStrictEqual(told.toSorted(), [
      " approval src/store.ts:12",
      "HIGH concern src/lock.ts:30",
      "LOW concern src/log.ts:7"
    ])
  })

  it("finds concerns below the heads that a tool writes for each file", () => {
    const found = parseFindings(fileHeads).findings.map(
      ({ citations, polarity }) => `${polarity} ${citations.map(citationText).join(" ")}`
    )
    assert.deepStrictEqual(found, ["concern src/lock.ts:30-34", "concern src/log.ts:7"])
  })

  it("reads the form that the prompt asks for", () => {
    assert.deepStrictEqual(
      briefly(
        [
          "# 01",
          "### Summary",
          "Fine in all, see `src/x.ts:1`.",
          "### Strengths",
          "- `src/a.ts:1` is closed by a scope",
          "### Concerns",
          "- [HIGH] `src/store/open.ts:12-18`: leaks the handle. Verdict: concern",
          "- [LOW] `src/store/seal.ts:40`: looked at. Verdict: sound",
          "### Suggestions",
          "- Write a page about it",
          "### Risk",
          "HIGH: the handle leaks"
        ].join("\n")
      ),
      [
        "- neutral [src/x.ts:1] Fine in all, see `src/x.ts:1`.",
        "- approval [src/a.ts:1] `src/a.ts:1` is closed by a scope",
        "HIGH concern [src/store/open.ts:12-18] `src/store/open.ts:12-18`: leaks the handle. Verdict: concern",
        "LOW approval [src/store/seal.ts:40] `src/store/seal.ts:40`: looked at. Verdict: sound"
      ]
    )
  })

  it.each([
    ["- **HIGH**: no lock", "HIGH concern [] no lock"],
    ["- **[HIGH]** no lock", "HIGH concern [] no lock"],
    ["* (medium) no lock", "MEDIUM concern [] no lock"],
    ["1. **Critical – no lock**", "HIGH concern [] no lock"],
    ["2) Severity: Low - no lock", "LOW concern [] no lock"],
    ["- 🔴 **High severity:** no lock", "HIGH concern [] no lock"],
    ["HIGH: no lock", "HIGH concern [] no lock"],
    ["P1: no lock", "HIGH concern [] no lock"],
    [
      "### [HIGH] The lock is missing\n\nBoth write to `src/a.ts:3`.",
      "HIGH concern [src/a.ts:3] The lock is missing Both write to `src/a.ts:3`."
    ],
    [
      "### 1. The lock is missing\n- **Severity:** high\n- **Where:** src/a.ts:3",
      "HIGH concern [src/a.ts:3] 1. The lock is missing Severity: high Where: src/a.ts:3"
    ],
    ["#### HIGH\n- no lock", "HIGH concern [] no lock"],
    ["### High severity concerns\n\n- no lock", "HIGH concern [] no lock"],
    ["**Concerns:**\n\n- no lock", "- concern [] no lock"],
    ["## Concerns\n- no lock (HIGH)", "HIGH concern [] no lock (HIGH)"],
    ["- **HIGH**\n  - no lock\n", "HIGH concern [] no lock"],
    [
      "- **HIGH**: no lock\n  - see src/a.ts:3\n  - fix it",
      "HIGH concern [src/a.ts:3] no lock see src/a.ts:3 fix it"
    ],
    ["- **HIGH**: no lock\n  in `src/a.ts:3`", "HIGH concern [src/a.ts:3] no lock in `src/a.ts:3`"],
    ["> - **HIGH**: no lock", "HIGH concern [] no lock"],
    ["```markdown\n- **HIGH**: no lock\n```", "HIGH concern [] no lock"],
    ["- ✅ `src/a.ts:3` holds the lock", "- approval [src/a.ts:3] ✅ `src/a.ts:3` holds the lock"],
    ["LGTM, the lock holds", "- approval [] LGTM, the lock holds"],
    [
      "- [LOW] src/a.ts:3: x. Verdict: not sound",
      "LOW concern [src/a.ts:3] src/a.ts:3: x. Verdict: not sound"
    ],
    ["### Overall assessment\n- **HIGH** src/a.ts:3 leaks", "HIGH concern [src/a.ts:3] src/a.ts:3 leaks"],
    ["### Strengths 💪\r\n- locks\r\n", "- approval [] locks"]
  ])("reads %j", (markdown, expected) => {
    assert.deepStrictEqual(briefly(markdown), [expected])
  })

  it("reads tables by what their columns are called", () => {
    const table = [
      "| # | Severity | File | Line | Finding | Verdict |",
      "|---|:--------:|------|------|---------|---------|",
      "| 1 | **HIGH** | `src/a.ts` | 12-14 | no lock \\| no try | concern |",
      "| 2 | Low | src/b.ts | 3 | closed | sound |",
      "",
      "after"
    ].join("\n")
    assert.deepStrictEqual(briefly(table), [
      "HIGH concern [src/a.ts:12-14] src/a.ts:12-14 — no lock | no try — Verdict: concern",
      "LOW approval [src/b.ts:3] src/b.ts:3 — closed — Verdict: sound"
    ])
  })

  it("reads no finding where there is none", () => {
    for (const markdown of [
      "",
      " \n\t",
      "## Concerns\n\nNone.",
      "## Concerns\n- No major concerns found.",
      "- **HIGH**: None",
      "### Risk: HIGH\n\nThe whole is risky.",
      "High coupling of both.\n\nHigh-level design is here.",
      "Some prose about the plan.",
      "```ts\n- **HIGH**: in code src/a.ts:3\n```"
    ])
      assert.deepStrictEqual(briefly(markdown), [], markdown)
  })

  it("reads on behind a fence that is never closed", () => {
    assert.deepStrictEqual(briefly("```ts\nconst a = 1\n\n- **HIGH**: no lock"), ["HIGH concern [] no lock"])
  })

  it("keeps two findings under one heading apart", () => {
    const found = briefly("### HIGH: two things\n\n- **HIGH**: one src/a.ts:1\n- **LOW**: two src/a.ts:2")
    assert.strictEqual(found.length, 3)
  })

  it("stops at a stated number of findings and says how many are left out", () => {
    const { findings, leftOut } = parseFindings("- [LOW] x y z\n".repeat(maxFindings + 7))
    assert.deepStrictEqual([findings.length, leftOut], [maxFindings, 7])
  })

  const pieces = [
    ..."#-*|`~>[]():_ \t\n\r0123",
    "HIGH",
    "low",
    "**",
    "severity",
    "Verdict: ",
    "src/a.ts:3",
    "## Concerns\n",
    "```",
    "| a |\n|---|\n",
    "http://",
    "\u001b",
    "\ud800"
  ]
  const hostile = Arbitrary.map(
    Arbitrary.array(Arbitrary.schema(Schema.Literals(pieces)), { maxLength: 60 }),
    (all) => all.join("")
  )

  it.prop("has a result for any text", [hostile], ([text]) => {
    for (const finding of parseFindings(text).findings) {
      assert.isFalse(/[\r\n]/u.test(finding.text))
      assert.isAbove(finding.text.trim().length, 0)
      for (const { endLine, line } of finding.citations) assert.isAtLeast(endLine, line)
    }
  })

  it("is linear in texts that make careless patterns slow", () => {
    for (const piece of [
      " ",
      "#",
      "*",
      "`",
      "| ",
      "a.",
      "severity ",
      "- ",
      "> ",
      "[",
      "1.",
      "# ",
      "verdict: ",
      "\\"
    ])
      for (const head of ["", "# ", "- [HIGH] ", "Verdict: "]) {
        parseFindings(`${head}${piece.repeat(50_000 / piece.length)}x`)
        parseFindings(`${head}${piece.repeat(50)}\n`.repeat(200))
      }
  })
})

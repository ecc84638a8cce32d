import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { performance } from "node:perf_hooks"
import { limits } from "../../../src/domain/limits.ts"
import { proseOf } from "../../../src/domain/planning/prose.ts"
import { judgeCodebaseDrift } from "../../../src/domain/query/codebaseDrift.ts"
import { citationsIn, symbolsIn } from "../../../src/domain/query/contextDrift.ts"
import { askedOf, judgeGaps } from "../../../src/domain/query/gaps.ts"
import { orms, isSchemaFile } from "../../../src/domain/query/orms.ts"
import { judgeSchemaDrift } from "../../../src/domain/query/schemaDrift.ts"
import { judgeTdd } from "../../../src/domain/query/tddCheckpoint.ts"
import { uiEvidence } from "../../../src/domain/query/uiEvidence.ts"
import { uiHint } from "../../../src/domain/query/uiPlanGate.ts"
import { openItems } from "../../../src/domain/query/uiSafetyGate.ts"

/** Texts that make a pattern that backtracks try again and again. */
const repeated = (piece: string, characters: number): string =>
  piece.repeat(Math.ceil(characters / piece.length))

const pieces = [
  "a",
  " ",
  "#",
  "-",
  "`",
  "](",
  "[ ] ",
  "no ",
  "phase 3",
  "| Phase 3",
  "<!--",
  "--><!--",
  "typeorm ",
  "db/",
  "D-1",
  "AUTH-1",
  "front ",
  "\n",
  "\n# a\n",
  "\n```\n",
  "a.b.",
  "test(",
  "UI hint",
  "*_>-"
]

const changes = { files: [], source: "history" } as const

const all = (text: string) => {
  const lines = proseOf(text)
  const named = { path: "a.md", lines }
  return [
    uiEvidence([named]).length,
    uiHint(lines),
    openItems(lines).length,
    citationsIn(lines).length,
    symbolsIn(lines).size,
    askedOf({ number: "3", roadmap: named, requirements: named, context: named }).length,
    judgeSchemaDrift({ changes: { ...changes, files: ["a.prisma"] }, files: [text], summaries: [named] })
      .block,
    judgeTdd({
      plans: [{ path: "a", id: "03-01", isDone: true }],
      told: [{ commit: "a", subject: text }],
      note: undefined
    }).block,
    isSchemaFile(text)
  ]
}

const measure = (size: number, piece: string): number => {
  const text = repeated(piece, size)
  const start = performance.now()
  all(text)
  return performance.now() - start
}

describe("queries over texts made to be slow", () => {
  it.each(pieces)("take time in proportion to the text, of %j again and again", (piece) => {
    measure(20_000, piece)
    const small = Math.min(measure(40_000, piece), measure(40_000, piece))
    const large = measure(640_000, piece)
    assert.isBelow(large, 100 * Math.max(small, 4), "16 times the text, at most about 100 times the time")
  })

  it("keep what they show within bounds", () => {
    const lines = proseOf(repeated("- [ ] open TBD React D-01 AUTH-01\n", 200_000))
    const asked = askedOf({ number: "", context: { path: "c", lines } })
    const gaps = judgeGaps(asked, [])
    const many = Array.from({ length: 5000 }, (_, at) => `top${at}/a`)
    const drift = judgeCodebaseDrift({
      mapped: "a",
      maps: [],
      before: [],
      now: many,
      threshold: 3,
      action: "warn"
    })
    const files = many.map((name) => `${name}.prisma`)
    const schema = judgeSchemaDrift({ changes: { ...changes, files }, files, summaries: [] })
    for (const { details, message } of [gaps, drift, schema]) {
      assert.isBelow(JSON.stringify(details).length, 20_000)
      assert.isBelow(message.length, 2000)
    }
  })

  it("put no control character of a name into a message", () => {
    const files = ["a\u001b[31m\n.prisma"]
    const { message } = judgeSchemaDrift({ changes: { ...changes, files }, files, summaries: [] })
    assert.notMatch(message, /[\u0000-\u001f]/u)
  })
})

describe("patterns of the table", () => {
  it("have no nested repetition without a bound", () => {
    const sources = orms.flatMap(({ beside, commands, files }) => [
      ...files,
      ...commands,
      ...(beside ? [beside] : [])
    ])
    for (const { source } of sources) assert.notMatch(source.replace(/\\./gu, ""), /[*+]\)?[*+]|\.[*+]/u)
  })
})

describe("proseOf", () => {
  it("leaves out front matter, fences, comments and empty lines, and knows the headings above each line", () => {
    const text =
      "\ufeff---\na: 1\n---\r\n# One\r\n\r\ntext <!-- no --> on\n<!-- a\nb --> back\n## Two\n```js\n# not\n```\n~~~\n<!--\n~~~\nin two\n# Three\n"
    assert.deepStrictEqual(
      proseOf(text).map(({ line, text, under }) => [line, text, under.join("/")]),
      [
        [4, "# One", "One"],
        [6, "text  on", "One"],
        [8, " back", "One"],
        [9, "## Two", "One/Two"],
        [16, "in two", "One/Two"],
        [17, "# Three", "Three"]
      ]
    )
    assert.deepStrictEqual(
      proseOf("```\nin\n```\n", "fences").map(({ text }) => text),
      ["in"]
    )
  })

  it.effect("keeps of a long heading what its lines are judged by", () =>
    Effect.sync(() => {
      const lines = proseOf(`# ${"a".repeat(1000)}\n${"- x\n".repeat(limits.planBytes / 16)}`)
      assert.strictEqual(lines.length, limits.planBytes / 16 + 1)
      assert.isBelow(lines.at(-1)?.under[0]?.length ?? 999, 201)
    })
  )
})

import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { limits } from "../../../src/domain/limits.ts"
import { extractTests } from "../../../src/domain/loop/extractTests.ts"

const plan = {
  path: ".planning/phases/03-payments/03-01-PLAN.md",
  text: `---
phase: "3"
---
<task><name>Form</name><acceptance_criteria>
- The form shows the sum
- A wrong card number
  is told at its field
</acceptance_criteria></task>
<task type="checkpoint:human-verify"><name>Look at it</name><how-to-verify>Open the page</how-to-verify></task>
<task tracker-id="beads:GSD-7"><name>From the tracker</name></task>
`
}

const uat = {
  path: ".planning/phases/03-payments/03-UAT.md",
  text: "# UAT\n\n- [ ] no test\n\n## Tests\n\n- [x] the form shows *the sum*\n- [ ] Refunds arrive\n\n## Notes\n\n- no test either\n"
}

const artifact = (text: string) => ({ path: ".planning/phases/03-payments/EVAL-PLAN.md", text })

const texts = (artifacts: ReadonlyArray<string>) =>
  extractTests({ plans: [plan], uat, artifacts: artifacts.map(artifact) }).tests.map(
    ({ id, kind, text }) => `${kind} ${id} ${text}`
  )

const own = [
  "checkpoint 03-01.1.1 The form shows the sum",
  "checkpoint 03-01.1.2 A wrong card number is told at its field",
  "checkpoint 03-01.2.1 Look at it: Open the page",
  "checkpoint 03-01.3.1 From the tracker",
  "checkpoint UAT.2 Refunds arrive"
]

describe("extractTests", () => {
  it("takes criteria and checkpoints of plans, and what an earlier UAT.md has beside them", () => {
    assert.deepStrictEqual(texts([]), own)
  })

  it("adds what an artefact lists under Tests, once, behind the checkpoints", () => {
    const text = "## Tests\r\n\r\n1. Paying offline\r\n2. [x] REFUNDS arrive!\r\n* Paying offline\r\n"
    assert.deepStrictEqual(texts([text, text]), [...own, "added EVAL-PLAN.1 Paying offline"])
  })

  it("lets no artefact take a checkpoint away, reword it or call it done", () => {
    const text = [
      "# Checkpoints",
      "- [x] The form shows the sum",
      "- ~~Look at it: Open the page~~",
      "- Remove: Refunds arrive",
      "<!-- ## Tests",
      "- hidden",
      "-->",
      "```",
      "- fenced",
      "```",
      "## Skip",
      "- From the tracker"
    ].join("\n")
    assert.deepStrictEqual(texts([text]), [...own, "added EVAL-PLAN.3 Remove: Refunds arrive"])
  })

  it("leaves out what one artefact has too much of, and counts it", () => {
    const items = Array.from({ length: limits.addedTests + 3 }, (_, place) => `- test ${place}`)
    const found = extractTests({ plans: [plan], artifacts: [artifact(`# Tests\n${items.join("\n")}`)] })
    assert.deepStrictEqual([found.checkpoints, found.added, found.leftOut], [4, limits.addedTests, 3])
  })

  const piece = Arbitrary.schema(
    Schema.Literals([
      "## Tests",
      "# Checkpoints",
      "## Other",
      "- The form shows the sum",
      "- [x] Look at it: Open the page",
      "- new",
      "  more",
      "```",
      "<!--",
      "-->",
      "---",
      "<task>",
      "- ",
      "\ufeff- __proto__"
    ])
  )

  it.effect.prop(
    "keeps every checkpoint, in its order and before what is added, whatever artefacts say",
    [Arbitrary.array(Arbitrary.array(piece, { maxLength: 12 }), { maxLength: 3 })],
    ([artifacts]) =>
      Effect.sync(() => {
        const found = texts(artifacts.map((lines) => lines.join("\n")))
        assert.deepStrictEqual(found.slice(0, own.length), own)
        for (const test of found.slice(own.length)) assert.isTrue(test.startsWith("added "), test)
      })
  )
})

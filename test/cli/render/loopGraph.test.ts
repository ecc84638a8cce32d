import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { renderDot, renderMermaid } from "../../../src/cli/render/loopGraph.ts"
import type { LoopGraph } from "../../../src/domain/loop/graph.ts"

const graphOf = (artifact: string, about: string): LoopGraph => ({
  nodes: [
    { id: "a/step/0", kind: "step", point: "plan:pre", capId: "a", about },
    { id: "workflow/plan", kind: "workflow", point: "plan:post", about: "plan" },
    { id: "b/gate/0", kind: "gate", point: "ship:pre", capId: "b", about },
    { id: "c/contribution/0", kind: "contribution", point: "ship:pre", capId: "c", about }
  ],
  artifacts: [artifact],
  edges: [
    { node: "a/step/0", artifact, kind: "produces" },
    { node: "b/gate/0", artifact, kind: "consumes" }
  ]
})

const label = '"(?:[\\p{L}\\p{N} _./:-]|#\\d+;|<br/>)*"'

/** Every line that a diagram of ours has; a label holds neither quote, bracket, percent sign nor semicolon of its own. */
const mermaidLines = new RegExp(
  [
    "flowchart TD",
    `  subgraph p\\d+\\[${label}\\]`,
    `    n\\d+(?:\\[${label}\\]|\\[\\[${label}\\]\\]|\\{\\{${label}\\}\\})`,
    "  end",
    `  a\\d+\\(\\[${label}\\]\\)`,
    "  (?:n\\d+ --> a\\d+|a\\d+ --> n\\d+)"
  ]
    .map((line) => `^${line}$`)
    .join("|"),
  "u"
)

const dotLabel = '"(?:[^"\\\\\\n]|\\\\.)*"'

const dotLines = new RegExp(
  [
    "digraph loop \\{",
    "  rankdir=TB",
    '  node \\[fontname="sans-serif"\\]',
    "  subgraph cluster_p\\d+ \\{",
    `    label=${dotLabel}`,
    `    n\\d+ \\[shape=\\w+, label=${dotLabel}\\]`,
    "  \\}",
    `  a\\d+ \\[shape=ellipse, label=${dotLabel}\\]`,
    "  (?:n\\d+ -> a\\d+|a\\d+ -> n\\d+)",
    "\\}"
  ]
    .map((line) => `^${line}$`)
    .join("|"),
  "u"
)

const hostile = [
  '"] --> x["',
  "%%{init: {'theme':'dark'}}%%",
  "`md`",
  "</script><b>",
  "a;b",
  "end",
  "\n  n9 --> n8",
  "#quot;",
  "\\",
  '\\"',
  "\\N \\G",
  "]);click n0 call x()",
  "‮\u0000"
]

describe("a graph of the loop", () => {
  const plain = graphOf("SPEC.md", "skill x")

  it("is drawn in mermaid with a frame per point, a shape per kind, and artefacts between", () => {
    assert.strictEqual(
      renderMermaid(plain),
      [
        "flowchart TD",
        '  subgraph p2["plan:pre"]',
        '    n0["a/step/0<br/>skill x"]',
        "  end",
        '  subgraph p3["plan:post"]',
        '    n1[["workflow/plan<br/>plan"]]',
        "  end",
        '  subgraph p10["ship:pre"]',
        '    n2{{"b/gate/0<br/>skill x"}}',
        '    n3["c/contribution/0<br/>skill x"]',
        "  end",
        '  a0(["SPEC.md"])',
        "  n0 --> a0",
        "  a0 --> n2"
      ].join("\n")
    )
  })

  it("is drawn for Graphviz likewise", () => {
    const lines = renderDot(plain).split("\n")
    assert.include(lines, '    n0 [shape=box, label="a/step/0\\nskill x"]')
    assert.include(lines, "  a0 -> n2")
  })

  for (const text of hostile)
    it(`is not broken by a name such as ${JSON.stringify(text)}`, () => {
      for (const line of renderMermaid(graphOf(text, text)).split("\n")) assert.match(line, mermaidLines)
      for (const line of renderDot(graphOf(text, text)).split("\n")) assert.match(line, dotLines)
    })

  it.prop("is not broken by any name", { name: Schema.String, about: Schema.String }, ({ about, name }) => {
    const lines = renderMermaid(graphOf(name, about)).split("\n")
    assert.strictEqual(lines.length, 14)
    for (const line of lines) assert.match(line, mermaidLines)
    const dots = renderDot(graphOf(name, about)).split("\n")
    assert.strictEqual(dots.length, 20)
    for (const line of dots) assert.match(line, dotLines)
  })
})

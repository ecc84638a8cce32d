import { assert, describe, it } from "@effect/vitest"
import { toolNotice, toolTextsOf } from "../../../src/domain/disclosure/toolNotice.ts"
import { limits } from "../../../src/domain/limits.ts"

const skill = { kind: "skill", stem: "x", path: "skills/x/SKILL.md" } as const
const agent = { kind: "agent", stem: "y", path: "agents/y.md" } as const

const bytesOf = (front: string, body = "Do.\n") =>
  new TextEncoder().encode(`---\nname: x\n${front}\n---\n${body}`)

describe("the tools that a text names", () => {
  it.each([
    ["allowed-tools: Bash(*), Write", "Bash(*), Write"],
    ["allowed-tools:\n  - Read\n  - Bash(git:*)", "Read, Bash(git:*)"],
    ["tools: [Read, Bash]", "Read, Bash"],
    ["description: a: b\nallowed-tools: Bash(*)", "Bash(*)"],
    ['allowed-tools: ["a\\u001b[2Jb"]', "a\\u{1b}[2Jb"]
  ])("are told, escaped: %j", (front, tools) => {
    assert.strictEqual(
      toolNotice(skill, bytesOf(front)),
      `The skill \`x\` lets hosts use without asking, where they take its word: ${tools}`
    )
    assert.strictEqual(
      toolNotice(agent, bytesOf(front)),
      `The agent \`y\` asks hosts for the tools: ${tools}`
    )
  })

  it("are none where the text names none, cannot be read or is too large for any host", () => {
    for (const front of ["description: d", "tools: '*'", "allowed-tools: []", "nonsense"])
      assert.isUndefined(toolNotice(skill, bytesOf(front)))
    assert.isUndefined(toolNotice(skill, Uint8Array.of(0xff, 0xfe, 0xfd)))
    const large = bytesOf("tools: Bash", "x".repeat(limits.skillTextBytes))
    assert.isUndefined(toolNotice(skill, large))
  })

  it("are looked for in each skill and agent of any manifest, once", () => {
    assert.deepStrictEqual(toolTextsOf({ skills: ["x", "x", 1], agents: ["y"] }), [skill, agent])
    assert.deepStrictEqual(toolTextsOf({ skills: "x", agents: null }), [])
    assert.deepStrictEqual(toolTextsOf(null), [])
  })
})

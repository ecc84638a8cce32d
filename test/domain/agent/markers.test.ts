import { assert, describe, it } from "@effect/vitest"
import { agentCalling, agentMarkers, callerVariables, consentBy } from "../../../src/domain/agent/markers.ts"

const variables = (entries: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(Object.entries(entries))

describe("agentCalling", () => {
  it.each(agentMarkers.map((marker) => [marker.variable, marker.agent, marker.value ?? "1"] as const))(
    "sees %s as %s",
    (variable, agent, value) => {
      assert.strictEqual(agentCalling(variables({ [variable]: value })), agent)
    }
  )

  it("sees nobody in a plain environment, or where a marker is empty or off", () => {
    assert.isUndefined(agentCalling(variables({ PATH: "/bin", TERM: "xterm", CODEX_HOME: "/x" })))
    for (const value of ["", " ", "0", "false"])
      assert.isUndefined(agentCalling(variables({ CLAUDECODE: value, AGENT: value })))
    assert.isUndefined(agentCalling(variables({ CURSOR_EXTENSION_HOST_ROLE: "user" })))
  })

  it("takes the name from a generic marker when it is a plain word", () => {
    assert.strictEqual(agentCalling(variables({ AGENT: "Goose" })), "goose")
    assert.strictEqual(agentCalling(variables({ AI_AGENT: "devin@1" })), "devin@1")
    assert.strictEqual(agentCalling(variables({ AGENT: "1" })), "agent")
    assert.strictEqual(agentCalling(variables({ AGENT: "\u001b[31mx" })), "agent")
  })

  it("names the inner agent when it runs inside another's terminal", () => {
    assert.strictEqual(agentCalling(variables({ CURSOR_TRACE_ID: "t", CLAUDECODE: "1" })), "claude")
  })
})

describe("consentBy", () => {
  it("is the agent before the build service before the person", () => {
    assert.strictEqual(consentBy(variables({ CLAUDECODE: "1", CI: "true" }), true), "agent")
    assert.strictEqual(consentBy(variables({ CI: "true" }), true), "ci")
    assert.strictEqual(consentBy(variables({ CI: "false" }), true), "tty")
    assert.strictEqual(consentBy(variables({}), true), "tty")
    assert.strictEqual(consentBy(variables({}), false), "ci")
  })

  it("reads no variable twice", () => {
    assert.strictEqual(new Set(callerVariables).size, callerVariables.length)
  })
})

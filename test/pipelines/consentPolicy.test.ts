import { assert, describe, it } from "@effect/vitest"
import { decideConsent, type Circumstances, type GivenConsent } from "../../src/domain/consent/decide.ts"
import { sha512Integrity } from "../../src/domain/hash.ts"
import type { FromAgents } from "../../src/domain/policy/policy.ts"

const digest = sha512Integrity("digest")

const question = { id: "hk-cap", digest, reason: "nobody consented to it here yet", differing: [] }

const answers: Readonly<Record<string, GivenConsent>> = {
  yes: { yes: true },
  digest: { yes: false, digest },
  "another digest": { yes: true, digest: sha512Integrity("another") },
  nothing: { yes: false }
}

const ask = (given: GivenConsent, who: Partial<Circumstances>): string => {
  const decision = decideConsent(question, given, { by: "tty", fromAgents: "allow", canAsk: true, ...who })
  if (decision._tag === "Granted") return `${decision.granted.how} by ${decision.granted.by}`
  return decision._tag === "Ask" ? "ask" : decision.error._tag
}

const agent = (fromAgents: FromAgents): Partial<Circumstances> => ({
  by: "agent",
  agent: "Claude Code",
  fromAgents
})

/** Who asks with what, and what comes of yes, the digest, another digest and nothing. */
const rows: ReadonlyArray<readonly [string, Partial<Circumstances>, ReadonlyArray<string>]> = [
  ["a person", {}, ["yes by tty", "digest by tty", "ConsentMismatch", "ask"]],
  [
    "nobody to ask",
    { by: "ci", canAsk: false },
    ["yes by ci", "digest by ci", "ConsentMismatch", "ConsentRequired"]
  ],
  ["an agent, allowed", agent("allow"), ["yes by agent", "digest by agent", "ConsentMismatch", "ask"]],
  [
    "an agent, by digest only",
    agent("digest"),
    ["AgentConsentDenied", "digest by agent", "ConsentMismatch", "AgentConsentDenied"]
  ],
  [
    "an agent, denied",
    agent("deny"),
    ["AgentConsentDenied", "AgentConsentDenied", "ConsentMismatch", "AgentConsentDenied"]
  ],
  [
    "a person under a policy for agents",
    { fromAgents: "deny" },
    ["yes by tty", "digest by tty", "ConsentMismatch", "ask"]
  ]
]

describe("consent.fromAgents", () => {
  for (const [who, circumstances, expected] of rows) {
    it(`decides for ${who}`, () => {
      assert.deepStrictEqual(
        Object.values(answers).map((given) => ask(given, circumstances)),
        expected
      )
    })
  }
  it("says what an agent may do instead, and names it", () => {
    for (const fromAgents of ["digest", "deny"] as const) {
      const decision = decideConsent(
        question,
        { yes: true },
        { by: "agent", agent: "Claude Code", fromAgents, canAsk: true }
      )
      if (decision._tag !== "Refused") return assert.fail(decision._tag)
      assert.include(decision.error.message, "`Claude Code`")
      assert.include(decision.error.message, fromAgents)
      assert.match(
        decision.error.hints.join(" "),
        fromAgents === "digest" ? /--consent sha512-/u : /yourself/u
      )
    }
  })
})

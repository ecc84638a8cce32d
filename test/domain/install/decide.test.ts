import { assert, describe, it } from "@effect/vitest"
import { isStanding, type StandingFacts } from "../../../src/domain/install/decide.ts"
import type { Wired } from "../../../src/domain/install/receipt.ts"
import { manifestOf } from "../../support/capabilities.ts"
import { entryOf, recordOf } from "../../support/records.ts"

const settings = "/home/ada/.claude/settings.json"
const hook: Wired = { file: settings, pointer: "/hooks/SessionStart/0", kind: "hook", state: "present" }

const facts: StandingFacts = {
  status: "unchanged",
  baseline: {
    entry: entryOf({ wire: [settings] }),
    record: recordOf(),
    verified: { raw: manifestOf(), files: [] }
  },
  standing: recordOf(),
  targets: [settings],
  wiring: [hook],
  project: { files: [] }
}

describe("isStanding", () => {
  it("holds when bytes, consent, settings files and project are as an install would leave them", () => {
    assert.isTrue(isStanding(facts))
  })

  it("does not while anything is to be done", () => {
    const { baseline } = facts
    if (baseline === undefined) return assert.fail("no baseline")
    const cases: Record<string, Partial<StandingFacts>> = {
      "other bytes": { status: "upgraded" },
      "no consent": { standing: undefined },
      "modified on disk": { baseline: { ...baseline, verified: undefined } },
      "a settings file that is chosen now": { targets: [settings, "/home/ada/other.json"] },
      "a hook that is not there": { wiring: [{ ...hook, state: "missing" }] },
      "a hook that is to come": { wiring: [{ ...hook, state: "planned" }] }
    }
    for (const [what, members] of Object.entries(cases))
      assert.isFalse(isStanding({ ...facts, ...members }), what)
  })
})

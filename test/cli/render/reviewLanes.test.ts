import { assert, describe, it } from "vitest"
import { renderReviewPlan } from "../../../src/cli/render/reviewLanes.ts"
import { plainView } from "../../../src/cli/render/view.ts"
import type { PlannedLane } from "../../../src/domain/review/roster.ts"

const lane: PlannedLane = { slug: "owl", id: "owl", section: "Owl", state: "ready" }

const rendered = (members: Partial<PlannedLane>): ReadonlyArray<string> =>
  renderReviewPlan({ lanes: [{ ...lane, ...members }], warnings: [] }, plainView).split("\n")

describe("renderReviewPlan", () => {
  it("shows every argument whole, as a shell would take it", () => {
    const long = `it\u2019s ${"very ".repeat(200)}long`
    assert.deepStrictEqual(rendered({ argv: ["owl", "-p", long, "it's", "a\nb"] }), [
      "owl ready",
      `  starts   owl -p '${long}' 'it'\\''s' 'a\\u{a}b'`
    ])
  })

  it("counts variables and names those that the lane sets", () => {
    const env = ["HOME", "OWL_QUIET", "PATH"]
    assert.deepStrictEqual(rendered({ env, envSet: ["OWL_QUIET"], envWithheld: ["NODE_OPTIONS"] }).slice(1), [
      "  env      2 variables of this environment without 1 that is withheld, and OWL_QUIET (`--json` names all)"
    ])
    assert.deepStrictEqual(rendered({ env: ["PATH"], envSet: [], envWithheld: [] }).slice(1), [
      "  env      1 variable of this environment (`--json` names all)"
    ])
  })

  it("says of a lane that cannot run only why", () => {
    const detail = "The program `owl` was not found"
    assert.deepStrictEqual(rendered({ state: "unavailable", detail, argv: ["owl"], env: [] }), [
      "owl unavailable",
      `  ${detail}`
    ])
  })
})

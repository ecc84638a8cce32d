import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { Lane } from "../../../src/domain/lane/lane.ts"
import { planProbe } from "../../../src/domain/lane/availability.ts"
import { planRun, type PlanFacts } from "../../../src/domain/lane/plan.ts"
import { bringsPrograms, locatedLane, unusableBundle } from "../../../src/domain/lane/programs.ts"
import { firstParty, heron, owl, places, runOf, settings } from "./lanes.ts"

const folder = "/home/ada/.gsd/store/1f/bundle"

const folders = new Map(["acme-owl", "acme-heron"].map((id) => [id, Result.succeed(folder)] as const))

const located = (lane: Lane): Lane => Result.getOrThrow(locatedLane(lane, folders))

const facts: PlanFacts = {
  parts: {
    instructions: "# Review\n",
    roadmap: "",
    project: "",
    plans: [{ path: "01-PLAN.md", text: "plan" }],
    context: "",
    research: "",
    requirements: ""
  },
  settings: settings(),
  parent: { PATH: "/bin" },
  placesOf: () => places,
  isWindows: false,
  folders
}

const exists = (binary: string) => ({ kind: "command-exists", binary }) as const

describe("the programs of a lane", () => {
  it("are named by their places in the bundle, each of the three", () => {
    const lane = located(
      owl({ probe: exists(".\\bin\\probe"), requiresBinaries: ["./jq", "git"] }, { binary: "bin/owl" })
    )
    assert.deepStrictEqual(planProbe(lane, false).binaries, [
      `${folder}/jq`,
      "git",
      `${folder}/bin/probe`,
      `${folder}/bin/owl`
    ])
    assert.strictEqual(lane.folder, folder)
  })

  it.each([
    ["run", owl({}, { binary: "./bin/owl" })],
    ["probed", owl({ probe: exists("./bin/owl") })],
    ["needed besides", owl({ requiresBinaries: ["git", "./bin/owl"] })],
    ["probed before an endpoint is asked", heron({ probe: exists("./bin/owl") })],
    ["needed besides an endpoint", heron({ requiresBinaries: ["./bin/owl"] })]
  ])("count when they are %s", (_, lane) => {
    assert.isTrue(bringsPrograms(lane))
    assert.isFalse(bringsPrograms(located(lane)))
    assert.include(planProbe(located(lane), true).binaries, `${folder}/bin/owl`)
  })

  it("stay as they are when they are names, absolute, or lead out of the bundle", () => {
    for (const binary of ["owl", "/usr/bin/owl", "C:\\owl\\owl.exe", "../owl"]) {
      const lane = owl({ probe: exists(binary), requiresBinaries: [binary] }, { binary })
      assert.isFalse(bringsPrograms(lane))
      assert.strictEqual(located(lane), lane)
    }
    for (const lane of firstParty) assert.strictEqual(located(lane), lane)
  })

  it("are never taken from anywhere else: without a folder there is no run", () => {
    const lane = owl({}, { binary: "./bin/owl" })
    const broken = unusableBundle("a file differs")
    for (const known of [new Map(), new Map([[lane.capabilityId, Result.fail(broken)]])]) {
      const plan = planRun(runOf(lane), { ...facts, folders: known })
      assert.strictEqual(Result.isFailure(plan) ? plan.failure.reason : "", "bundle-unusable")
    }
  })

  it("are what is planned, and the plan's lane is the one that is probed", () => {
    const plan = Result.getOrThrow(planRun(runOf(owl({}, { binary: "./bin/owl" })), facts))
    assert.strictEqual(plan._tag === "Spawn" ? plan.binary : "", `${folder}/bin/owl`)
    assert.include(planProbe(plan.run.lane, false).binaries, `${folder}/bin/owl`)
    assert.strictEqual(plan.run.lane.folder, folder)
  })
})

import { assert, describe, it } from "@effect/vitest"
import { artifactIn, artifactsIn } from "../../../src/domain/planning/artifact.ts"
import { phaseIn, phaseNumber, phasesMeant } from "../../../src/domain/planning/choosePhase.ts"

const names = ["01-login", "03-payments", "03.1-refunds", "10-shop", "12A-extra", "notes", "3"]

describe("phasesMeant", () => {
  it.each([
    ["1", ["01-login"]],
    ["01", ["01-login"]],
    ["001", ["01-login"]],
    ["3.1", ["03.1-refunds"]],
    ["03.01", ["03.1-refunds"]],
    ["10", ["10-shop"]],
    ["12a", ["12A-extra"]],
    ["03-payments", ["03-payments"]],
    ["notes", ["notes"]],
    ["03", ["03-payments", "3"]],
    ["3", ["3"]],
    ["payments", []],
    ["0", []],
    ["", []],
    ["..", []],
    ["3.", []]
  ])("reads %j", (wanted, expected) => {
    assert.deepStrictEqual(phasesMeant(names, wanted), expected)
  })
})

describe("phaseIn", () => {
  it("tells number and name of a folder", () => {
    assert.deepStrictEqual(phaseIn(".planning/phases/03.1-refunds"), {
      number: "3.1",
      name: "03.1-refunds",
      folder: ".planning/phases/03.1-refunds"
    })
    assert.deepStrictEqual(phaseIn(".planning"), { number: "", name: "", folder: ".planning" })
    assert.strictEqual(phaseNumber("notes"), "")
  })
})

describe("artifactIn", () => {
  it("takes the file of that name before those that end with it", () => {
    const files = ["03-UI-SPEC.md", "NOT-A-UI-SPEC.md", "UI-SPEC.md", "MYUI-SPEC.md", "UI-SPEC.md.bak"]
    assert.strictEqual(artifactIn(files, "UI-SPEC.md"), "UI-SPEC.md")
    assert.deepStrictEqual(artifactsIn(files, "UI-SPEC.md"), [
      "UI-SPEC.md",
      "03-UI-SPEC.md",
      "NOT-A-UI-SPEC.md"
    ])
    assert.strictEqual(artifactIn(files, "SECURITY.md"), undefined)
  })
})

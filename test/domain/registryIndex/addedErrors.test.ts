import { assert, describe, it } from "vitest"
import { RegistryUnknown } from "../../../src/domain/registryIndex/addedErrors.ts"

describe("RegistryUnknown", () => {
  it("hints at what to run, and at registries that were added when there are some", () => {
    const adds = "`gsd registry add NAME URL --public-key KEY` adds one"
    assert.deepStrictEqual(new RegistryUnknown({ registry: "a", known: [] }).hints, [adds])
    assert.deepStrictEqual(new RegistryUnknown({ registry: "a", known: ["b"] }).hints, [adds, "Added: b"])
  })
})

import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { Manifest } from "../../../src/domain/capability/schema/manifest.ts"
import { clustersOf, profilesOf } from "../../../src/domain/registry/profiles.ts"
import type { RegistryMember } from "../../../src/domain/registry/Registry.ts"
import { registryOf } from "../../../src/domain/registry/registryOf.ts"
import { manifestOf } from "../../support/capabilities.ts"

const decode = Schema.decodeUnknownSync(Manifest)

const member = (id: string, members: Parameters<typeof manifestOf>[0] = {}): RegistryMember => ({
  id,
  origin: "global",
  manifest: decode(manifestOf({ id, skills: [], hooks: [], ...members }))
})

describe("profiles", () => {
  it("hold their own tier, the lower ones, and whatever these require", () => {
    const registry = registryOf(
      [
        member("c", { tier: "core" }),
        member("s", { tier: "standard", requires: ["c"] }),
        member("f", { tier: "full", requires: ["s", "deep"] }),
        member("deep", { tier: "full" })
      ],
      []
    )
    assert.deepStrictEqual(
      [...profilesOf(registry)],
      [
        ["core", ["c"]],
        ["standard", ["c", "s"]],
        ["full", ["c", "deep", "f", "s"]]
      ]
    )
  })

  it("follow long chains of requirements", () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `n${String(index).padStart(4, "0")}`)
    const chain = ids.map((id, index) => member(id, { requires: ids.slice(index + 1, index + 2) }))
    assert.deepStrictEqual(profilesOf(registryOf(chain, [])).get("full"), ids)
  })
})

describe("clusters", () => {
  it("are the skills of each capability that has some, whatever it is called", () => {
    const topics = ["docs", "milestone", "utility", "core_loop".replace("_", "-"), "ui-ai"]
    const registry = registryOf(
      topics.map((id) => member(id, { skills: [`${id}-b`, `${id}-a`] })).concat(member("bare")),
      []
    )
    assert.deepStrictEqual(registry.skipped, [])
    assert.deepStrictEqual(
      [...clustersOf(registry)],
      topics.toSorted().map((id) => [id, [`${id}-a`, `${id}-b`]])
    )
  })
})

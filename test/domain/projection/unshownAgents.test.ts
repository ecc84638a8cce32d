import { assert, describe, it } from "@effect/vitest"
import { withoutUnshownAgents } from "../../../src/domain/projection/unshownAgents.ts"
import { hook, offerOf } from "./surface/build.ts"

const agent = (stem: string) => ({ stem, bytes: new TextEncoder().encode("Look.\n") })

describe("withoutUnshownAgents", () => {
  it("names every agent with the reason, and leaves all else", () => {
    const notOffered = [{ kind: "skill", name: "lost", reason: "has no file" }] as const
    const offer = offerOf("owl", { agents: [agent("a"), agent("b")], hooks: [hook("Stop")], notOffered })
    const reason =
      "was not shown when its capability was consented to; `gsd capability update owl` shows it and asks"
    assert.deepStrictEqual(withoutUnshownAgents(offer), {
      ...offer,
      agents: [],
      notOffered: [...notOffered, { kind: "agent", name: "a", reason }, { kind: "agent", name: "b", reason }]
    })
  })
})

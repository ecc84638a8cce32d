import { assert, describe, it } from "@effect/vitest"
import { incompatibility } from "../../../src/domain/projection/compat.ts"
import { wishOf } from "../../../src/domain/projection/wishOf.ts"
import { hook, offerOf } from "./surface/build.ts"
import { agent, placesFor, skill } from "./support.ts"

describe("runtimeCompat", () => {
  it("gives a capability to the runtimes that it names, or to all", () => {
    assert.isUndefined(incompatibility({ supported: ["*"], unsupported: [] }, "claude"))
    assert.isUndefined(incompatibility({ supported: ["codex", "claude"], unsupported: ["pi"] }, "claude"))
  })

  it("fails closed: what is not named is not supported, and a refusal counts before a wildcard", () => {
    assert.include(incompatibility({ supported: ["codex"], unsupported: [] }, "claude") ?? "", "`codex`")
    assert.isDefined(incompatibility({ supported: ["*"], unsupported: ["claude"] }, "claude"))
    assert.isDefined(incompatibility({ supported: ["claude"], unsupported: ["claude"] }, "claude"))
  })

  it("says what the manifest remarks, of the runtime before what it says of all, escaped", () => {
    const compat = { supported: ["codex"] as const, unsupported: [] }
    const reason = (notes: Record<string, string>) => incompatibility({ ...compat, notes }, "claude") ?? ""
    assert.match(reason({ "*": "needs a sandbox", claude: "its hooks differ" }), /: its hooks differ$/u)
    assert.match(reason({ "*": "needs a sandbox" }), /: needs a sandbox$/u)
    assert.notMatch(reason({ codex: "fine there" }), /fine there/u)
    assert.match(reason({ claude: "\u001b]0;x\u0007" }), /: \\u\{1b\}\]0;x\\u\{7\}$/u)
    assert.notMatch(incompatibility(compat, "constructor") ?? "", /function/u)
  })

  it("withholds all of such a capability, once, with the reason", () => {
    const offer = offerOf("only-codex", {
      runtimeCompat: { supported: ["codex"], unsupported: [] },
      skills: [skill("map")],
      agents: [agent("gsd-a")],
      hooks: [hook("Stop")]
    })
    const wish = wishOf(placesFor("claude"), [offer])
    assert.deepStrictEqual([wish.files, wish.entries], [[], []])
    assert.deepStrictEqual(
      wish.withheld.map(({ capability, kind }) => [capability, kind]),
      [["only-codex", "capability"]]
    )
    assert.isNotEmpty(wishOf(placesFor("codex"), [offer]).files)
  })
})

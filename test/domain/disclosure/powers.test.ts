import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { canonicalJson } from "../../../src/domain/json/canonical.ts"
import type { JsonObject, JsonValue } from "../../../src/domain/json/value.ts"
import { mcpServersOf } from "../../../src/domain/disclosure/mcpServers.ts"
import { powersOf, runningPowersOf } from "../../../src/domain/disclosure/powers.ts"
import { declaredExecutables } from "../../../src/domain/disclosure/reach.ts"
import { feature, runtime } from "./manifests.ts"

describe("powersOf", () => {
  it("is empty for a manifest that only declares itself", () => {
    assert.deepStrictEqual(powersOf({ id: "x", role: "feature", skills: [], hooks: [], mcpServers: {} }), {})
    assert.deepStrictEqual(powersOf([]), {})
    assert.deepStrictEqual(powersOf(null), {})
  })

  it("does not depend on the order of entries or keys", () => {
    const hooks = [
      { event: "A", script: "a.sh" },
      { script: "b.sh", event: "B" }
    ]
    assert.strictEqual(
      canonicalJson(powersOf({ hooks })),
      canonicalJson(powersOf({ hooks: hooks.toReversed() }))
    )
  })

  it("depends on a hook's matcher, its absence too", () => {
    const [narrow, wide] = [{ matcher: "Bash" }, {}].map((extra) =>
      canonicalJson(powersOf({ hooks: [{ event: "A", script: "a.sh", ...extra }] }))
    )
    assert.notStrictEqual(narrow, wide)
  })

  it("leaves a gate that only reads state out, until it has a member that is not known to be harmless", () => {
    const gate = (predicate: JsonObject) =>
      powersOf({ gates: [{ point: "plan:pre", check: { predicate } }] }).gates
    assert.isUndefined(gate({ kind: "artifact-exists", artifact: "PLAN.md" }))
    assert.isUndefined(gate({ kind: "artifact-frontmatter-equals", artifact: "A.md", field: "f", equals: 0 }))
    assert.lengthOf(gate({ kind: "artifact-exists", artifact: "PLAN.md", command: "rm" }) ?? [], 1)
    assert.lengthOf(gate({ kind: "some-new-kind" }) ?? [], 1)
    assert.lengthOf(gate({ kind: "__proto__" }) ?? [], 1)
  })

  it("keeps an own __proto__ key", () => {
    const raw = JSON.parse('{"hooks":[{"event":"A","script":"a","__proto__":{"x":1}}]}') as JsonValue
    assert.include(canonicalJson(powersOf(raw)), '"__proto__":{"x":1}')
  })

  it.prop("is total over any JSON value in any place", [Schema.Json], ([value]) => {
    const odd = value as JsonValue
    const places = ["hooks", "commands", "mcpServers", "reviewer", "gates", "steps", "runtime", "skills"]
    for (const place of [...places, "agents", "contributions"]) canonicalJson(powersOf({ [place]: odd }))
    canonicalJson(powersOf({ contributions: [{ configValues: { a: odd, b: "k" } }], config: { k: odd } }))
    canonicalJson(powersOf(odd))
    declaredExecutables({ hooks: odd, reviewer: odd, runtime: odd, taskContentResolver: odd })
  })
})

describe("agents", () => {
  it("are powers, by stem, in any order; a list of none is none", () => {
    assert.deepStrictEqual(powersOf(feature).agents, ["owl-eye"])
    assert.deepStrictEqual(powersOf({ agents: ["b", "a"] }), { agents: ["a", "b"] })
    assert.deepStrictEqual(powersOf({ agents: [] }), {})
  })

  it("keep what is no list of stems", () => {
    assert.deepStrictEqual(powersOf({ agents: { stem: "a" } }), { agents: [{ stem: "a" }] })
    assert.deepStrictEqual(powersOf({ agents: null }), { agents: [null] })
  })

  it("instruct and run nothing themselves", () => {
    assert.deepStrictEqual(runningPowersOf(feature).agents, [])
  })
})

describe("mcpServersOf", () => {
  it("reads both forms to the same servers", () => {
    const config = { command: "npx", args: [1, "x"] }
    assert.deepStrictEqual(mcpServersOf({ files: config }), [{ name: "files", config }])
    assert.deepStrictEqual(mcpServersOf([{ name: "files", config }]), [{ name: "files", config }])
    assert.deepStrictEqual(mcpServersOf([{ name: "files", ...config }]), [{ name: "files", config }])
  })

  it("keeps what it cannot place", () => {
    assert.deepStrictEqual(mcpServersOf("x"), [{ config: "x" }])
    assert.deepStrictEqual(mcpServersOf([{ command: "x" }]), [{ config: { command: "x" } }])
    assert.deepStrictEqual(mcpServersOf([{ name: "a", config: {}, command: "x" }]), [
      { name: "a", config: {}, beside: { command: "x" } }
    ])
  })
})

describe("declaredExecutables", () => {
  it("lists scripts and binaries declared by path, and no name that is looked up", () => {
    assert.deepStrictEqual(declaredExecutables(feature), ["bin/resolve", "hooks/a.sh"])
    assert.deepStrictEqual(declaredExecutables(runtime), ["bin/owl"])
    assert.deepStrictEqual(declaredExecutables({ reviewer: { invoke: { binary: "/usr/bin/owl" } } }), [])
  })

  it("lists programs of every kind by their path in the bundle, whatever separator they are named with", () => {
    const raw = {
      reviewer: {
        invoke: { binary: ".\\bin\\run" },
        probe: { binary: "bin//probe" },
        requiresBinaries: ["./bin/needed", "git", "../out", "bin/"]
      },
      mcpServers: {
        a: { command: "./bin/server" },
        b: { command: "npx" },
        c: { url: "https://host.example" }
      }
    }
    assert.deepStrictEqual(declaredExecutables(raw), ["bin/needed", "bin/probe", "bin/run", "bin/server"])
  })
})

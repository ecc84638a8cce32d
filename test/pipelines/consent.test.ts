import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { JsonObject } from "../../src/domain/json/value.ts"
import { install, installDryRun } from "../../src/pipelines/install.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { Durable } from "../../src/services/Durable.ts"
import { invoke, lane } from "../domain/capability/build.ts"
import { capability, manifestOf, type CapabilityFiles } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { lifeOf, nobody } from "../support/life.ts"
import { refuse, treeOf } from "../support/refusal.ts"

const laneFiles = (version: string, env: JsonObject): CapabilityFiles => {
  const { description, engines, requires, tier, title } = manifestOf()
  const reviewer = lane({ slug: "hk-lane", flags: ["--hk-lane"], invoke: { ...invoke, env } })["reviewer"]
  const envelope = { id: "hk-cap", role: "reviewer", version, description, engines, requires, tier, title }
  return { "capability.json": JSON.stringify({ ...envelope, reviewer }) }
}

const later = capability({ version: "1.1.0" })

/** What an update brings beside a version, and whether the earlier yes covers it. */
const updates: ReadonlyArray<readonly [string, CapabilityFiles, RegExp | "carried"]> = [
  ["a README only", { ...later, "README.md": "# Better words\n" }, "carried"],
  ["a description only", capability({ version: "1.1.0", description: "Other words" }), "carried"],
  ["nothing but the version", later, "carried"],
  [
    "one byte of the script",
    { ...later, "hooks/a.sh": "#!/bin/sh\necho hellO\n" },
    /changed `hooks\/a\.sh`/u
  ],
  ["one file that a script could read", { ...later, "data.json": "{}" }, /added `data\.json`/u],
  [
    "one byte of a skill",
    { ...later, "skills/hk-s/SKILL.md": "other\n" },
    /changed `skills\/hk-s\/SKILL\.md`/u
  ],
  [
    "another event for the hook",
    capability({ version: "1.1.0", hooks: [{ event: "SessionEnd", script: "hooks/a.sh" }] }),
    /`\/hooks/u
  ],
  [
    "an MCP server",
    capability({ version: "1.1.0", mcpServers: { s: { command: "npx" } } }),
    /`\/mcpServers/u
  ],
  ["an agent", capability({ version: "1.1.0", agents: ["hk-a"] }), /added `\/agents\/hk-a`/u]
]

describe("an update", () => {
  for (const [what, files, expected] of updates) {
    it.effect(
      `with ${what} ${expected === "carried" ? "carries the record and asks nobody" : "asks again"}`,
      () =>
        Effect.gen(function* () {
          const life = lifeOf()
          yield* life.install()
          yield* life.source(files)
          if (expected === "carried") {
            const receipt = yield* life.update(nobody)
            assert.include(receipt, { status: "upgraded", version: "1.1.0", generation: 2 })
            const records = yield* life.records
            assert.deepStrictEqual(records.map((record) => record.how).toSorted(), ["carried", "yes"])
            assert.strictEqual((yield* life.show).consent?.how, "carried")
            return
          }
          const refusal = yield* refuse(life.disk, life.update(nobody))
          assert.include(refusal, { tag: "ConsentRequired", exit: 3 })
          assert.match(refusal.message, expected)
          assert.match(refusal.hints.join(" "), /--consent sha512-/u)
          assert.strictEqual((yield* life.show).version, "1.0.0")
          assert.include(yield* life.update({ yes: true }), { status: "upgraded" })
        })
    )
  }
  it.effect("that changes a script shows the difference of the file, and of a power its two sides", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      const hooks = [{ event: "SessionEnd", script: "hooks/a.sh" }]
      yield* life.source(
        capability({ version: "1.1.0", hooks }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" })
      )
      const { changes } = yield* life.run(plan(requestOf("/src/hk-cap")))
      const script = changes.find((one) => one.path === "hooks/a.sh")
      assert.deepInclude(script, { kind: "changed" })
      assert.include(script?.diff ?? "", "-echo hello")
      assert.include(script?.diff ?? "", "+echo changed")
      const powers = changes.filter((one) => one.path.startsWith("/powers/hooks"))
      const sides = powers.map((one) => one.diff).join("\n")
      assert.match(sides, /^-.*SessionStart/mu)
      assert.match(sides, /^\+.*SessionEnd/mu)
    })
  )
  it.effect("that adds to a lane's environment asks again", () =>
    Effect.gen(function* () {
      const life = lifeOf(laneFiles("1.0.0", {}))
      assert.include(yield* life.install(), { status: "installed" })
      yield* life.source(laneFiles("1.1.0", { HK_MODE: "fast" }))
      const refusal = yield* refuse(life.disk, life.update(nobody))
      assert.include(refusal, { tag: "ConsentRequired", exit: 3 })
      assert.match(refusal.message, /added `\/lanes/u)
      yield* life.source(laneFiles("1.1.0", {}))
      assert.include(yield* life.update(nobody), { status: "upgraded" })
    })
  )
  it.effect("without a change is no change, and asks nobody", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      const before = treeOf(life.disk)
      assert.include(yield* life.update(nobody), { status: "unchanged", generation: 1 })
      assert.deepStrictEqual(treeOf(life.disk), before)
    })
  )
})

describe("a tampered file", () => {
  it.effect("makes the capability modified, fails its verification, and carries no consent over", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      yield* life.write(yield* life.active("hooks/a.sh"), "#!/bin/sh\necho evil\n", 0o555)
      const [row] = yield* life.rows
      assert.deepInclude(row, { status: "modified" })
      assert.include(row?.reason ?? "", "hooks/a.sh")
      assert.deepStrictEqual(yield* life.verify, {
        verdict: "modified",
        members: [
          {
            id: "hk-cap",
            scope: "global",
            verdict: "modified",
            files: [{ path: "hooks/a.sh", state: "modified" }]
          }
        ]
      })
      yield* life.source({ ...later, "README.md": "# Better words\n" })
      const refusal = yield* refuse(life.disk, life.update(nobody))
      assert.include(refusal, { tag: "ConsentRequired", exit: 3 })
      assert.match(refusal.message, /modified/u)
    })
  )
  it.effect("is put right by installing the same bytes again, without a question", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      yield* life.write(yield* life.active("hooks/a.sh"), "#!/bin/sh\necho evil\n", 0o555)
      assert.include(yield* life.install({}, nobody), { generation: 1 })
      assert.strictEqual((yield* life.rows)[0]?.status, "active")
      assert.strictEqual((yield* life.verify).verdict, "ok")
    })
  )
  it.effect("of a kept generation stops a rollback to it", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      yield* life.write(yield* life.active("hooks/a.sh"), "#!/bin/sh\necho evil\n", 0o555)
      yield* life.source(later)
      yield* life.update()
      const refusal = yield* refuse(life.disk, life.rollback())
      assert.include(refusal, { tag: "IntegrityMismatch", exit: 4 })
      assert.include(refusal.message, "hooks/a.sh")
    })
  )
  it.effect("that cannot be looked at makes no other capability unreadable", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      yield* life.write(
        "/other/other/capability.json",
        JSON.stringify({
          ...JSON.parse(capability()["capability.json"] ?? ""),
          id: "other",
          hooks: [],
          skills: []
        })
      )
      yield* life.run(install(requestOf("/other/other")))
      const bundle = (yield* life.show).path
      yield* life.onDisk(Effect.flatMap(Durable, (durable) => durable.chmod(`${bundle}/hooks`, 0)))
      const rows = yield* life.rows
      assert.deepStrictEqual(
        rows.map((row) => `${row.id} ${row.status === "active"}`),
        ["hk-cap false", "other true"]
      )
      assert.match(rows[0]?.reason ?? "", /cannot be read|not as recorded/u)
      assert.notStrictEqual((yield* life.verify).verdict, "ok")
    })
  )
})

describe("a revoked consent", () => {
  it.effect("makes the capability inactive, and installing it again asks again", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      assert.strictEqual((yield* life.revoke).records.length, 1)
      const [row] = yield* life.rows
      assert.deepInclude(row, { status: "inactive" })
      assert.match(row?.reason ?? "", /revoked/u)
      assert.include(yield* refuse(life.disk, life.install({}, nobody)), { tag: "ConsentRequired", exit: 3 })
      yield* life.source(later)
      assert.match((yield* refuse(life.disk, life.update(nobody))).message, /revoked/u)
      yield* life.source(capability())
      assert.include(yield* life.install(), { status: "installed", generation: 1 })
      assert.strictEqual((yield* life.rows)[0]?.status, "active")
    })
  )
  it.effect("is asked for again by a rollback, and stands without a question otherwise", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      yield* life.source({ ...later, "hooks/a.sh": "#!/bin/sh\necho changed\n" })
      yield* life.update()
      assert.include(yield* life.rollback(), { status: "rolled-back", version: "1.0.0" })
      assert.include(yield* life.rollback(2), { status: "rolled-back", version: "1.1.0" })
      yield* life.revoke
      const refusal = yield* refuse(life.disk, life.rollback(1))
      assert.include(refusal, { tag: "ConsentRequired", exit: 3 })
      assert.match(refusal.message, /revoked/u)
      assert.include(yield* life.rollback(1, { yes: true }), { status: "rolled-back", version: "1.0.0" })
      assert.strictEqual((yield* life.rows)[0]?.status, "active")
      assert.include(yield* refuse(life.disk, life.rollback(2)), { tag: "ConsentRequired" })
    })
  )
  it.effect("goes with a removal, so that the next install asks", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      yield* life.remove
      assert.deepStrictEqual(yield* life.records, [])
      assert.include(yield* refuse(life.disk, life.install({}, nobody)), { tag: "ConsentRequired", exit: 3 })
    })
  )
})

describe("an older state", () => {
  it.effect("of a lower version is never activated silently", () =>
    Effect.gen(function* () {
      const life = lifeOf(later)
      yield* life.install()
      yield* life.source(capability())
      for (const attempt of [
        life.update({ yes: true }),
        life.install(),
        life.run(installDryRun(requestOf("/src/hk-cap")))
      ]) {
        const refusal = yield* refuse(life.disk, attempt)
        assert.include(refusal, { tag: "DowngradeRefused", exit: 4 })
        assert.include(refusal.message, "1.0.0")
      }
      assert.include(yield* refuse(life.disk, life.update(nobody, true)), { tag: "ConsentRequired" })
      const receipt = yield* life.update({ yes: true }, true)
      assert.include(receipt, {
        status: "downgraded",
        version: "1.0.0",
        previousVersion: "1.1.0",
        generation: 2
      })
    })
  )
  it.effect("of the same version is never activated silently, though its consent stands", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      yield* life.source(capability({}, { "hooks/a.sh": "#!/bin/sh\necho fixed\n" }))
      assert.include(yield* life.update(), { status: "upgraded", generation: 2 })
      yield* life.source(capability())
      const refusal = yield* refuse(life.disk, life.update({ yes: true }))
      assert.include(refusal, { tag: "DowngradeRefused", exit: 4 })
      assert.match(refusal.message, /older generation 1/u)
      assert.include(yield* life.update({ yes: true }, true), { status: "downgraded", generation: 3 })
    })
  )
  it.effect("is gone back to by a rollback, and forward again by an update that asks nobody", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      yield* life.source({ ...later, "hooks/a.sh": "#!/bin/sh\necho changed\n" })
      yield* life.update()
      yield* life.rollback()
      assert.include(yield* life.update(nobody), { status: "upgraded", version: "1.1.0", generation: 3 })
    })
  )
})

describe("a digest", () => {
  it.effect("grants exactly what plan showed", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      const { consentDigest: digest } = yield* life.run(plan(requestOf("/src/hk-cap")))
      yield* life.source(capability({}, { "hooks/a.sh": "#!/bin/sh\necho evil\n" }))
      const refusal = yield* refuse(life.disk, life.install({}, { yes: false, digest }))
      assert.include(refusal, { tag: "ConsentMismatch", exit: 3 })
      assert.match(refusal.message, /these members differ: contentHash$/u)
      yield* life.source(capability({ version: "1.0.1", mcpServers: { s: { command: "npx" } } }))
      const more = yield* refuse(life.disk, life.install({}, { yes: true, digest }))
      assert.match(more.message, /contentHash, powers\.mcpServers, version$/u)
      yield* life.source(capability())
      assert.include(yield* life.install({}, { yes: false, digest }), { status: "installed" })
      assert.strictEqual((yield* life.records)[0]?.how, "digest")
    })
  )
  it.effect("that was never shown here is said to be unknown", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      const refusal = yield* Effect.flip(
        life.install({}, { yes: true, digest: `sha512-${"A".repeat(86)}==` })
      )
      assert.strictEqual(refusal._tag, "ConsentMismatch")
      assert.match(refusal.message, /nothing is known/u)
    })
  )
})

describe("the policy", () => {
  const allow = (words: ReadonlyArray<string> | null) => JSON.stringify({ strictKnownRegistries: words })
  const policyPath = "/home/ada/.gsd/policy.json"
  it.effect("refuses sources that it does not name, before anything is staged, and makes them inactive", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      yield* life.source(later)
      for (const words of [[], ["npm"], ["example.org"]]) {
        yield* life.write(policyPath, allow(words))
        for (const attempt of [life.update(), life.install(), life.run(plan(requestOf("/src/hk-cap")))]) {
          const refusal = yield* refuse(life.disk, attempt)
          assert.include(refusal, { tag: "SourceNotAllowed", exit: 4 })
          assert.match(refusal.message, /strictKnownRegistries.*needs `local`/u)
        }
        const [row] = yield* life.rows
        assert.deepInclude(row, { status: "inactive" })
        assert.match(row?.reason ?? "", /strictKnownRegistries/u)
      }
      yield* life.write(policyPath, allow(["npm", "local"]))
      assert.include(yield* life.update(), { status: "upgraded" })
      yield* life.write(policyPath, allow([]))
      assert.include(yield* refuse(life.disk, life.rollback()), { tag: "SourceNotAllowed" })
      assert.include(yield* life.remove, { status: "removed" })
    })
  )
  it.effect("fails closed when it cannot be read, and lets things be removed", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      yield* life.write(policyPath, "{")
      for (const attempt of [life.update(), life.install(), life.rollback()]) {
        const refusal = yield* refuse(life.disk, attempt)
        if (refusal.tag === "GenerationNotKept") continue
        assert.include(refusal, { tag: "PolicyUnreadable", exit: 4 })
        assert.include(refusal.message, policyPath)
      }
      assert.deepInclude((yield* life.rows)[0], { status: "inactive" })
      assert.include(yield* life.remove, { status: "removed" })
    })
  )
  it.effect("of a project narrows the user's, and adds nothing to it", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      const project = "/workspace/p/.planning/config.json"
      const narrow = (words: ReadonlyArray<string> | null) =>
        life.write(project, JSON.stringify({ capabilities: { strict_known_registries: words } }))
      yield* narrow(["npm"])
      const inProject = runOn(life.disk, { workingDirectory: "/workspace/p" })
      const attempt = inProject(install(requestOf("/src/hk-cap")))
      assert.include(yield* refuse(life.disk, attempt), { tag: "SourceNotAllowed", exit: 4 })
      yield* narrow(["local"])
      assert.include(yield* attempt, { status: "installed" })
      yield* life.write(policyPath, allow([]))
      assert.include(yield* refuse(life.disk, attempt), { tag: "SourceNotAllowed", exit: 4 })
    })
  )
})

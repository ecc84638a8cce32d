import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FamilyFilesDisk from "../../../src/layers/family/FamilyFilesDisk.ts"
import { layerWith } from "../../../src/layers/home/EnvironmentFixed.ts"
import { familyDetect, type DetectRequested } from "../../../src/pipelines/familyDetect.ts"
import { familyValidate } from "../../../src/pipelines/familyValidate.ts"
import { acmeManifest, layMember, realManifest } from "../../support/familyMembers.ts"
import { layRealMember, realNames } from "../../support/familyReal.ts"

let home = ""

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "gsd-detect-"))
})

afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const skill = (name: string) => join(home, ".claude/skills", name)

const put = (path: string, text: string, mode = 0o644) => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
  chmodSync(join(home, path), mode)
}

const services = (variables: Readonly<Record<string, string>>) =>
  Layer.merge(
    FamilyFilesDisk.layer,
    layerWith({ home, workingDirectory: home, variables: { PATH: join(home, "bin"), ...variables } })
  )

const detect = (request: Partial<DetectRequested> = {}, variables: Readonly<Record<string, string>> = {}) =>
  Effect.provide(familyDetect({ members: [], ...request }), services(variables))

const layAll = () => {
  for (const name of realNames) layRealMember(skill(name), name)
}

describe("the five real manifests", () => {
  it.effect("validate with their file lists", () =>
    Effect.gen(function* () {
      layAll()
      const reports = yield* familyValidate(realNames.map(skill))
      assert.deepStrictEqual(
        reports.map(({ findings, name, result }) => [name, result, findings]),
        realNames.map((name) => [name, "valid", []])
      )
    }).pipe(Effect.provide(services({})))
  )

  it.effect("do not without one of their files", () =>
    Effect.gen(function* () {
      layAll()
      rmSync(join(skill("codex-cli-bridge"), "bin/codex-review.sh"))
      const [report] = yield* familyValidate([skill("codex-cli-bridge")])
      assert.strictEqual(report?.result, "invalid")
      assert.deepStrictEqual(
        report?.findings.map(({ pointer }) => pointer),
        ["/roles/review/source"]
      )
    }).pipe(Effect.provide(services({})))
  )
})

describe("familyDetect", () => {
  it.effect("tells of each place what it is, why, and how it was found", () =>
    Effect.gen(function* () {
      layRealMember(join(home, "opt/kit"), "agent-workflow-kit")
      layMember(skill("agent-workflow-memory"), { ...realManifest("agent-workflow-memory"), schema: 2 })
      layMember(skill("codex-cli-bridge"), { ...realManifest("codex-cli-bridge"), available: false })
      layMember(skill("antigravity-cli-bridge"), acmeManifest())
      layMember(join(home, "work/bad"), acmeManifest({ name: "bad", kind: "nothing" }))
      const { members, summary } = yield* detect(
        { members: ["work/bad"] },
        { AGENT_WORKFLOW_KIT_DIR: "~/opt/kit", AGENT_WORKFLOW_ENGINE_DIR: `/${"x".repeat(300)}/engine` }
      )
      assert.deepStrictEqual(
        members.map(({ foundBy, name, state, variable }) => [name, state, foundBy, variable]),
        [
          ["agent-workflow-kit", "installed", "env", "AGENT_WORKFLOW_KIT_DIR"],
          ["agent-workflow-memory", "unsupported", "default", "AGENT_WORKFLOW_MEMORY_DIR"],
          ["agent-workflow-engine", "uncheckable", "env", "AGENT_WORKFLOW_ENGINE_DIR"],
          ["codex-cli-bridge", "placeholder", "default", "CODEX_CLI_BRIDGE_DIR"],
          ["antigravity-cli-bridge", "other-tool", "default", "ANTIGRAVITY_CLI_BRIDGE_DIR"],
          ["bad", "invalid", "given", null]
        ]
      )
      assert.strictEqual(members[0]?.folder, join(home, "opt/kit"))
      assert.isTrue(members.every(({ why }) => why !== ""))
      assert.match(summary, /^6 places: 1 installed, .*; 1 version was compared, none of them behind$/u)
    })
  )

  it.effect("uses public words only", () =>
    Effect.gen(function* () {
      layMember(skill("agent-workflow-memory"), { ...realManifest("agent-workflow-memory"), schema: 2 })
      layMember(skill("codex-cli-bridge"), { ...realManifest("codex-cli-bridge"), available: false })
      layMember(skill("antigravity-cli-bridge"), acmeManifest())
      layMember(skill("agent-workflow-kit"), acmeManifest({ kind: "nothing" }))
      const json = JSON.stringify(yield* detect())
      for (const word of [
        "not-installed",
        "unsupported-schema",
        "invalid-manifest",
        "stub",
        "foreign",
        '"ok"'
      ])
        assert.notInclude(json, word)
    })
  )

  it.effect("compares versions with those of the product, or of a file", () =>
    Effect.gen(function* () {
      layRealMember(skill("codex-cli-bridge"), "codex-cli-bridge")
      layMember(skill("acme"), acmeManifest())
      put("latest.json", '{"codex-cli-bridge": "3.6.0", "acme-bridge": "1.2.3"}')
      const freshness = (request: Partial<DetectRequested>) =>
        Effect.map(detect(request), ({ members }) =>
          members
            .filter(({ state }) => state === "installed")
            .map((one) => [one.name, one.version, one.latest, one.freshness])
        )
      assert.deepStrictEqual(yield* freshness({}), [
        ["codex-cli-bridge", "3.5.0", "3.5.0", "current"],
        ["acme-bridge", "1.2.3", null, "unknown"]
      ])
      assert.deepStrictEqual(yield* freshness({ latest: "latest.json" }), [
        ["codex-cli-bridge", "3.5.0", "3.6.0", "behind"],
        ["acme-bridge", "1.2.3", "1.2.3", "current"]
      ])
    })
  )

  it.effect("refuses a file of versions that is none, and says when there is none", () =>
    Effect.gen(function* () {
      put("latest.json", "[]")
      const invalid = yield* Effect.flip(detect({ latest: "latest.json" }))
      assert.strictEqual(invalid._tag, "LatestInvalid")
      const missing = yield* Effect.flip(detect({ latest: "nowhere.json" }))
      assert.strictEqual(missing._tag, "LatestMissing")
    })
  )

  const codex = (variables: Readonly<Record<string, string>> = {}) =>
    Effect.map(detect({}, variables), ({ backends }) => backends[0])

  it.effect("goes from needs-skill to ready as things come, and runs nothing", () =>
    Effect.gen(function* () {
      const readiness = () => Effect.map(codex(), (backend) => backend?.readiness)
      const trap = `#!/bin/sh\ntouch ${join(home, "was-run")}\n`
      assert.strictEqual(yield* readiness(), "needs-skill")
      layRealMember(skill("codex-cli-bridge"), "codex-cli-bridge")
      assert.strictEqual(yield* readiness(), "needs-cli")
      put("bin/codex", trap)
      assert.strictEqual(yield* readiness(), "needs-cli")
      assert.strictEqual((yield* codex())?.cli?.presence, "unknown")
      put("bin/codex", trap, 0o755)
      assert.strictEqual(yield* readiness(), "needs-credentials")
      put(".codex/auth.json", "{}")
      assert.strictEqual(yield* readiness(), "degraded")
      put("bin/codex-exec", trap, 0o755)
      put("bin/codex-review", trap, 0o755)
      assert.strictEqual(yield* readiness(), "ready")
      assert.throws(() => rmSync(join(home, "was-run")))
    })
  )

  it.effect(
    "looks for credentials where the variable says, and knows not of a folder that it cannot look into",
    () =>
      Effect.gen(function* () {
        put("state/auth.json", "{}")
        const there = yield* codex({ CODEX_HOME: join(home, "state") })
        assert.deepStrictEqual(there?.credentials, {
          file: join(home, "state/auth.json"),
          presence: "present"
        })
        const lost = yield* codex({ CODEX_HOME: `/${"x".repeat(300)}`, PATH: `/${"x".repeat(300)}` })
        assert.deepStrictEqual([lost?.credentials?.presence, lost?.cli?.presence], ["unknown", "unknown"])
      })
  )

  it.effect("does not take a folder for a program, nor an empty part of PATH for the working directory", () =>
    Effect.gen(function* () {
      mkdirSync(join(home, "bin/codex"), { recursive: true })
      put("agy", "#!/bin/sh\n", 0o755)
      const { backends } = yield* detect({}, { PATH: `:.:${join(home, "bin")}` })
      assert.deepStrictEqual(
        backends.map(({ cli }) => cli),
        [
          { command: "codex", presence: "absent" },
          { command: "agy", presence: "absent" }
        ]
      )
    })
  )

  it.effect("tells of a backend of a third party only what it can know", () =>
    Effect.gen(function* () {
      layMember(skill("acme"), acmeManifest())
      put("bin/acme-review", "#!/bin/sh\n", 0o755)
      const { backends } = yield* detect()
      assert.deepStrictEqual(backends[2], {
        name: "acme-bridge",
        readiness: "unknown",
        cli: null,
        credentials: null,
        wrappers: [{ command: "acme-review", presence: "present" }]
      })
    })
  )

  it.effect("reads the stamps of a project", () =>
    Effect.gen(function* () {
      layMember(skill("acme"), acmeManifest({ detect: { deployed: { file: ".acme-version" } } }))
      put("shop/docs/ai/.workflow-version", " 7.0.0\n")
      put("shop/docs/ai/.memory-version", "\n")
      put("shop/.acme-version", "1.0.0")
      mkdirSync(join(home, "bare"))
      const { project } = yield* detect({ cwd: "shop" })
      assert.deepStrictEqual(project, {
        directory: join(home, "shop"),
        deployed: true,
        stamps: [
          { name: "acme-bridge", file: ".acme-version", version: "1.0.0" },
          { name: "agent-workflow-kit", file: "docs/ai/.workflow-version", version: "7.0.0" },
          { name: "agent-workflow-memory", file: "docs/ai/.memory-version", version: null }
        ]
      })
      assert.isFalse((yield* detect({ cwd: "bare" })).project.deployed)
      mkdirSync(join(home, "bare/docs/ai"), { recursive: true })
      assert.isTrue((yield* detect({ cwd: "bare" })).project.deployed)
    })
  )
})

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { familySources } from "../../../src/domain/family/sources.ts"
import * as FamilyFilesDisk from "../../../src/layers/family/FamilyFilesDisk.ts"
import { layerWith } from "../../../src/layers/home/EnvironmentFixed.ts"
import { membersHere } from "../../../src/pipelines/family/members.ts"
import { acmeManifest, layMember, realManifest } from "../../support/familyMembers.ts"

let home = ""

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "gsd-members-"))
})

afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const here = (given: ReadonlyArray<string> = [], variables: Readonly<Record<string, string>> = {}) =>
  membersHere(given).pipe(
    Effect.provide(Layer.merge(FamilyFilesDisk.layer, layerWith({ home, workingDirectory: home, variables })))
  )

const skill = (name: string) => join(home, ".claude/skills", name)

describe("membersHere", () => {
  it.effect("finds nobody where nothing is installed, and says where it looked", () =>
    Effect.gen(function* () {
      const { members, others, places, warnings } = yield* here()
      assert.deepStrictEqual([members, others, warnings], [[], [], []])
      assert.deepStrictEqual(
        places.map(({ folder, judged }) => [folder, judged]),
        [
          [skill("agent-workflow-kit"), undefined],
          [skill("agent-workflow-memory"), undefined],
          [skill("agent-workflow-engine"), undefined],
          [skill("codex-cli-bridge"), undefined],
          [skill("antigravity-cli-bridge"), undefined]
        ]
      )
    })
  )

  it.effect("takes a known member at its place as installed, and one beside it as of a third party", () =>
    Effect.gen(function* () {
      layMember(skill("codex-cli-bridge"), realManifest("codex-cli-bridge"))
      layMember(skill("acme"), acmeManifest())
      mkdirSync(skill("notes"))
      mkdirSync(skill("other"))
      writeFileSync(join(skill("other"), "capability.json"), '{"id": "other"}')
      const { members, others } = yield* here()
      assert.deepStrictEqual(
        members.map(({ folder, member, trust }) => [folder, member.name, trust]),
        [
          [skill("codex-cli-bridge"), "codex-cli-bridge", "installed"],
          [skill("acme"), "acme-bridge", "third-party"]
        ]
      )
      assert.deepStrictEqual(
        others.map(({ folder, given }) => [folder, given]),
        [[skill("acme"), false]]
      )
    })
  )

  it.effect("looks where a variable says, also beside it, and where it is told", () =>
    Effect.gen(function* () {
      layMember(join(home, "opt/codex"), realManifest("codex-cli-bridge"))
      layMember(join(home, "opt/zeta"), acmeManifest({ name: "zeta" }))
      layMember(join(home, "work/acme"), acmeManifest())
      const { members } = yield* here(["work/acme/."], { CODEX_CLI_BRIDGE_DIR: "~/opt/codex/" })
      assert.deepStrictEqual(
        members.map(({ folder, member, trust }) => [folder, member.name, trust]),
        [
          [join(home, "opt/codex"), "codex-cli-bridge", "installed"],
          [join(home, "work/acme"), "acme-bridge", "third-party"],
          [join(home, "opt/zeta"), "zeta", "third-party"]
        ]
      )
    })
  )

  it.effect("lets the known place win over another folder of the same name, and says so", () =>
    Effect.gen(function* () {
      layMember(skill("codex-cli-bridge"), realManifest("codex-cli-bridge"))
      symlinkSync(skill("codex-cli-bridge"), skill("a-link"))
      const { members, warnings } = yield* here()
      assert.deepStrictEqual(
        members.map(({ folder }) => folder),
        [skill("codex-cli-bridge")]
      )
      assert.deepStrictEqual(warnings, [
        `\`codex-cli-bridge\` lies in \`${skill("codex-cli-bridge")}\` and in \`${skill("a-link")}\`; the first counts`
      ])
    })
  )

  it.effect("does not take an invalid member, nor another tool at a known place for that one", () =>
    Effect.gen(function* () {
      layMember(skill("codex-cli-bridge"), acmeManifest())
      layMember(skill("bad"), acmeManifest({ name: "bad", kind: "nothing" }))
      const { members, others } = yield* here()
      assert.deepStrictEqual(
        members.map(({ member, trust }) => [member.name, trust]),
        [["acme-bridge", "third-party"]]
      )
      assert.deepStrictEqual(
        others.map(({ folder, judged }) => [folder, judged.report.result]),
        [[skill("bad"), "invalid"]]
      )
    })
  )

  it.effect("tells a folder that cannot be listed, and goes on", () =>
    Effect.gen(function* () {
      const parent = `/${"x".repeat(300)}`
      layMember(skill("acme"), acmeManifest())
      const { members, places, warnings } = yield* here([], { CODEX_CLI_BRIDGE_DIR: `${parent}/codex` })
      assert.deepStrictEqual(
        members.map(({ trust }) => trust),
        ["third-party"]
      )
      assert.deepStrictEqual(warnings, [`\`${parent}\` cannot be looked at: the system says ENAMETOOLONG`])
      assert.strictEqual(places[3]?.judged?.report.findings[0]?.code, "files.unreadable")
    })
  )
})

describe("familySources", () => {
  it.effect("puts an installed member in the place of the bundled facts, and others behind them all", () =>
    Effect.gen(function* () {
      layMember(skill("codex-cli-bridge"), realManifest("codex-cli-bridge"))
      layMember(skill("fork"), { ...realManifest("antigravity-cli-bridge"), version: "9.0.0" })
      layMember(skill("stub"), acmeManifest({ name: "stub", available: false }))
      const { members } = yield* here()
      assert.deepStrictEqual(
        familySources(members).map(({ folder, name, trust }) => [name, trust, folder]),
        [
          ["agent-workflow-kit", "bundled", undefined],
          ["agent-workflow-memory", "bundled", undefined],
          ["agent-workflow-engine", "bundled", undefined],
          ["codex-cli-bridge", "installed", skill("codex-cli-bridge")],
          ["antigravity-cli-bridge", "bundled", undefined],
          ["antigravity-cli-bridge", "third-party", skill("fork")]
        ]
      )
    })
  )
})

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { disable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { runtimeHome } from "../../src/pipelines/runtimeHome.ts"
import { runtimeList } from "../../src/pipelines/runtimeList.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { runtimeBelow } from "../support/runtimes.ts"

const root = "/workspace/shop"
const project = projectScope(root)

const world = () =>
  MemoryDisk.make({
    directories: ["/home/ada/.claude", `${root}/.planning`],
    files: {
      ...runtimeBelow("/src/acme", "acme"),
      ...runtimeBelow("/src/bolt", "bolt"),
      ...runtimeBelow("/src/evil", "evil", { configHome: { kind: "dot-home", name: "../root", env: [] } })
    }
  })

const inProject = (disk: MemoryDisk.MemoryDisk, variables: Readonly<Record<string, string>> = {}) =>
  runOn(disk, { workingDirectory: root, variables })

const homeOf = (id: string, more: { readonly skills?: boolean; readonly inProject?: boolean } = {}) =>
  runtimeHome({
    id,
    scope: more.inProject === true ? project : globalScope,
    skills: more.skills === true
  })

describe("runtimes", () => {
  it.effect("are listed with their homes, ascending, whether or not these are there", () =>
    Effect.gen(function* () {
      const rows = yield* runOn(world())(runtimeList(globalScope))
      assert.strictEqual(rows.length, 19)
      assert.deepStrictEqual(
        rows.map(({ id }) => id),
        rows.map(({ id }) => id).toSorted()
      )
      assert.deepStrictEqual(
        rows.find(({ id }) => id === "claude"),
        {
          id: "claude",
          title: "Claude Code",
          supportTier: 1,
          home: "/home/ada/.claude",
          exists: true,
          reason: "taken when nothing else is",
          others: [],
          configFormat: "settings-json",
          hooksSurface: "settings-json",
          origin: "first-party"
        }
      )
      assert.deepInclude(
        rows.find(({ id }) => id === "vscode"),
        { home: null, exists: null }
      )
      assert.deepInclude(
        rows.find(({ id }) => id === "trae"),
        { exists: false }
      )
    })
  )

  it.effect("that somebody else made count from their install on, those of a project in it alone", () => {
    const disk = world()
    return Effect.gen(function* () {
      yield* runOn(disk)(install(requestOf("/src/acme")))
      yield* inProject(disk)(install(requestOf("/src/bolt", { scope: project })))
      const ids = Effect.map(runtimeList(globalScope), (rows) =>
        rows
          .filter(({ origin }) => origin !== "first-party")
          .map(({ home, id, origin }) => [id, origin, home])
      )
      const acme = ["acme", "global", "/home/ada/.acme"]
      assert.deepStrictEqual(yield* runOn(disk)(ids), [acme])
      assert.deepStrictEqual(yield* inProject(disk)(ids), [acme, ["bolt", "project", "/home/ada/.bolt"]])
      const run = inProject(disk, { ACME_HOME: "/srv/acme" })
      assert.strictEqual((yield* run(homeOf("acme"))).path, "/srv/acme")
      assert.strictEqual((yield* run(homeOf("acme", { skills: true }))).path, "/srv/acme/skills")
      assert.strictEqual((yield* run(homeOf("acme", { inProject: true }))).path, `${root}/.acme`)
      const none = yield* Effect.flip(run(homeOf("acme", { inProject: true, skills: true })))
      assert.deepInclude(none, { _tag: "RuntimeHomeless", wanted: "skills", scope: "project" })
    })
  })

  it.effect("whose home is refused are listed with the reason, and fail by themselves alone", () => {
    const disk = world()
    return Effect.gen(function* () {
      yield* runOn(disk)(install(requestOf("/src/evil")))
      const run = runOn(disk, { variables: { CODEX_HOME: "../x" } })
      const rows = yield* run(runtimeList(globalScope))
      assert.deepStrictEqual(
        rows.filter(({ home, id }) => home === null && id !== "vscode").map(({ id, reason }) => [id, reason]),
        [
          ["codex", "`CODEX_HOME` does not say where `codex` lives: it is no absolute path"],
          ["evil", "`configHome.name` does not say where `evil` lives: it has a `..` segment"]
        ]
      )
      const evil = yield* Effect.flip(run(homeOf("evil")))
      assert.deepInclude(evil, { _tag: "RuntimeHomeRefused", subject: "field", name: "configHome.name" })
      const codex = yield* Effect.flip(run(homeOf("codex")))
      assert.deepInclude(codex, { _tag: "RuntimeHomeRefused", subject: "variable", name: "CODEX_HOME" })
      assert.strictEqual((yield* run(homeOf("codex", { skills: true }))).path, "/home/ada/.agents/skills")
    })
  })

  it.effect("that are not known are told with what was probably meant", () => {
    const disk = world()
    return Effect.gen(function* () {
      const run = runOn(disk)
      const failure = (word: string) => Effect.flip(run(homeOf(word)))
      assert.deepInclude(yield* failure("claud"), { _tag: "RuntimeUnknown", suggestions: ["claude"] })
      assert.deepInclude(yield* failure("claude-code"), { suggestions: ["claude"] })
      assert.deepInclude(yield* failure("kimi-c"), { suggestions: ["kimi", "kimi-code"] })
      assert.deepInclude(yield* failure(""), { suggestions: [] })
      assert.deepInclude(yield* failure("__proto__"), { _tag: "RuntimeUnknown", suggestions: [] })
      assert.include((yield* failure("ui")).message, "the capability of this id is a feature")
      yield* run(disable({ id: "trae", scope: globalScope, wait: requestOf("").wait }))
      assert.match((yield* failure("trae")).message, /is not acted on, it is disabled$/u)
      const none = yield* Effect.flip(run(homeOf("vscode")))
      assert.deepInclude(none, { _tag: "RuntimeHomeless", scope: "global", wanted: "home" })
    })
  })
})

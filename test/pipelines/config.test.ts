import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import { configExplain } from "../../src/pipelines/config/explain.ts"
import { capabilitySet } from "../../src/pipelines/config/gates.ts"
import { configGet, configValues } from "../../src/pipelines/config/get.ts"
import { configSet, configUnset } from "../../src/pipelines/config/set.ts"
import { disable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { loopContext } from "../../src/pipelines/loop/context.ts"
import { remove } from "../../src/pipelines/remove.ts"
import type { ConfigTarget } from "../../src/services/Config.ts"
import { makeMemoryDisk, type MemoryDisk } from "../../src/testing.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"

const root = "/workspace/p"
const planning = `${root}/.planning`
const projectFile = `${planning}/config.json`
const userFile = "/home/ada/.gsd/config.json"
const wait = Duration.seconds(1)

const manifest = {
  config: {
    "board.on": { type: "boolean", default: true, description: "Whether the board is kept" },
    "board.mode": { type: "enum", values: ["wide", "narrow"], default: "wide", description: "How it looks" }
  },
  contributions: [
    {
      point: "plan:pre",
      into: "planner",
      produces: [],
      consumes: [],
      fragment: { inline: "Keep the board" },
      when: "board.on",
      configValues: { mode: "board.mode" }
    }
  ]
}

const diskWith = (files: Readonly<Record<string, string>> = {}): MemoryDisk =>
  makeMemoryDisk({
    files: { [`${root}/.git/HEAD`]: "x", ...below("/src/hk-cap", capability(manifest)), ...files }
  })

const here = (disk: MemoryDisk, variables: Readonly<Record<string, string>> = {}) =>
  runOn(disk, { workingDirectory: root, variables })

const textAt = (disk: MemoryDisk, path: string): string | undefined => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? new TextDecoder().decode(entry.bytes) : undefined
}

const usual = { target: undefined, wait }
const into = (target: ConfigTarget) => ({ target, wait })

const installed = Effect.fnUntraced(function* (files: Readonly<Record<string, string>> = {}) {
  const disk = diskWith(files)
  yield* here(disk)(install(requestOf("/src/hk-cap")))
  return { disk, run: here(disk) }
})

describe("configGet", () => {
  it.effect("prints what is in force: default, user, project, workstream, flag", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* installed()
      const inForce = (set: ReadonlyArray<string> = [], workstream?: string) => {
        const wanted = workstream === undefined ? { set } : { set, workstream }
        return Effect.map(run(configGet(wanted, "board.mode")), ({ file, origin, value }) => [
          value,
          origin,
          file
        ])
      }
      assert.deepStrictEqual(yield* inForce(), ["wide", "default", ""])
      yield* run(configSet("board.mode", "narrow", into({ origin: "user" })))
      assert.deepStrictEqual(yield* inForce(), ["narrow", "user", userFile])
      yield* run(configSet("board.mode", "wide", usual))
      assert.deepStrictEqual(yield* inForce(), ["wide", "project", projectFile])
      yield* run(configSet("board.mode", "narrow", into({ origin: "workstream", name: "pay" })))
      const pay = `${planning}/workstreams/pay/config.json`
      assert.deepStrictEqual(yield* inForce([], "pay"), ["narrow", "workstream", pay])
      assert.deepStrictEqual(yield* inForce(["board.mode=wide"], "pay"), ["wide", "flag", ""])
      assert.deepStrictEqual(yield* inForce(), ["wide", "project", projectFile])
      const told = yield* here(disk, { GSD_WORKSTREAM: "pay" })(configGet({}, "board.mode"))
      assert.include(told, { value: "narrow", origin: "workstream" })
    })
  )

  it.effect("knows the keys of what is loaded alone, and names what was probably meant", () =>
    Effect.gen(function* () {
      const disk = diskWith()
      const run = here(disk)
      assert.strictEqual((yield* Effect.flip(run(configGet({}, "board.mode"))))._tag, "ConfigKeyUnknown")
      yield* run(install(requestOf("/src/hk-cap")))
      const error = yield* Effect.flip(run(configGet({}, "board.mod")))
      assert(error._tag === "ConfigKeyUnknown")
      assert.deepStrictEqual(error.similar, ["board.mode"])
      assert.strictEqual((yield* Effect.flip(run(configGet({}, "a.__proto__"))))._tag, "ConfigKeyRefused")
      const values = yield* run(configValues({}))
      const keys = values.map(({ key }) => key)
      assert.includeMembers(keys, ["board.mode", "board.on", "review.quorum", "workflow.ui_review"])
      assert.deepStrictEqual(keys, keys.toSorted())
      yield* run(disable({ id: "hk-cap", scope: globalScope, wait }))
      assert.strictEqual((yield* Effect.flip(run(configGet({}, "board.mode"))))._tag, "ConfigKeyUnknown")
    })
  )
})

describe("configExplain", () => {
  it.effect("says where each place sets it, why others do not count, and what reads it", () =>
    Effect.gen(function* () {
      const { run } = yield* installed({
        [userFile]: '{\n  "board": {\n    "mode": "narrow"\n  }\n}\n',
        [projectFile]: '{ // ours\n  "board.mode": "WIDE"\n}\n'
      })
      const explained = yield* run(configExplain({}, "board.mode"))
      assert.deepStrictEqual(explained, {
        key: "board.mode",
        value: "narrow",
        origin: "user",
        file: userFile,
        owner: "hk-cap",
        type: "enum",
        allowed: ["wide", "narrow"],
        default: "wide",
        description: "How it looks",
        settings: [
          {
            origin: "project",
            file: projectFile,
            line: 2,
            value: "WIDE",
            inForce: false,
            problem: '`"WIDE"` is none of `wide`, `narrow`'
          },
          { origin: "user", file: userFile, line: 3, value: "narrow", inForce: true },
          {
            origin: "default",
            file: "",
            value: "wide",
            inForce: false,
            problem: "the user's value counts first"
          }
        ],
        readBy: [{ capId: "hk-cap", hook: "hk-cap/contribution/0", point: "plan:pre", uses: "configValues" }]
      })
      const on = yield* run(configExplain({}, "board.on"))
      assert.deepStrictEqual(
        on.readBy.map(({ uses }) => uses),
        ["when"]
      )
    })
  )

  it.effect("names the lane that reads a key", () =>
    Effect.gen(function* () {
      const explained = yield* here(diskWith())(configExplain({}, "review.timeouts.codex"))
      assert.deepStrictEqual(explained.readBy, [{ capId: "codex", uses: "timeoutConfigKey" }])
    })
  )
})

describe("configSet", () => {
  it.effect("writes the project's file where there is a project, else the user's", () =>
    Effect.gen(function* () {
      const disk = makeMemoryDisk({ directories: ["/elsewhere"] })
      const run = runOn(disk, { workingDirectory: "/elsewhere" })
      const changed = yield* run(configSet("workflow.ui_review", "false", usual))
      assert.include(changed, { origin: "user", file: userFile, changed: true })
      assert.deepInclude(changed.now, { value: false, origin: "user" })
      const error = yield* Effect.flip(
        run(configSet("workflow.ui_review", "false", into({ origin: "project" })))
      )
      assert.strictEqual(error._tag, "NoProject")
    })
  )

  it.effect("says what is in force all the same", () =>
    Effect.gen(function* () {
      const run = here(diskWith({ [projectFile]: '{"workflow.ui_review":false}' }))
      const changed = yield* run(configSet("workflow.ui_review", "true", into({ origin: "user" })))
      assert.deepInclude(changed.now, { value: false, origin: "project" })
    })
  )

  it.effect.each([
    ["review.timeouts.codex", '"15"'],
    ["review.timeouts.codex", "0"],
    ["review.timeouts.codex", "-1"],
    ["review.timeouts.codex", "1e12"],
    ["review.idle_timeout", "0"],
    ["review.quorum", "0"],
    ["review.concurrency", "1.5"],
    ["review.max_prompt_tokens", "-2"],
    ["review.models.codex", "--danger"],
    ["review.ollama_host", "file:///etc/passwd"],
    ["review.effort.codex", "very"],
    ["review.env", "none"],
    ["workflow.ui_review", "False"],
    ["capabilities.strict_known_registries", "npm"],
    ["capabilities.strict_known_registries", '[""]'],
    ["capabilities.auto_update", "yes"]
  ] as const)("refuses %s = %s, which its reader would not use, and writes nothing", ([key, value]) =>
    Effect.gen(function* () {
      const disk = diskWith({ [projectFile]: "{}" })
      const error = yield* Effect.flip(here(disk)(configSet(key, value, usual)))
      assert.strictEqual(error._tag, "ConfigValueRefused")
      assert.include(error.message, key)
      assert.strictEqual(textAt(disk, projectFile), "{}")
    })
  )

  it.effect.each([
    ["review.timeouts.codex", "900", 900],
    ["review.timeouts.codex", "15", 15],
    ["review.ollama_host", "http://localhost:11434/v1", "http://localhost:11434/v1"],
    ["review.ollama_host", "", ""],
    ["review.effort.codex", "inherit", "inherit"],
    ["capabilities.strict_known_registries", '["npm"]', ["npm"]],
    ["git.base_branch", "main", "main"],
    ["review.default_reviewers", '["codex","claude"]', ["codex", "claude"]]
  ] as const)("takes %s = %s", ([key, value, expected]) =>
    Effect.gen(function* () {
      const disk = diskWith()
      const { now } = yield* here(disk)(configSet(key, value, usual))
      assert.deepStrictEqual(now.value, expected)
    })
  )

  it.effect("leaves a file that is no policy as it is", () =>
    Effect.gen(function* () {
      const disk = diskWith({ [projectFile]: '{"capabilities":null}' })
      const error = yield* Effect.flip(here(disk)(configSet("workflow.ui_review", "true", usual)))
      assert.strictEqual(error._tag, "PolicyUnreadable")
      assert.strictEqual(textAt(disk, projectFile), '{"capabilities":null}')
    })
  )

  it.effect("fails on a file that cannot be read, by its name, and leaves it", () =>
    Effect.gen(function* () {
      for (const path of [projectFile, userFile]) {
        const disk = diskWith({ [path]: "{ broken" })
        const run = here(disk)
        const failures = [
          yield* Effect.flip(run(configSet("workflow.ui_review", "true", into({ origin: "user" })))),
          yield* Effect.flip(run(configUnset("workflow.ui_review", usual))),
          yield* Effect.flip(run(configGet({}, "workflow.ui_review"))),
          yield* Effect.flip(run(loopContext({})))
        ]
        for (const error of failures) assert.include(error, { _tag: "PolicyUnreadable", path })
        assert.strictEqual(textAt(disk, path), "{ broken")
      }
    })
  )
})

describe("configUnset", () => {
  it.effect("takes a key out, also of a capability that is gone", () =>
    Effect.gen(function* () {
      const before = '{\n  // ours\n  "git": { "base_branch": "main" }\n}\n'
      const { disk, run } = yield* installed({ [projectFile]: before })
      yield* run(configSet("board.mode", "narrow", usual))
      assert.notStrictEqual(textAt(disk, projectFile), before)
      yield* run(remove({ id: "hk-cap", scope: globalScope, wait }))
      const changed = yield* run(configUnset("board.mode", usual))
      assert.include(changed, { changed: true })
      assert.strictEqual(textAt(disk, projectFile), before)
      assert.strictEqual((yield* Effect.flip(run(configUnset("board.mode", usual))))._tag, "ConfigKeyUnknown")
      assert.include(yield* run(configUnset("workflow.ui_review", usual)), { changed: false })
    })
  )
})

describe("capabilitySet", () => {
  const asked = (gates: ReadonlyArray<string>, enabled?: boolean) =>
    capabilitySet({ id: "hk-cap", scope: globalScope, gates, enabled, ...usual })

  it.effect("writes all of its keys or none", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* installed()
      const bad = ["board.mode=tall", "workflow.ui_review=false", "board", "board.on=false"]
      const tags = ["ConfigValueRefused", "ConfigKeyForeign", "ConfigFlagMalformed", "ConfigFlagMalformed"]
      for (const [index, gate] of bad.entries()) {
        const error = yield* Effect.flip(run(asked(["board.on=true", gate])))
        assert.strictEqual(error._tag, tags[index])
        assert.strictEqual(textAt(disk, projectFile), undefined)
      }
      const set = yield* run(asked(["board.on=false", "board.mode=narrow"]))
      assert.deepInclude(set.gates, { keys: ["board.on", "board.mode"], file: projectFile, changed: true })
      assert.deepStrictEqual(JSON.parse(textAt(disk, projectFile) ?? ""), {
        board: { on: false, mode: "narrow" }
      })
    })
  )

  it.effect("switches it too, after its keys; and sets keys of one that is off", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* installed()
      const refused = yield* Effect.flip(run(asked(["board.mode=tall"], false)))
      assert.strictEqual(refused._tag, "ConfigValueRefused")
      const off = yield* run(asked(["board.mode=narrow"], false))
      assert.include(off.switched, { status: "disabled" })
      assert.strictEqual((yield* run(asked(["board.on=false"], true))).switched?.status, "enabled")
      assert.deepStrictEqual(JSON.parse(textAt(disk, projectFile) ?? ""), {
        board: { mode: "narrow", on: false }
      })
    })
  )

  it.effect("fails for what is not installed", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(here(diskWith())(asked(["board.on=false"])))
      assert.strictEqual(error._tag, "NotInstalled")
    })
  )
})

import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { DiskFailure } from "../../../src/domain/disk/errors.ts"
import { globalScope } from "../../../src/domain/paths.ts"
import { projectScope } from "../../../src/domain/project/places.ts"
import { install } from "../../../src/pipelines/install.ts"
import { remove } from "../../../src/pipelines/remove.ts"
import { runtimeApply } from "../../../src/pipelines/runtimeApply.ts"
import { runtimeRemove } from "../../../src/pipelines/runtimeRemove.ts"
import { trustRevoke } from "../../../src/pipelines/trust.ts"
import { update } from "../../../src/pipelines/update.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { below, capability } from "../../support/capabilities.ts"
import { requestOf, runOn } from "../../support/engine.ts"
import { differing, hostFiles, hostsOf, type Hosts } from "../../support/hosts.ts"
import { runtimeBelow } from "../../support/runtimes.ts"

const four = ["claude", "codex", "opencode", "cursor"]
const wait = Duration.seconds(30)
const settings = "/home/ada/.claude/settings.json"

/** A capability with one skill and nothing that runs. */
const plain = (id: string, requires: ReadonlyArray<string> = []) =>
  below(
    `/src/${id}`,
    capability(
      { id, requires, skills: [`${id}-s`], hooks: [] },
      { [`skills/${id}-s/SKILL.md`]: `---\nname: ${id}-s\ndescription: Helps\n---\nHelp.\n` }
    )
  )

const files = { ...hostFiles, ...plain("other"), ...plain("top", ["hk-cap"]) }

const started = Effect.fnUntraced(function* () {
  const hosts = hostsOf(files)
  const before = hosts.outside()
  yield* hosts.install()
  const alone = hosts.outside()
  yield* hosts.apply(...four)
  assert.notDeepEqual(hosts.outside(), alone)
  return { hosts, before, applied: hosts.outside() }
})

const pathsOf = (hosts: Hosts, word: string): ReadonlyArray<string> =>
  Object.keys(hosts.outside()).filter((path) => path.includes(word))

describe("what hosts were given", () => {
  it.effect("goes with the consent, and comes back with it", () =>
    Effect.gen(function* () {
      const { applied, before, hosts } = yield* started()
      assert.deepStrictEqual((yield* hosts.revoke).warnings, [])
      assert.deepStrictEqual(hosts.outside(), before)
      assert.deepStrictEqual(yield* differing(hosts), [])
      yield* hosts.install()
      assert.deepStrictEqual(hosts.outside(), applied)
    })
  )

  it.effect("goes at the next command when the bundle is not what was consented to any more", () =>
    Effect.gen(function* () {
      const { applied, before, hosts } = yield* started()
      const [stored = ""] = [...hosts.disk.snapshot().keys()].filter((path) =>
        path.endsWith("/bundle/skills/hk-s/SKILL.md")
      )
      yield* hosts.unlink(stored)
      yield* hosts.write(stored, "Do what I say.\n")
      assert.isTrue((yield* differing(hosts)).every((row) => row.includes(": surplus ")))
      const { warnings } = yield* hosts.install("/src/other")
      assert.deepStrictEqual(warnings, [
        "`hk-cap` is not acted on: what hosts were given of it is taken out of them"
      ])
      assert.deepStrictEqual(pathsOf(hosts, "hk-"), [])
      yield* hosts.remove("other")
      assert.deepStrictEqual(hosts.outside(), before)
      yield* hosts.install("/src/hk-cap", { replace: true })
      assert.deepStrictEqual(hosts.outside(), applied)
    })
  )

  it.effect("goes and comes with what it requires, and in one go with --cascade", () =>
    Effect.gen(function* () {
      const { before, hosts } = yield* started()
      yield* hosts.install("/src/top")
      const both = hosts.outside()
      assert.include(
        (yield* hosts.disable()).warnings.join("\n"),
        "`top` is not acted on: what hosts were given"
      )
      assert.deepStrictEqual(hosts.outside(), before)
      yield* hosts.enable()
      assert.deepStrictEqual(hosts.outside(), both)
      const receipt = yield* hosts.remove("hk-cap", true)
      assert.deepStrictEqual(receipt.warnings, [])
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )

  it.effect("of gsd's own goes and comes with its switch", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(hostFiles, { withBuiltIn: true })
      const before = hosts.outside()
      yield* hosts.apply("claude")
      const all = hosts.outside()
      assert.isNotEmpty(pathsOf(hosts, "gsd-ui-"))
      yield* hosts.disable("ui")
      assert.deepStrictEqual(pathsOf(hosts, "gsd-ui-"), [])
      assert.deepStrictEqual(yield* differing(hosts), [])
      yield* hosts.enable("ui")
      assert.deepStrictEqual(hosts.outside(), all)
      yield* hosts.withdraw("claude")
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )
})

/** A disk on which what a stored skill holds cannot be read; the rest can. */
const failing = Layer.effect(
  Durable,
  Effect.map(Durable, (real) =>
    Durable.of({
      ...real,
      read: (path, options) =>
        path.includes("/skills/hk-t/")
          ? Effect.fail(new DiskFailure({ operation: "read", path, reason: "io", code: "EIO" }))
          : real.read(path, options)
    })
  )
)

describe("a disk that fails", () => {
  it.effect("takes nothing out of hosts: what nobody can tell of stays, and is told", () =>
    Effect.gen(function* () {
      const { before, hosts } = yield* started()
      const failingRun = runOn(hosts.disk, { around: failing })
      const stored = Object.entries(hosts.outside()).filter(([path]) => path.includes("hk-"))
      const { warnings } = yield* failingRun(install(requestOf("/src/other")))
      assert.match(warnings.join("\n"), /what hosts were given of `hk-cap` stays as it is: /u)
      assert.deepStrictEqual(
        Object.entries(hosts.outside()).filter(([path]) => path.includes("hk-")),
        stored
      )
      assert.isNotEmpty(pathsOf(hosts, "other-s"))
      const on = { scope: globalScope, wait }
      const refused = yield* Effect.flip(failingRun(runtimeApply({ ids: four, ...on })))
      assert.strictEqual(refused._tag, "CapabilityFileUnreadable")
      assert.deepStrictEqual(yield* differing(hosts), [])
      yield* failingRun(remove({ id: "hk-cap", ...on }))
      yield* hosts.remove("other")
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )

  it.effect("is no other trouble than a policy that cannot be read", () =>
    Effect.gen(function* () {
      const { hosts } = yield* started()
      yield* hosts.install("/src/other")
      const given = Object.entries(hosts.outside()).filter(([path]) => path.includes("hk-"))
      yield* hosts.write("/home/ada/.gsd/policy.json", "{")
      assert.match((yield* hosts.remove("other")).warnings.join("\n"), /`hk-cap` stays as it is: The policy/u)
      assert.deepStrictEqual(
        Object.entries(hosts.outside()).filter(([path]) => path.includes("hk-")),
        given
      )
      assert.deepStrictEqual(pathsOf(hosts, "other-s"), [])
      assert.strictEqual((yield* Effect.flip(hosts.apply("claude")))._tag, "PolicyUnreadable")
    })
  )

  it.effect("does not keep what was revoked, or a runtime from being cleaned", () =>
    Effect.gen(function* () {
      const { before, hosts } = yield* started()
      const failingRun = runOn(hosts.disk, { around: failing })
      yield* failingRun(runtimeRemove({ ids: ["claude"], scope: globalScope, wait }))
      assert.deepStrictEqual(pathsOf(hosts, "/.claude/skills/gsd-hk-s"), [])
      yield* failingRun(trustRevoke({ id: "hk-cap", scope: globalScope, wait }))
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )
})

describe("a runtime that a capability describes", () => {
  it.effect.each(["disable", "remove"] as const)("is cleaned when that capability goes: %s", (way) =>
    Effect.gen(function* () {
      const hosts = hostsOf({ ...files, ...runtimeBelow("/src/acme", "acme") })
      const before = hosts.outside()
      yield* hosts.install()
      yield* hosts.install("/src/acme")
      yield* hosts.apply("acme", "claude")
      assert.isNotEmpty(pathsOf(hosts, "/.acme/"))
      const { warnings } = yield* hosts[way]("acme")
      assert.deepStrictEqual(warnings, [
        "no capability stands for the runtime `acme` any more: what it was given is taken out of it"
      ])
      assert.deepStrictEqual(pathsOf(hosts, "/.acme"), [])
      assert.deepStrictEqual(
        (yield* hosts.status()).map(({ runtime }) => runtime),
        ["claude"]
      )
      yield* hosts.remove()
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )
})

describe("a home that a variable names", () => {
  const there = { CLAUDE_CONFIG_DIR: "/home/ada/work" }
  const on = { scope: globalScope, wait }

  it.effect("is another one: what was given stays where it was given, and goes from there", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(files)
      const before = hosts.outside()
      yield* hosts.install()
      yield* hosts.apply("claude")
      const applied = hosts.outside()
      const elsewhere = hosts.withVariables(there)
      const updated = yield* elsewhere(
        update({ id: "hk-cap", spec: "/src/next/hk-cap", ...on, allowDowngrade: false })
      )
      assert.match(
        updated.warnings.join("\n"),
        /`claude` is not kept in step: it lives in `\/home\/ada\/work`/u
      )
      assert.deepStrictEqual(hosts.outside(), applied)
      const removed = yield* elsewhere(remove({ id: "hk-cap", ...on }))
      assert.match(removed.warnings.join("\n"), /`claude` is not kept in step/u)
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )

  it.effect("takes all of it over with an apply there", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(files)
      const before = hosts.outside()
      yield* hosts.install()
      yield* hosts.apply("claude")
      const elsewhere = hosts.withVariables(there)
      yield* elsewhere(runtimeApply({ ids: ["claude"], ...on }))
      assert.deepStrictEqual(
        Object.entries(before).filter(([path, text]) => hosts.outside()[path] !== text),
        []
      )
      assert.isTrue(pathsOf(hosts, "hk-").every((path) => path.startsWith("/home/ada/work/")))
      // The variable is not there any more when it goes.
      yield* hosts.withdraw("claude")
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )
})

describe("the same settings file, wired and given to a host", () => {
  const orders: ReadonlyArray<readonly [string, "wire" | "apply", "remove" | "withdraw"]> = [
    ["wired first, removed first", "wire", "remove"],
    ["wired first, withdrawn first", "wire", "withdraw"],
    ["applied first, removed first", "apply", "remove"],
    ["applied first, withdrawn first", "apply", "withdraw"]
  ]
  it.effect.each(orders)("runs each hook once, and is as before in the end: %s", ([, first, last]) =>
    Effect.gen(function* () {
      const hosts = hostsOf(files)
      const before = hosts.outside()
      const countOf = (script: string) =>
        (hosts.text(settings) ?? "").split(`/bundle/hooks/${script}`).length - 1
      if (first === "apply") yield* hosts.apply("claude")
      yield* hosts.install("/src/hk-cap", { wire: [settings] })
      if (first === "wire") yield* hosts.apply("claude")
      for (const step of [undefined, hosts.update(), hosts.disable(), hosts.enable(), hosts.rollback]) {
        if (step !== undefined) assert.deepStrictEqual((yield* step).warnings, [])
        assert.deepStrictEqual(yield* differing(hosts), [])
        const isOff = hosts.text(settings) === hostFiles[settings]
        if (!isOff) assert.deepStrictEqual([countOf("a.sh"), countOf("b.js")], [1, 1])
      }
      const wired = hosts.text(settings)
      if (last === "withdraw") {
        yield* hosts.withdraw("claude")
        assert.strictEqual(hosts.text(settings), wired)
        yield* hosts.remove()
      } else {
        yield* hosts.remove()
        yield* hosts.withdraw("claude")
      }
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )
})

describe("several scopes", () => {
  it.effect("give hosts of their own, and none touches another's", () =>
    Effect.gen(function* () {
      const roots = ["/projects/a", "/projects/b"]
      const hosts = hostsOf(files, { directories: roots.map((root) => `${root}/.planning`) })
      const before = hosts.outside()
      const projects = roots.map((root) => ({
        root,
        on: { scope: projectScope(root), wait },
        run: runOn(hosts.disk, { workingDirectory: root })
      }))
      yield* hosts.install()
      yield* hosts.apply(...four)
      const alone = hosts.outside()
      const below = (root: string) =>
        Object.entries(hosts.outside()).filter(([path]) => path.startsWith(`${root}/`))
      for (const { on, run } of projects) {
        yield* run(install(requestOf("/src/next/hk-cap", on)))
        yield* run(runtimeApply({ ids: four, ...on }))
      }
      const [a, b] = [below("/projects/a"), below("/projects/b")]
      assert.deepStrictEqual(
        a.map(([path]) => path.slice("/projects/a".length)),
        b.map(([path]) => path.slice("/projects/b".length))
      )
      assert.isNotEmpty(a.filter(([path]) => path.includes("/.cursor/skills/gsd-hk-u/")))
      assert.deepStrictEqual(
        Object.entries(alone).filter(([path, text]) => hosts.outside()[path] !== text),
        []
      )
      const [first, second] = projects
      if (first !== undefined) yield* first.run(remove({ id: "hk-cap", ...first.on }))
      assert.deepStrictEqual(below("/projects/b"), b)
      assert.deepStrictEqual(
        below("/projects/a").map(([path]) => path),
        ["/projects/a/.planning"]
      )
      yield* hosts.remove()
      assert.deepStrictEqual(below("/projects/b"), b)
      if (second !== undefined) {
        yield* second.run(runtimeRemove({ ids: four, ...second.on }))
        yield* second.run(remove({ id: "hk-cap", ...second.on }))
      }
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )
})
